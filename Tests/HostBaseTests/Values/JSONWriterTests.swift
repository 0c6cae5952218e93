import Testing

@testable import HostBase

@Suite struct JSONWriterTests {
    private func value(_ text: String) throws -> PlainValue {
        try PlainValue(json: text.utf8)
    }

    private static let written: [(PlainValue, String)] = [
        (.null, "null"), (true, "true"), (3, "3"), (0.5, "0.5"), (1.0, "1.0"), (-0.0, "-0.0"), (1e300, "1e+300"),
        ("a", #""a""#),
        ([1, [2.5]], "[1,[2.5]]"), (["b": 1, "a": .null], #"{"a":null,"b":1}"#),
        (["n": [5.0, 5]], #"{"n":[5.0,5]}"#), (.int(.min), "-9223372036854775808"),
    ]

    @Test(arguments: written)
    func `a value is written as JSON and read back`(plain: PlainValue, json: String) throws {
        #expect(plain.json == json)
        #expect(try value(json) == plain)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a number that JSON lacks is written as null`(number: Double) {
        #expect(PlainValue.array([.double(number)]).json == "[null]")
    }

    @Test(arguments: [
        1e15, 9_007_199_254_740_992, 9.223372036854775e18, 1e19, -1e300, .leastNonzeroMagnitude, 0.1, .pi,
    ])
    func `a double is read back as the same double`(number: Double) throws {
        #expect(try value(PlainValue.double(number).json) == .double(number))
    }

    @Test(arguments: [
        ("say \"hi\"", #""say \"hi\"""#), (#"C:\new"#, #""C:\\new""#), ("a/b", #""a/b""#), ("", #""""#),
        ("é 😀 \u{7F}", "\"é 😀 \u{7F}\""), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
    ])
    func `a text has escapes for quotes, backslashes and controls only`(text: String, json: String) throws {
        #expect(PlainValue.string(text).json == json)
        #expect(try value(json) == .string(text))
    }

    @Test(arguments: [
        ("é 😀", #""é 😀""#), ("a\u{7F}\u{200B}", #""a\u007f\u200b""#), ("\u{E0041}", #""\udb40\udc41""#),
        ("a \"b\"\n\u{1}", #""a \"b\"\n\u0001""#),
    ])
    func `visible JSON has escapes for hidden scalars too, and reads back the same`(text: String, json: String) throws {
        #expect(PlainValue.string(text).visibleJSON == json)
        #expect(try value(PlainValue.dictionary([text: 1.0]).visibleJSON) == .dictionary([text: 1.0]))
    }

    @Test func `indented JSON has a line for each item`() throws {
        let value: PlainValue = ["b": [1, ["c": .null], []], "a": ["x": 0.5, "y": "z"]]

        #expect(
            value.indentedJSON == """
                {
                  "a" : {
                    "x" : 0.5,
                    "y" : "z"
                  },
                  "b" : [
                    1,
                    {
                      "c" : null
                    },
                    []
                  ]
                }
                """
        )
    }
}
