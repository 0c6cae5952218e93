/// The steps of a scripted run, checked as a whole before any of them is done.
///
/// One step a line; `#` begins a comment, and empty lines are passed over.
/// Coordinates are checked against the size that the screen has at that line.
struct Script: Hashable, Sendable {
    /// One step with where it stands.
    struct Line: Hashable, Sendable {
        /// The number of the line, from 1.
        let number: Int
        /// The line as written, without the comment.
        let text: String
        /// What it does.
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

/// What is wrong with a line of a script.
struct ScriptError: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    let line: Int

    /// What it breaks, and what would be right.
    let rule: String
}

extension ScriptError: CustomStringConvertible {
    var description: String { "line \(line) \(rule)".escapingControls }
}
