import Testing

@testable import HostRuntime

@Suite struct ManualPageTests {
    private let page = ManualPage(
        sections: [
            .init("NAME", [.paragraph("weather - 'rain' or sun"), .paragraph("b")]),
            .init("OPTIONS", []),
            .init("Places", isPart: true, [.list([.init("--city NAME", "the place"), .init("-h", ".help")])]),
        ]
    )

    @Test func `the text wraps at 80 columns, with explanations below one another`() {
        let word = String(repeating: "w", count: 20)
        let long = Array(repeating: word, count: 4).joined(separator: " ")

        let text = ManualPage(
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

    @Test func `roff has a heading for each section, and a tag for each term`() {
        #expect(
            page.roff(name: "weather", version: "1.0") == #"""
                .TH "WEATHER" "1" "" "weather 1.0" "User Commands"
                .SH NAME
                weather \- \(aqrain\(aq or sun
                .PP
                b
                .SH OPTIONS
                .SS Places
                .TP
                \fB\-\-city\fR \fINAME\fR
                the place
                .TP
                \fB\-h\fR
                \&.help
                """#
        )
    }

    @Test(arguments: [
        (".so /etc/passwd", #"\&.so /etc/passwd"#), ("'br", #"\(aqbr"#), (#"a\b"#, #"a\(rsb"#),
        ("--x=\"1\"", #"\-\-x=\(dq1\(dq"#), ("`^~", #"\(ga\(ha\(ti"#), ("a\n.b", "a .b"),
        ("é…😀", #"\[u00E9]\[u2026]\[u1F600]"#),
        ("", ""),
    ])
    func `what means something to roff is shown as it is`(text: String, expected: String) {
        #expect(text.roff == expected)
    }
}
