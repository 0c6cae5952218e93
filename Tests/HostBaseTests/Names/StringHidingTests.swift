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
        #"{"text": "a \"b\" \u00e9/\n"}"#, #"a \"b\" é\/\n"#, "a%20%22b%22%20%C3%A9%2F%0a", "a+%22b%22+%c3%A9/%0A",
        "a \"b\"\\\n é/\n", "a \"b\" é\n/\n", #"\u{61} "b" é/\u{A}"#,
    ])
    func `a secret is found escaped, percent-encoded and divided by line breaks`(text: String) {
        let hidden = "<\(text)>".hiding(["a \"b\" é/\n"])

        #expect(hidden.contains("•••>") || hidden.contains("•••\"}>"), "\(hidden)")
        #expect(!hidden.contains("b"), "\(hidden)")
    }

    @Test(arguments: ["a%", "100% of a\\", "\\u{61", "\\u", "a+", "%4"])
    func `an escape that isn't one is a text`(text: String) {
        #expect(text.hiding(["abc"]) == text)
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
