internal import FoundationEssentials

/// One step of a script; `ScriptSyntax` says how each is written.
enum ScriptStep: Hashable, Sendable {
    case wait(Duration)
    case tap(Point, count: Int)
    case press(Point)
    case drag(from: Point, to: Point)
    case key(KeyEvent)
    case keys([KeyEvent])
    case type(String)
    case paste(String)
    /// Types a line, in a program that is used in lines.
    case line(String)
    case touch(Touch)
    case wheel(rows: Int, Point)
    /// Types the next character of a secret's stand-in; secrets count from 1.
    case typeSecret(Int)
    /// Pastes a secret's stand-in.
    case pasteSecret(Int)
    case background
    case foreground
    case lock
    case unlock
    case focusOut
    case focusIn
    case memoryWarning
    case resize(Size)
    case post(String, [String: PlainValue])
    case run(String, [String: PlainValue])
    case enable(String)
    case disable(String)
    case show(AppHost.ReportSubject)
    case explain(Point)
    case snapshot(file: String?)
    case expect(String)
    case reject(String)
    case advanceDate(days: Int)
    case date(Date)
    case timeZone(CivilTimeZone)
    case quit
    /// An option of the command line, before the first other step.
    case option([String])
    /// The configuration under the one that the command line gives, before the first other step.
    case configuration([String: PlainValue])
    /// The values of a store at the start, before the first other step.
    case stored(String, [String: PlainValue])
    /// Something that the run depends on and that the script doesn't contain.
    case unrecorded(String)
}

extension ScriptStep {
    /// The names of the steps that prepare a run and stand before all others.
    static let headNames = ["option", "configuration", "stored", "unrecorded"]

    /// Whether the step prepares the run.
    var isInHead: Bool {
        switch self {
        case .option, .configuration, .stored, .unrecorded: true
        default: false
        }
    }

    /// Whether the step may also stand behind others.
    var isAlsoAfterHead: Bool {
        if case .unrecorded = self { true } else { false }
    }
}

extension Touch.Phase {
    /// Creates a phase from the name that a script gives it; nil for another name.
    init?(name: String) {
        switch name {
        case "began": self = .began
        case "moved": self = .moved
        case "ended": self = .ended
        case "cancelled": self = .cancelled
        default: return nil
        }
    }
}

extension ScriptStep {
    /// The step as a script writes it, for the steps of which recordings consist; nil for the others.
    ///
    /// A step whose JSON is long has several lines, which end in `\`.
    var text: String? {
        switch self {
        case .wait(let duration): "wait \(duration.inSeconds(decimals: 0...9))"
        case .key(let event): "key \(ScriptStep.word(for: event))"
        case .paste(let text): ScriptStep.lines("paste ", .string(text))
        case .touch(let touch): "touch \(touch.phase) \(touch.location.x) \(touch.location.y)"
        case .wheel(let rows, let point): "wheel \(rows) \(point.x) \(point.y)"
        case .typeSecret(let number): "type-secret \(number)"
        case .pasteSecret(let number): "paste-secret \(number)"
        case .background: "background"
        case .foreground: "foreground"
        case .lock: "lock"
        case .unlock: "unlock"
        case .focusOut: "focus-out"
        case .focusIn: "focus-in"
        case .memoryWarning: "memory-warning"
        case .resize(let size): "resize \(size.width) \(size.height)"
        case .date(let date): "date \(date.stamp)"
        case .timeZone(let zone): zone.portableName.map { "time-zone \($0)" }
        case .quit: "quit"
        case .option(let words): "option " + words.map(ScriptStep.quoted).joined(separator: " ")
        case .configuration(let sections): ScriptStep.lines("configuration ", .dictionary(sections))
        case .stored(let namespace, let values): ScriptStep.lines("stored \(namespace) ", .dictionary(values))
        // A line has no more than 4,096 bytes.
        case .unrecorded(let what): "unrecorded \(what.escapingControls.cut(toBytes: 1000))"
        case .tap, .press, .drag, .keys, .type, .line, .post, .run, .enable, .disable, .show, .explain, .snapshot,
            .expect, .reject, .advanceDate:
            nil
        }
    }

    /// The name of a key as one word; a character that a line would not keep is written with its code points.
    private static func word(for event: KeyEvent) -> String {
        guard case .character(let character) = event.key, !character.isPlainInScripts else { return "\(event)" }
        let name = "\(KeyEvent(.character("x"), event.modifiers))"
        return name.dropLast() + character.codePoints
    }

    private static func quoted(_ word: String) -> String {
        guard word.isEmpty || word.contains(where: { $0.isWhitespace || "\"\\#".contains($0) }) else { return word }
        let escaped = word.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : String($1) }
        return "\"\(escaped)\""
    }

    // MARK: - JSON

    /// A step with JSON in lines of a length that a script may have.
    private static func lines(_ beginning: String, _ value: PlainValue) -> String {
        var text = Array(beginning.utf8)
        var length = text.count
        var rest = Array(value.visibleJSON.utf8)[...]
        while let byte = rest.first {
            // Neither an escape nor a character may be cut in two.
            let count = byte == UInt8(ascii: "\\") ? (rest.dropFirst().first == UInt8(ascii: "u") ? 6 : 2) : 1
            let isBoundary = byte & 0xC0 != 0x80
            if length + count > ScriptStep.longestLine, isBoundary {
                text += Array("\\\n".utf8)
                length = 0
            }
            text += rest.prefix(count)
            length += count
            rest = rest.dropFirst(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The longest line of JSON in bytes, with room for a character and the `\` at the end.
    private static let longestLine = Script.lineLimit - 8
}

extension Character {
    /// Whether a script keeps the character as a word of its own.
    fileprivate var isPlainInScripts: Bool {
        guard unicodeScalars.count == 1, !isWhitespace || self == " ", !"\"\\#".contains(self) else { return false }
        // It must neither join with the space before it nor be invisible.
        return " \(self) ".count == 3 && String(self).escapingControls == String(self)
    }
}
