import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.faults)) struct PlainValueJSONTests {
    private func read(_ text: String) throws(JSONError) -> PlainValue { try PlainValue(json: text.utf8) }

    private func fault(_ bytes: [UInt8], depth: Int = 64, values: Int = .max) -> JSONError? {
        do throws(JSONError) {
            _ = try PlainValue(json: bytes, maximumDepth: depth, maximumValues: values)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the places of values are kept down to a depth, and numbers lead into lists`() throws {
        let text = Array("{\"s\": {\"a\": 1, \"l\": [{\"x\": 1}],\n \"o\": {\"p\": {\"q\": 2}}}}".utf8)

        let (value, places) = try PlainValue.reading(json: text, placesTo: 3)

        #expect(value["s"]?["o"] == ["p": ["q": 2]])
        let paths = [
            [], ["s"], ["s", "a"], ["s", "l", "0"], ["s", "o", "p"], ["s", "o", "p", "q"], ["s", "l", "x"], ["a"],
        ]
        #expect(
            paths.map { places[$0]?.description } == [
                "line 1, column 1", "line 1, column 7", "line 1, column 13", "line 1, column 22", "line 2, column 13",
                nil, nil, nil,
            ]
        )
    }

    @Test func `what is missing has the place of what it would be in`() throws {
        let text = Array("{\"s\":\n[{\"x\": 1}]}".utf8)

        let places = try PlainValue.reading(json: text, placesTo: 3).places

        let paths = [["s", "0", "x"], ["s", "0", "y"], ["s", "1"], ["t", "0"], []]
        #expect(
            paths.map { places.nearest($0).description } == [
                "line 2, column 8", "line 2, column 2", "line 2, column 1", "line 1, column 1", "line 1, column 1",
            ]
        )
    }

    @Test func `a column is a character, a tab is one, and a byte order mark is none`() throws {
        let text = Array("\u{FEFF}{\"é\":\t1, \"👩\u{200D}👧\": 2,\r\n\t\"a\": 3}".utf8)

        let places = try PlainValue.reading(json: text, placesTo: 1).places

        #expect(
            [[], ["é"], ["👩\u{200D}👧"], ["a"]].map { places[$0]?.description } == [
                "line 1, column 1", "line 1, column 7", "line 1, column 17", "line 2, column 7",
            ]
        )
    }

    @Test(
        arguments: [
            ("", "not JSON at line 1, column 1: the text ends where a value should be"),
            ("<html>", "not JSON at line 1, column 1: '<' is where a value should be"),
            ("{'a': 1}", "not JSON at line 1, column 2: ''' is where a name in double quotes should be"),
            (#"{"a" 1}"#, "not JSON at line 1, column 6: '1' is where a colon should be"),
            (#"{"a": tru}"#, "not JSON at line 1, column 7: 'tru' is where a value should be"),
            ("{\n  \"a\": 1\n  \"b\": 2\n}", "not JSON at line 3, column 3: '\"' is where a comma or '}' should be"),
            ("[1, 2", "not JSON at line 1, column 6: the text ends where a comma or ']' should be"),
            (#"{"é": 1 // mine"#, "not JSON at line 1, column 9: '/' is where a comma or '}' should be"),
            (#"["a"#, "not JSON at line 1, column 4: the text ends where the closing quote of a text should be"),
            (
                "[\"a\nb\"]",
                "not JSON at line 1, column 4: '\\n' is where the rest of a text, or its closing quote, should be"
            ),
            (
                #"["C:\new", "\q"]"#,
                #"not JSON at line 1, column 14: 'q' is where one of " \ / b f n r t u after a backslash should be"#
            ),
            ("{} {}", "not JSON at line 1, column 4: '{' is where the end should be"),
            ("[1, 2,\n]", "not JSON at line 2, column 1: ']' is where another value, or no comma before it, should be"),
            (
                #"{"a": 1, }"#,
                "not JSON at line 1, column 10: '}' is where another name, or no comma before it, should be"
            ),
            ("[01]", "not JSON at line 1, column 3: '1' is where a comma or ']' should be"),
            ("[-]", "not JSON at line 1, column 3: ']' is where a digit should be"),
            ("[1.]", "not JSON at line 1, column 4: ']' is where a digit should be"),
            ("[1e+]", "not JSON at line 1, column 5: ']' is where a digit should be"),
            (#"["\u00g0"]"#, "not JSON at line 1, column 7: 'g0' is where four hexadecimal digits should be"),
            (#"["ab\ud800"]"#, "not JSON at line 1, column 5: half of a character is escaped"),
            (#"["\ud83dx"]"#, "not JSON at line 1, column 3: half of a character is escaped"),
        ]
    )
    func `the message names the first wrong byte and what should be there`(text: String, message: String) {
        let fault = fault(Array(text.utf8))

        #expect(fault?.description == message)
        #expect(fault?.isMalformed == true)
    }

    @Test(
        arguments: [
            (
                "{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}",
                "refused as JSON at line 3, column 2: 'a' is given a second time"
            ),
            (#"{"a": [1, -1e400]}"#, "refused as JSON at line 1, column 11: the number -1e400 is out of range"),
            (
                "[" + String(repeating: "9", count: 400) + "]",
                "refused as JSON at line 1, column 2: the number 999999999999…, of 400 characters, is out of range"
            ),
            ("[[[[1]]]]", "refused as JSON at line 1, column 4: it is nested deeper than 3 levels"),
            ("[1, 2, 3, 4, 5]", "refused as JSON at line 1, column 14: there are more than 5 values"),
        ]
    )
    func `JSON that breaks a stricter rule is distinguished from text that is not JSON`(text: String, message: String) {
        let fault = fault(Array(text.utf8), depth: 3, values: 5)

        #expect(fault?.description == message)
        #expect(fault?.isMalformed == false)
    }

    @Test(
        arguments: [
            ([0x5B, 0x22, 0x61, 0xE9, 0x22, 0x5D], "not JSON at line 1, column 4: the bytes are not UTF-8"),
            ([0x0A, 0xC3], "not JSON at line 2, column 1: the bytes are not UTF-8"),
            ([0xFF, 0xFE, 0x7B, 0x00], "not JSON at line 1, column 1: UTF-16 or UTF-32 begins instead of UTF-8"),
            ([0x7B, 0x00, 0x7D, 0x00], "not JSON at line 1, column 1: UTF-16 or UTF-32 begins instead of UTF-8"),
            ([0x00, 0x00, 0x00, 0x7B], "not JSON at line 1, column 1: UTF-16 or UTF-32 begins instead of UTF-8"),
        ] as [([UInt8], String)]
    )
    func `the message names the place where another encoding begins`(bytes: [UInt8], message: String) {
        #expect(fault(bytes)?.description == message)
    }

    @Test(
        arguments: [
            ("1", 1), ("-0", 0), ("-1.5e+3", -1500.0), ("0.5", 0.5), ("5.0", 5.0), ("1.0", .double(1)), ("1e30", 1e30),
            ("9223372036854775808", 9_223_372_036_854_775_808.0), ("null", .null), ("true", true),
            (#""\u00e9\\\"\/\b\f\n\r\t\ud83d\ude00é""#, "é\\\"/\u{08}\u{0C}\n\r\t😀é"),
            (#"{"a": [true, false, {}, []]}"#, ["a": [true, false, [:], []]]), ("\u{FEFF}{}", [:]),
            (" \r\n\t[] ", []), (#"{"": 1}"#, ["": 1]),
        ] as [(String, PlainValue)]
    )
    func `JSON is read as its value`(text: String, value: PlainValue) throws {
        #expect(try read(text) == value)
    }

    @Test func `a text of nothing but brackets is read only down to the limit`() {
        let fault = fault([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20), depth: .max)

        #expect(fault?.rule == "it is nested deeper than 512 levels")
    }
}
