import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Hostile feeds: nothing traps, and whatever is accepted follows the rules.
@Suite(.tags(.advertisements, .faults)) struct AdFeedHostileTests {
    private static let names = [
        "id", "title", "headline", "text", "offer", "brand", "landing", "picture", "weight", "from", "until",
        "daily-cap",
    ]

    private static let values: [PlainValue] = [
        .null, true, 0, -1, .int(.min), .int(.max), 0.5, 1e300, -1e300, "", "a", "http://", "http://[::1", "//",
        "\u{0}",
        "%", "%zz", ":", "::", "http:a", "?", "#", "\u{FFFF}", "\u{10FFFF}", "https://\u{202E}.example", "0000-00-00",
        .string(String(repeating: "9", count: 5000)), [], [[]], [:], ["": 1], ["a": [["b": [:]]]],
        ["a": [["b": "c", "d": .int(.min)]], "e": .null],
    ]

    @Test(arguments: names, values)
    func `any value anywhere in a creative is used or reported, and affects no other creative`(
        name: String,
        value: PlainValue
    ) throws {
        let feed = try AdFeed.reading([name: value])

        #expect(feed.creatives.last?.id == "other")
        #expect(feed.creatives.count == 2 || feed.problems.count == 1)
        check(feed)
    }

    @Test(arguments: ["version", "policy", "creatives"], values)
    func `any value anywhere in a feed is used, reported or rejected`(name: String, value: PlainValue) throws {
        let whole: [String: PlainValue] = ["version": 1, "creatives": [["id": "a", "title": "A"]]]

        do {
            let feed = try AdFeed.read(.dictionary(whole.merging([name: value]) { $1 }))
            check(feed)
            _ = SplashSettings.read(configuration: [:], feed: SettingValues(feed.policy))
        } catch let error as AdFeedError {
            #expect(!error.description.hasHiddenScalars)
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"creatives\":", "{\"version\":1,\"creatives\":["])
    func `a feed nested deeper than 16 levels is rejected`(opening: String) {
        let depth = AdFeed.maximumBytes / opening.utf8.count
        let error = #expect(throws: AdFeedError.self) { try AdFeed.read(String(repeating: opening, count: depth)) }

        #expect(error?.rule.hasPrefix("is refused as JSON at line 1, column ") == true)
        #expect(error?.rule.hasSuffix(": it is nested deeper than 16 levels") == true)
    }

    @Test(arguments: [1, 7, 13])
    func `shallower nesting in one creative doesn't affect the others`(depth: Int) throws {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let feed = try AdFeed.read(
            #"{"version": 1, "creatives": [{"id": "a", "title": \#(nested)}, {"id": "other", "title": "OTHER"}]}"#
        )

        #expect(feed.creatives.map(\.id) == ["other"])
        #expect(feed.problems.map(\.description) == ["creative 'a': 'title' is a text, not a list; it is left out"])
    }

    @Test(arguments: ["[]", "{}", "1", "\"\""])
    func `a feed of more than 10000 values is rejected`(value: String) {
        let values = Array(repeating: value, count: 10_000).joined(separator: ",")
        let error = #expect(throws: AdFeedError.self) { try AdFeed.read("[\(values)]") }

        #expect(error?.rule.hasPrefix("is refused as JSON at line 1, column ") == true)
        #expect(error?.rule.hasSuffix(": there are more than 10000 values") == true)
    }

    @Test func `the largest feed of the format is accepted`() throws {
        let creatives = (1...32).map {
            PlainValue.dictionary(["id": .string("c\($0)"), "picture": .string("\($0).png")])
        }

        let feed = try AdFeed.read(["version": 1, "creatives": .array(creatives)])

        #expect(feed.creatives.count == 32)
        #expect(feed.problems == [])
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func `a feed in an encoding other than UTF-8 is rejected`(encoding: String.Encoding) throws {
        let bytes = try #require(#"{"version": 1, "creatives": []}"#.data(using: encoding))

        let error = #expect(throws: AdFeedError.self) {
            try AdFeed.read(Array(bytes), from: HTTPAddress("https://ads.example/"))
        }

        #expect(
            error?.rule == "is not JSON at line 1, column 1: UTF-16 or UTF-32 begins instead of UTF-8"
        )
    }

    @Test(arguments: seeds(of: 1...8))
    func `random bytes are not JSON`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let noise = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let address = try HTTPAddress("https://ads.example/")

        #expect(throws: AdFeedError.self) { try AdFeed.read(noise, from: address) }
        #expect(throws: AdFeedError.self) {
            try AdFeed.read(noise.filter { $0 != 0 && $0 & 0xDF != 0x5B }, from: address)
        }
    }

    @Test(arguments: seeds(of: 1...8))
    func `what is accepted of random tokens keeps to the format`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = AdFeedHostileTests.names + ["version", "policy", "creatives"]
        var accepted = 0
        for _ in 0..<30 {
            func value(_ depth: Int) -> PlainValue {
                switch Int.random(in: 0..<(depth > 3 ? 1 : 4), using: &random) {
                case 1: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth + 1) })
                case 2, 3:
                    let names = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
                        words.randomElement(using: &random)
                    }
                    return .dictionary(Dictionary(names.map { ($0, value(depth + 1)) }) { $1 })
                default: return AdFeedHostileTests.values.randomElement(using: &random) ?? .null
                }
            }
            // With what a creative needs, unless a random value takes its place.
            let creatives = (0..<10).map { number -> PlainValue in
                let needed: [String: PlainValue] = ["id": .string("c\(number)"), "headline": "about it"]
                guard case .dictionary(let values) = value(2) else { return .dictionary(needed) }
                return .dictionary(needed.merging(values) { $1 })
            }
            let whole: PlainValue = ["version": 1, "policy": value(1), "creatives": .array(creatives)]
            guard let feed = try? AdFeed.read(whole) else { continue }
            accepted += 1
            check(feed)
        }
        #expect(accepted > 0)
    }

    @Test(arguments: seeds(of: 1...8))
    func `what is accepted of a damaged feed keeps to the format`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = """
            {"version": 1, "policy": {"seconds": 5}, "creatives": [
            {"id": "a", "title": "A", "landing": "shop:a", "picture": "a.png", "weight": 3, "from": "2026-11-01"},
            {"id": "b", "headline": "B", "seconds": 12, "skip": "ring", "until": "2026-12-01", "daily-cap": 5}]}
            """
        let address = try HTTPAddress("https://ads.example/")
        var accepted = 0
        for _ in 0..<500 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                }
            }
            guard let feed = try? AdFeed.read(bytes, from: address) else { continue }
            accepted += 1
            check(feed)
        }
        #expect(accepted > 0)
    }

    /// Whether everything that was accepted follows the rules of the format.
    private func check(_ feed: AdFeed, sourceLocation: SourceLocation = #_sourceLocation) {
        let broken = feed.creatives.filter { creative in
            let texts = [creative.title, creative.headline, creative.text, creative.offer, creative.brand]
            return !SplashCreative.isID(creative.id) || !(0...1000).contains(creative.weight)
                || !(0...1000).contains(creative.dailyCap ?? 0) || texts.contains(where: \.hasHiddenScalars)
                || TextWidth.width(of: creative.title) > 24
                || (creative.landing ?? "").utf8.count > 2048 || (creative.landing ?? "").hasHiddenScalars
                || creative.picture == nil && !texts.contains(where: \.isVisible)
        }
        #expect(broken == [], sourceLocation: sourceLocation)
        #expect(Set(feed.creatives.map(\.id)).count == feed.creatives.count, sourceLocation: sourceLocation)
        #expect(
            feed.problems.map(\.description).filter { $0.hasHiddenScalars || $0.count > 500 } == [],
            sourceLocation: sourceLocation
        )
    }
}
