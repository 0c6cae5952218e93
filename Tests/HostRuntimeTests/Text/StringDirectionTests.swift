import HostRuntime
import Testing

@Suite struct StringDirectionTests {
    @Test(arguments: ["שלום", "12 - שלום", "«مرحبا» 2026", "☕ שלום abc", "ܫܠܡܐ", "𐤀", "ߊ", "𞤀"])
    func `text whose first letter belongs to a right-to-left script is read from right to left`(text: String) {
        #expect(text.isRightToLeft)
    }

    @Test(arguments: ["", "12 - 3", "☕", "abc שלום", "é", "中文", "ไทย", "ʹ"])
    func `other text, and text without letters, is read from left to right`(text: String) {
        #expect(!text.isRightToLeft)
    }

    @Test(arguments: [
        ("\u{200F}abc", true), ("\u{200E}שלום", false), ("\u{2068}abc\u{2069} שלום", true),
        ("\u{2067}שלום \u{2066}a\u{2069}\u{2069} abc", false), ("\u{2067}שלום", false), ("\u{2069}שלום", true),
    ])
    func `a mark of a direction counts as a letter, and an isolated part doesn't count`(text: String, expected: Bool) {
        #expect(text.isRightToLeft == expected)
    }
}
