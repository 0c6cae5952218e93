/// The steps of a scripted run, checked as a whole before the first one is performed.
///
/// A step is one line; `#` begins a comment, and empty lines mean nothing. Cells
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

    /// The steps in order.
    let lines: [Line]

    /// Reads the text of a script for a screen of a size.
    init(_ text: [UInt8], size: Size) throws(ScriptError) {
        var lines: [Line] = []
        var parser = ScriptParser(size: size)
        var number = 0
        for bytes in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
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
            do {
                guard let (text, step) = try parser.parse(line) else { continue }
                lines.append(Line(number: number, text: text, step: step))
            } catch {
                throw ScriptError(line: number, rule: error.rule)
            }
        }
        self.lines = lines
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
