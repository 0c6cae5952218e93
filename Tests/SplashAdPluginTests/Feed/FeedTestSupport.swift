import Foundation
import HostRuntime

@testable import SplashAdPlugin

extension AdFeed {
    /// Reads a feed of a text, as if it came from `https://ads.example/today/feed.json`.
    static func read(_ text: String) throws -> AdFeed {
        try read(Array(text.utf8), from: AdAddress("https://ads.example/today/feed.json"))
    }

    /// Reads a feed of values.
    static func read(_ value: PlainValue) throws -> AdFeed {
        try read(String(decoding: JSONEncoder().encode(value), as: UTF8.self))
    }

    /// Reads a feed with one creative that is right but for some values.
    static func reading(_ values: [String: PlainValue]) throws -> AdFeed {
        let creative: [String: PlainValue] = ["id": "summer", "title": "SUMMER"]
        return try read([
            "version": 1,
            "creatives": [.dictionary(creative.merging(values) { $1 }), ["id": "other", "title": "OTHER"]],
        ])
    }
}

/// Numbers that are the same for the same seed (SplitMix64).
struct FeedRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
