import Testing

@testable import HostRuntime

@Suite struct CommandListingTests {
    private let listing = CommandListing([
        .init(
            id: "session.login",
            title: "Log in",
            group: "Session",
            parameters: [
                .init(name: "phone", title: "Phone", hint: "6 to 15 digits"),
                .init(name: "password", title: "Password", kind: "secret"),
                .init(name: "tries", title: "Tries", kind: "number", range: 1...9, defaultValue: 3),
            ]
        ),
        .init(
            id: "shop.switch",
            title: "Switch shop",
            group: "Shop",
            refusal: "It is night.",
            parameters: [
                .init(name: "shop", title: "Shop", kind: "choice", choices: [.init(value: "a", title: "A")])
            ]
        ),
        .init(id: "confetti.throw", title: "Throw", group: "Shop", owner: .plugin("confetti"), requiresScreen: true),
    ])

    @Test func `the list has the groups, their commands by id, and the parameters`() {
        #expect(
            listing.text == """
                Session:
                  session.login          Log in
                    phone=TEXT           Phone; 6 to 15 digits
                    (password)           Password; typed unseen, or a line of standard input
                    [tries=NUMBER]       Tries; 1 to 9; (3)

                Shop:
                  confetti.throw         Throw (of confetti; needs a screen)
                  shop.switch            Switch shop (not now: It is night.)
                    shop=CHOICE          Shop; a
                """
        )
    }

    @Test func `a group that is one plugin's has its name in the heading`() {
        let listing = CommandListing([
            .init(id: "b", title: "B", group: "G", owner: .plugin("p")),
            .init(id: "a", title: "A", group: "G", owner: .plugin("p"), requiresScreen: true),
        ])

        #expect(
            listing.text == """
                G, of p:
                  a                      A (needs a screen)
                  b                      B
                """
        )
    }

    @Test(arguments: [
        ([], false, "nothing to choose from now"), ([], true, "any"), (["a", "b"], false, "a, b"),
        (["a", "b"], true, "a, b, or another"),
    ])
    func `the choices that there are now come with the parameter`(values: [String], isOpen: Bool, text: String) {
        let choices = values.map { CommandChoice(value: $0, title: "") }
        let parameter = CommandListing.Parameter(
            name: "p",
            title: "P",
            kind: "choice",
            choices: choices,
            allowsOtherValues: isOpen
        )

        let listing = CommandListing([.init(id: "a", title: "A", group: "G", parameters: [parameter])])

        #expect(listing.text.hasSuffix("    p=CHOICE             P; \(text)"))
    }

    @Test func `no line is wider than 80 columns where words allow it`() {
        let words = Array(repeating: "word", count: 60).joined(separator: " ")
        let long = CommandListing([
            .init(
                id: String(repeating: "x", count: 64),
                title: words,
                group: "G",
                parameters: [.init(name: "n", title: words)]
            )
        ])

        #expect(long.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test func `a title can't carry control characters to the terminal`() {
        #expect(!CommandListing([.init(id: "a", title: "\u{1B}[2J", group: "\u{7}")]).text.contains("\u{1B}"))
    }

    @Test func `JSON lists the commands by id, without the defaults of secrets`() throws {
        let secret = CommandListing([
            .init(id: "b", title: "B", parameters: [.init(name: "s", kind: "secret", defaultValue: "sesame")]),
            .init(id: "a", title: "A"),
        ])

        let value = try PlainValue(json: Array(secret.json.utf8))

        #expect(
            value == [
                [
                    "id": "a", "title": "A", "group": "", "owner": "host", "requiresScreen": false, "refusal": .null,
                    "parameters": [],
                ],
                [
                    "id": "b", "title": "B", "group": "", "owner": "host", "requiresScreen": false, "refusal": .null,
                    "parameters": [["name": "s", "title": "", "kind": "secret", "isRequired": false]],
                ],
            ]
        )
    }
}
