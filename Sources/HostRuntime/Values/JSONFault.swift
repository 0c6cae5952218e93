/// Where a text stops being JSON that is read here, for the person who has to mend it.
///
/// Its description goes on from the text's name: "at line 2, column 5, where a colon should be".
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the first byte that does not belong, counted from 1.
    public let line: Int

    /// Its column in characters, counted from 1.
    public let column: Int

    /// Whether the text is no JSON at all; otherwise it breaks a rule that is stricter, such as one name given twice.
    public let isMalformed: Bool

    /// What is wrong there, as a clause: "a colon should be".
    public let rule: String

    /// The place, and what is wrong there.
    public var description: String { "at line \(line), column \(column), where \(rule)" }

    init(in bytes: [UInt8], at index: Int, _ rule: String, isMalformed: Bool) {
        let before = bytes[..<min(index, bytes.count)]
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Bytes that go on with a character begin no column.
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        self.rule = rule
        self.isMalformed = isMalformed
    }
}
