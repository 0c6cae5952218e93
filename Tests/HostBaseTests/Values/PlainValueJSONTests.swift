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
            ("[1, 2,\n]", "at line 2, column 1, where another value, or no comma before it, should be"),
            (#"{"a": 1, }"#, "at line 1, column 10, where another name, or no comma before it, should be"),
            ("[01]", "at line 1, column 3, where a comma or ']' should be"),
            ("[-]", "at line 1, column 3, where a digit should be"),
            ("[1.]", "at line 1, column 4, where a digit should be"),
            ("[1e+]", "at line 1, column 5, where a digit should be"),
            (#"["\u00g0"]"#, "at line 1, column 7, where four hexadecimal digits should be"),
            (#"["ab\ud800"]"#, "at line 1, column 5, where half of a character is escaped"),
            (#"["\ud83dx"]"#, "at line 1, column 3, where half of a character is escaped"),
        ]
    )
    func `the message names the first wrong byte and what should be there`(text: String, message: String) {
        let fault = fault(Array(text.utf8))

        #expect(fault?.description == message)
        #expect(fault?.isMalformed == true)
    }

    @Test(
        arguments: [
            ("{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}", "at line 3, column 2, where 'a' is given a second time"),
            (#"{"a": [1, -1e400]}"#, "at line 1, column 11, where the number -1e400 is out of range"),
            (
                "[" + String(repeating: "9", count: 400) + "]",
                "at line 1, column 2, where the number 999999999999…, of 400 characters, is out of range"
            ),
            ("[[[[1]]]]", "at line 1, column 4, where it is nested deeper than 3 levels"),
            ("[1, 2, 3, 4, 5]", "at line 1, column 14, where there are more than 5 values"),
        ]
    )
    func `JSON that breaks a stricter rule is distinguished from text that is not JSON`(text: String, message: String) {
        let fault = fault(Array(text.utf8), depth: 3, values: 5)

        #expect(fault?.description == message)
        #expect(fault?.isMalformed == false)
    }

    @Test(
        arguments: [
            ([0x5B, 0x22, 0x61, 0xE9, 0x22, 0x5D], "at line 1, column 4, where the bytes are not UTF-8"),
            ([0x0A, 0xC3], "at line 2, column 1, where the bytes are not UTF-8"),
            ([0xFF, 0xFE, 0x7B, 0x00], "at line 1, column 1, where UTF-16 or UTF-32 begins instead of UTF-8"),
            ([0x7B, 0x00, 0x7D, 0x00], "at line 1, column 1, where UTF-16 or UTF-32 begins instead of UTF-8"),
            ([0x00, 0x00, 0x00, 0x7B], "at line 1, column 1, where UTF-16 or UTF-32 begins instead of UTF-8"),
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
