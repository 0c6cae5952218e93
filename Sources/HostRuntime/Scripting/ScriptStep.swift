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
    case touch(Touch)
    case wheel(rows: Int, Point)
    /// Types a character of a secret's stand-in; both numbers count from 1.
    case typeSecret(Int, position: Int)
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
