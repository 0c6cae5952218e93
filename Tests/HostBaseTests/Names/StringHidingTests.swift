import Testing

@testable import HostBase

@Suite struct StringHidingTests {
    private struct Refused: Error {
        let password: String
    }

    @Test(arguments: ["tea", "tea.", "tea. ", "t\"e\\a", "te\na", "te\u{7}a", "\u{301}tea", "tea🇩", "té"])
    func `a secret is found as it is, quoted, and shortened to a line`(secret: String) {
        let says = [
            "it is '\(secret)'", "\(Refused(password: secret))", "it is \(secret)", "it is \(secret)🇪\u{301}.",
        ]

        let hidden = says.map { $0.hiding([secret]) }

        #expect(hidden.allSatisfy { $0.contains("•••") }, "\(hidden)")
        #expect(!hidden.contains { $0.contains("tea") || $0.contains("é") }, "\(hidden)")
    }

    @Test(arguments: [
        #"{"text": "a \"b\" \u00e9/\n"}"#, #"a \"b\" é\/\n"#, "a%20%22b%22%20%C3%A9%2F%0a", "?q=a+%22b%22+%c3%A9/%0A",
        "a \"b\"\\\n é/\n", #"\u{61} "b" é/\u{A}"#,
    ])
    func `a secret is found escaped, percent-encoded and divided as in a recording`(text: String) {
        let hidden = "<\(text)>".hiding(["a \"b\" é/\n"])

        #expect(hidden.contains("•••>") || hidden.contains("•••\"}>"), "\(hidden)")
        #expect(!hidden.contains("b"), "\(hidden)")
    }

    @Test(arguments: ["a%", "100% of a\\", "\\u{61", "\\u", "a+", "%4", "\\u{61 }bc", "\\ud83dbc"])
    func `an escape that isn't one is a text`(text: String) {
        #expect(text.hiding(["abc"]) == text)
    }

    @Test func `a character that JSON writes as two escapes is found`() {
        #expect(#""a\ud83d\uDE00b""#.hiding(["a😀b"]) == "\"•••\"")
    }

    @Test(arguments: [
        ("rows 12\n34 done", "1234", "rows 12\n34 done"), ("size 123456, 0x1234", "1234", "size 123456, 0x1234"),
        ("pin_1234. (1234)", "1234", "pin_•••. (•••)"), (#"a\n1234, b%201234"#, "1234", #"a\n•••, b%20•••"#),
        ("12\\\n34", "1234", "•••"), ("ab+cd", "ab cd", "ab+cd"), ("k=1&q=ab+cd", "ab cd", "k=1&q=•••"),
    ])
    func `what only resembles a secret stays`(text: String, secret: String, shown: String) {
        #expect(text.hiding([secret]) == shown)
    }

    // Each would take minutes if every place were compared as far as it goes.
    @Test(arguments: ["a", "\\u{61"]) func `a long secret that is almost everywhere is searched once`(part: String) {
        let text = String(repeating: part, count: 500_000 / part.utf8.count)
        let secret = String(repeating: "a", count: 100_000)

        #expect(text.hiding([secret + "b", secret + "b" + secret]) == text)
    }

    @Test func `a secret that repeats itself is found at each place`() {
        #expect("aabaabaaab aaba".hiding(["aabaaab"]) == "aab••• aaba")
    }

    @Test func `a secret that has a mark behind it is hidden in a long text too`() {
        let text = String(repeating: "tea\u{301} ", count: 200_000)

        #expect(text.hiding(["tea"]) == String(repeating: "•••\u{301} ", count: 200_000))
    }

    @Test func `secrets that contain one another are hidden completely`() {
        #expect("a coffee, a fee".hiding(["fee", "coffee"]) == "a •••, a •••")
    }

    @Test(arguments: [[], [""], ["."]])
    func `an empty secret hides nothing`(secrets: [String]) {
        #expect("may not be empty".hiding(secrets) == "may not be empty")
    }
}
