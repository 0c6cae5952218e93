/// The steps of a scripted run, checked as a whole before the first one is performed.
///
/// A step is one line; `#` begins a comment, and empty lines mean nothing. A step
/// whose argument is JSON continues on the next line if its line ends in `\`. Cells
/// are checked against the size that the screen has at their line.
struct Script: Hashable, Sendable {
    /// A step and its place.
    struct Line: Hashable, Sendable {
        /// The number of the line, from 1.
        let number: Int
        /// The line as written, without the comment.
        let text: String
        /// The step.
        let step: ScriptStep
    }

    /// The longest line in bytes.
    static let lineLimit = 4096

    /// The text with which each recording begins.
    static let recordingMark = "# A session of "

    /// The steps in order.
    let lines: [Line]

    /// Reads the text of a script for a screen of a size.
    ///
    /// A recording that was cut off has its whole steps, and a last one that says so.
    init(_ text: [UInt8], size: Size) throws(ScriptError) {
        try self.init(ScriptText(text), size: size)
    }

    private init(_ text: ScriptText, size: Size) throws(ScriptError) {
        var lines: [Line] = []
        var parser = ScriptParser(size: size)
        var number = 0
        // The lines of a step that continues; joined once, because there may be thousands.
        var unfinished: (line: Int, parts: [String])?
        for bytes in text.lines {
            number += 1
            guard bytes.count <= Script.lineLimit else {
                throw ScriptError(
                    line: number,
                    rule: "is \(bytes.count) bytes long; a line has at most \(Script.lineLimit)"
                )
            }
            guard let line = String(validating: bytes, as: UTF8.self) else {
                throw ScriptError(line: number, rule: "is not UTF-8 text")
            }
            if unfinished == nil ? ScriptParser.continues(line) : line.endsInBackslash {
                if unfinished == nil { unfinished = (number, []) }
                unfinished?.parts.append(String(decoding: bytes.dropLast(), as: UTF8.self))
                continue
            }
            let first = unfinished?.line ?? number
            let whole = (unfinished?.parts.joined() ?? "") + line
            unfinished = nil
            do {
                guard let (text, step) = try parser.parse(whole) else { continue }
                lines.append(Line(number: first, text: text, step: step))
            } catch {
                throw ScriptError(line: first, rule: error.rule)
            }
        }
        if let unfinished { throw ScriptError(line: unfinished.line, rule: "ends in '\\', and no line follows") }
        if text.isCutOff {
            lines.append(Line(number: number + 1, text: "", step: .unrecorded("its end: the last step is cut off")))
        }
        self.lines = lines
    }

    /// The time that the steps take.
    var duration: Duration {
        lines.reduce(.zero) { sum, line in
            switch line.step {
            case .wait(let duration): sum + duration
            case .press, .drag: sum + HostDriver.longPress
            default: sum
            }
        }
    }

    /// The steps at the beginning that prepare the run, without those that follow.
    ///
    /// Later lines may be wrong, such as cells off a screen whose size is not known yet.
    static func head(of text: [UInt8]) throws(ScriptError) -> [Line] {
        // Their own lines end where the first other step begins, in which no cell is checked.
        var head = ScriptText(text)
        head.isCutOff = false
        head.lines = head.lines.prefix(headCount(of: head.lines.lazy.map { String(decoding: $0, as: UTF8.self) }))
        return try Script(head, size: Size(width: 80, height: 24)).lines
    }

    /// Returns the number of a script's first lines that prepare the run.
    static func headCount(of lines: some Sequence<String>) -> Int {
        var isInside = false
        return lines.prefix { line in
            let name = ScriptParser.name(of: line)
            guard isInside || name.isEmpty || name.hasPrefix("#") || ScriptStep.headNames.contains(name) else {
                return false
            }
            isInside = line.endsInBackslash && (isInside || ScriptParser.continues(line))
            return true
        }.count
    }
}

/// The lines of a script's text, without their ends; a pure value.
///
/// Their ends may be those of Windows, and the text may begin with a byte order mark.
private struct ScriptText {
    var lines: ArraySlice<ArraySlice<UInt8>>

    /// Whether the text is a recording that was cut off, as when its program was killed while it wrote.
    ///
    /// The part of a step at its end is none of the lines.
    var isCutOff = false

    init(_ text: [UInt8]) {
        let text = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        lines =
            text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }[...]
        // A person's script may lack its last line feed.
        guard text.starts(with: Script.recordingMark.utf8), let last = lines.popLast() else { return }
        isCutOff = !last.isEmpty
        while lines.last?.last == UInt8(ascii: "\\") {
            lines.removeLast()
            isCutOff = true
        }
    }
}

/// The problem of a script's line.
struct ScriptError: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    let line: Int

    /// The rule that the line breaks, and the way out.
    let rule: String
}

extension ScriptError: CustomStringConvertible {
    var description: String { "line \(line) \(rule)".escapingControls }
}
