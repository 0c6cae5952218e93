import Testing

@testable import HostRuntime

@Suite struct ProgramMessageTests {
    @Test(
        arguments: [
            ("shop: no such file", 40, "shop: no such file"),
            ("shop: no such file", 12, "shop: no\nsuch file"),
            ("one two three", 3, "one\ntwo\nthree"),
            ("see /a/very/long/path now", 8, "see\n/a/very/long/path\nnow"),
            ("first line\nsecond line", 10, "first line\nsecond\nline"),
            ("日本 語文", 6, "日本\n語文"),
            ("a terminal without a size", 0, "a terminal without a size"),
        ]
    )
    func `a message breaks between words, and a longer word stays whole`(text: String, columns: Int, lines: String) {
        #expect(text.wrapped(to: columns) == lines)
    }
}
