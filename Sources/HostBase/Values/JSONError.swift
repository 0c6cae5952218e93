/// The place at which text stops being JSON that can be read here.
///
/// Its description continues a sentence about the text: "at line 2, column 5, where a colon should be".
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the first byte that is wrong, from 1.
    let line: Int

    /// The column of that byte, in characters, from 1.
    let column: Int

    /// Whether the text is not JSON; otherwise it breaks a stricter rule, such as using a name once.
    package let isMalformed: Bool

    /// The fault as a clause, such as "a colon should be".
    let rule: String

    /// The place and what is wrong there.
    public var description: String { "at line \(line), column \(column), where \(rule)" }

    /// The problem with the text as the end of a sentence about it: "is not JSON at line 2, column 5, where …".
    public var problem: String { isMalformed ? "is not JSON \(self)" : "is refused \(self)" }

    init(in bytes: [UInt8], at index: Int, _ rule: String, isMalformed: Bool) {
        let before = bytes[..<min(index, bytes.count)]
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Only the first byte of a character starts a column.
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        self.rule = rule
        self.isMalformed = isMalformed
    }
}
