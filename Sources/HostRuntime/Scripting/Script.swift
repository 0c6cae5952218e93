/// The steps of a scripted run, checked as a whole before the first one is performed.
///
/// A step is one line; `#` begins a comment, and empty lines mean nothing. A step
/// whose argument is JSON goes on in the next line if its line ends in `\`. Cells
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
        var unfinished: (line: Int, text: String)?
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
            let whole = (unfinished?.text ?? "") + line
            let first = unfinished?.line ?? number
            if ScriptParser.continues(whole) {
                unfinished = (first, String(whole.dropLast()))
                continue
            }
            unfinished = nil
            do {
                guard let (text, step) = try parser.parse(whole) else { continue }
                lines.append(Line(number: first, text: text, step: step))
            } catch {
                throw ScriptError(line: first, rule: error.rule)
            }
        }
        if let unfinished { throw ScriptError(line: unfinished.line, rule: "ends in '\\', and no line follows") }
        self.lines = lines
    }

    /// The steps at the beginning that prepare the run, without those that follow.
    ///
    /// Later lines may be wrong, such as cells off a screen whose size is not known yet.
    static func head(of text: [UInt8]) throws(ScriptError) -> [Line] {
        // Their own lines end where the first other step begins, in which no cell is checked.
        var end = text.startIndex
        var isInside = false
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let name = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
                .prefix { $0 != UInt8(ascii: " ") }
            let isHead =
                isInside || name.isEmpty || name.first == UInt8(ascii: "#")
                || ScriptStep.headNames.contains(String(decoding: name, as: UTF8.self))
            guard isHead else { break }
            isInside = line.last == UInt8(ascii: "\\")
            end = line.endIndex
        }
        return try Script(Array(text[..<end]), size: Size(width: 80, height: 24)).lines
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
