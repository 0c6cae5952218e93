import Testing

@testable import HostRuntime

@Suite struct HelpPageTests {
    @Test func `the text wraps at 80 columns, with explanations below one another`() {
        let word = String(repeating: "w", count: 20)
        let long = Array(repeating: word, count: 4).joined(separator: " ")

        let text = HelpPage(
            sections: [
                .init("", [.paragraph(long)]),
                .init("Places", [.list([.init("--city", long), .init("--a-very-long-option NAME", "a")])]),
            ]
        ).text

        let indent = String(repeating: " ", count: 25)
        #expect(
            text == """
                \(word) \(word) \(word)
                \(word)

                Places:
                  --city                 \(word) \(word)
                \(indent)\(word) \(word)
                  --a-very-long-option NAME
                \(indent)a
                """
        )
    }
}
