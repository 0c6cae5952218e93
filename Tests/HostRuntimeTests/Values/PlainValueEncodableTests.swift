import Foundation
import Testing

@testable import HostRuntime

@Suite struct PlainValueEncodableTests {
    private func text(_ value: PlainValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func value(_ text: String) throws -> PlainValue {
        try PlainValue(json: text.utf8).decoded
    }

    private static let written: [(PlainValue, String)] = [
        (.null, "null"), (true, "true"), (3, "3"), (0.5, "0.5"), (1.0, #"{"$double":1}"#), ("a", #""a""#),
        ([1, [2.5]], "[1,[2.5]]"), (["b": 1, "a": .null], #"{"a":null,"b":1}"#),
        (["$double": 1], #"{"$$double":1}"#), (["$$double": "x"], #"{"$$$double":"x"}"#),
        (["$double": 1, "b": 2], #"{"$double":1,"b":2}"#), (.int(.min), "-9223372036854775808"),
    ]

    @Test(arguments: written)
    func `a value is written as JSON and read back`(plain: PlainValue, json: String) throws {
        #expect(try text(plain) == json)
        #expect(try value(json) == plain)
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `a number that JSON lacks is written as null`(number: Double) throws {
        #expect(try text([.double(number)]) == "[null]")
    }

    @Test(arguments: [
        1e15, 9_007_199_254_740_992, 9.223372036854775e18, 1e19, -1e300, .leastNonzeroMagnitude, 0.1, .pi,
    ])
    func `a double is read back as the same double`(number: Double) throws {
        #expect(try value(try text(.double(number))) == .double(number))
    }

    private static let foreign: [(String, PlainValue)] = [
        (#"{"$double":"x"}"#, ["$double": "x"]), (#"{"$double":0.5}"#, 0.5), ("1.0", 1),
    ]

    @Test(arguments: foreign)
    func `JSON from other programs is read`(json: String, plain: PlainValue) throws {
        #expect(try value(json) == plain)
    }
}
