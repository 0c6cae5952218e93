import Testing

@testable import SplashAdPlugin

@Suite struct JSONFaultTests {
    @Test(
        arguments: [
            ("", "at line 1, column 1, where a value should be"),
            ("<html>", "at line 1, column 1, where a value should be"),
            ("{'a': 1}", "at line 1, column 2, where a name in double quotes should be"),
            (#"{"a" 1}"#, "at line 1, column 6, where a colon should be"),
            (#"{"a": tru}"#, "at line 1, column 7, where a value should be"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", "at line 3, column 3, where a comma or '}' should be"),
            ("[1, 2", "at line 1, column 6, where a comma or ']' should be"),
            (#"{"é": 1 // mine"#, "at line 1, column 9, where a comma or '}' should be"),
            (#"["a"#, "at line 1, column 4, where the closing quote of a text should be"),
            ("[\"a\nb\"]", "at line 1, column 4, where the rest of a text, or its closing quote, should be"),
            (
                #"["C:\new", "\q"]"#,
                #"at line 1, column 14, where one of " \ / b f n r t u after a backslash should be"#
            ),
            ("{} {}", "at line 1, column 4, where the end should be"),
        ]
    )
    func `the first byte that does not belong is told with what should be there`(text: String, told: String) {
        #expect(JSONFault(in: Array(text.utf8))?.description == told)
    }

    @Test(arguments: [
        "1", "-1.5e+3", "null", #"{"a": [true, false, {}, []], "b": "\"\u00e9\\"}"#, "\u{FEFF}{}", "[1,]", " \r\n\t[] ",
    ])
    func `what is JSON has no fault`(text: String) {
        #expect(JSONFault(in: Array(text.utf8)) == nil)
    }
}
