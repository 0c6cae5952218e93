import HostRuntime
public import HostTestKit
public import Testing

@testable import SplashAdPlugin

extension AdFeed {
    /// Reads a feed from text, as if it came from `https://ads.example/today/feed.json`.
    static func read(_ text: String) throws -> AdFeed {
        try read(Array(text.utf8), from: HTTPAddress("https://ads.example/today/feed.json"))
    }

    /// Reads a feed from values.
    static func read(_ value: PlainValue) throws -> AdFeed {
        try read(value.json)
    }

    /// Reads a feed with a valid creative in which some values are replaced.
    static func reading(_ values: [String: PlainValue]) throws -> AdFeed {
        let creative: [String: PlainValue] = ["id": "summer", "title": "SUMMER"]
        return try read([
            "version": 1,
            "creatives": [.dictionary(creative.merging(values) { $1 }), ["id": "other", "title": "OTHER"]],
        ])
    }
}

extension TestAnswer: CustomTestStringConvertible {
    /// The number of the bytes, which may be millions, in place of them: a run prints the arguments of each case.
    public var testDescription: String { failure ?? "\(status), \(bytes.count) bytes" }
}
