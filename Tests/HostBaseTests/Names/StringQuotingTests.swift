import Testing

@testable import HostBase

@Suite struct StringQuotingTests {
    @Test(
        arguments: [
            ("http://bob:hunter2@ads.example/x", "http://•••@ads.example/x"),
            ("https://hunter2@ads.example", "https://•••@ads.example"),
            ("http://bob:hun/ter2@ads.example/", "http://•••@ads.example/"),
            ("bob:hunter2@ads.example", "•••@ads.example"),
            ("http://bob:hunter2@[::1", "http://•••@[::1"), ("http://a@b:hunter2@c", "http://•••@c"),
            ("http://ads.example/a@2x.png", "http://ads.example/a@2x.png"), ("no address", "no address"), ("@", "•••@"),
        ]
    )
    func `the name and password of an address are hidden`(text: String, hidden: String) {
        #expect(text.hidingUser == hidden)
        #expect(!text.quoted.contains("hun"))
    }

    @Test(arguments: [
        ("", "''"), ("plain", "'plain'"), ("a\u{1B}[2J\u{200B}", "'a\\u{1B}[2J\\u{200B}'"),
        (String(repeating: "a", count: 80), "'" + String(repeating: "a", count: 80) + "'"),
        (String(repeating: "a", count: 81), "'" + String(repeating: "a", count: 80) + "…'"),
    ])
    func `a text in quotes is cut and safe to print`(text: String, quoted: String) {
        #expect(text.quoted == quoted)
    }

    @Test(
        arguments: [
            (.string("a\nb"), #"'a\nb'"#), (["a"], "a list"), (["a": 1], "an object"), (.null, "null"), (2.5, "2.5"),
            (true, "true"),
        ] as [(PlainValue, String)]
    )
    func `a value in a sentence is its text in quotes, its number, or its type`(value: PlainValue, words: String) {
        #expect(value.inWords == words)
    }
}
