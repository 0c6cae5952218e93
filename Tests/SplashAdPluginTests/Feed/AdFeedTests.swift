import Foundation
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

@Suite(.tags(.advertisements)) struct AdFeedTests {
    @Test func `a feed is read with its policy and its creatives in order`() throws {
        let feed = try AdFeed.read(
            """
            { "version": 1,
              "policy": { "seconds": 5, "skip": "ring" },
              "creatives": [
                { "id": "summer", "title": "SUMMER", "headline": "Iced", "text": "Cold.", "offer": "Two for one",
                  "brand": "Roasters", "landing": "https://shop.example/iced", "picture": "summer.png",
                  "weight": 3, "from": "2026-11-01", "until": "2026-12-01T00:00:00Z", "daily-cap": 5 },
                { "id": "steam", "brand": "Roasters", "picture": "/steam.png" } ] }
            """
        )

        let summer = SplashCreative(
            id: "summer",
            title: "SUMMER",
            headline: "Iced",
            text: "Cold.",
            offer: "Two for one",
            brand: "Roasters",
            landing: "https://shop.example/iced",
            picture: try HTTPAddress("https://ads.example/today/summer.png"),
            weight: 3,
            validFrom: CivilMoment("2026-11-01"),
            validUntil: CivilMoment("2026-12-01T00:00:00Z"),
            dailyCap: 5
        )
        let steam = SplashCreative(
            id: "steam",
            brand: "Roasters",
            picture: try HTTPAddress("https://ads.example/steam.png")
        )
        #expect(feed == AdFeed(policy: ["seconds": 5, "skip": "ring"], creatives: [summer, steam], problems: []))
    }

    @Test func `missing values of a creative have defaults`() throws {
        let feed = try AdFeed.read(#"{"version": 1, "creatives": [{"id": "a", "title": "A"}]}"#)

        #expect(feed == AdFeed(creatives: [SplashCreative(id: "a", title: "A")]))
    }

    @Test func `null counts as missing`() throws {
        let feed = try AdFeed.read(
            """
            {"version": 1, "policy": {"seconds": null}, "creatives": [{"id": "a", "title": "A", "picture": null,
              "weight": null, "from": null, "landing": null, "color": null}], "more": null}
            """
        )

        #expect(feed == AdFeed(creatives: [SplashCreative(id: "a", title: "A")]))
    }

    @Test func `a feed with an empty list of creatives is valid`() throws {
        #expect(try AdFeed.read(#"{"version": 1, "creatives": []}"#) == AdFeed())
    }

    // MARK: - The whole feed

    @Test(
        arguments: [
            ("", "is empty"), ("\n <!DOCTYPE html>", "is an HTML or XML page, not JSON"),
            (" ", "is not JSON at line 1, column 2: the text ends where a value should be"),
            ("{\n", "is not JSON at line 2, column 1: the text ends where a name in double quotes should be"),
            (#"{"version": 1e999}"#, "is refused as JSON at line 1, column 13: the number 1e999 is out of range"),
            (
                #"{"version": 1, "creatives": ["\ud800"]}"#,
                "is not JSON at line 1, column 31: half of a character is escaped"
            ),
            (
                "{\"version\": 1,\n \"version\": 1}",
                "is refused as JSON at line 2, column 2: 'version' is given a second time"
            ),
            (
                #"{"version": 1, "creatives": [],}"#,
                "is not JSON at line 1, column 32: '}' is where another name, or no comma before it, should be"
            ),
            ("[]", "is not an object"), ("null", "is not an object"), ("1", "is not an object"),
            (#"{"$double": 1}"#, "has no 'version'"), ("{}", "has no 'version'"),
            (#"{"error": "not found"}"#, "has no 'version'"),
            (#"{"version": 2, "creatives": []}"#, "has version 2; only version 1 is supported"),
            (#"{"version": "1", "creatives": []}"#, "has version '1'; only version 1 is supported"),
            (#"{"version": [1], "creatives": []}"#, "has version a list; only version 1 is supported"),
            (#"{"version": 1}"#, "has no 'creatives'"),
            (#"{"version": 1, "creatives": null}"#, "has no 'creatives'"),
            (#"{"version": 1, "creatives": {}}"#, "has an object as 'creatives', which has to be a list"),
            (#"{"version": 1, "creatives": "\u001b[2J"}"#, #"has '\u{1B}[2J' as 'creatives', which has to be a list"#),
        ]
    )
    func `a feed that is invalid as a whole is rejected`(text: String, rule: String) {
        let error = #expect(throws: AdFeedError.self) { try AdFeed.read(text) }

        #expect(error?.description == "the feed 'https://ads.example/today/feed.json' \(rule)")
    }

    @Test func `a creative with nothing to show is reported with its unknown names`() throws {
        let feed = try AdFeed.read(
            #"{"version": 1, "creatives": [{"id": "a", "titel": "A"}, {"id": "b", "title": "B"}]}"#
        )

        #expect(
            feed.problems.map(\.description) == [
                "creative 'a': there is nothing to show: no words and no 'picture'; it is left out",
                "creative 'a': 'titel' is not known; did you mean 'title'?",
            ]
        )
    }

    @Test func `a feed without any valid creative is rejected with the reasons`() {
        let error = #expect(throws: AdFeedError.self) {
            try AdFeed.read(#"{"version": 1, "creatives": [{"id": "a"}, 3]}"#)
        }

        #expect(
            error?.description == """
                the feed 'https://ads.example/today/feed.json' has no creative that can be shown: \
                creative 'a': there is nothing to show: no words and no 'picture'; it is left out; \
                creative 2: it is an object, not 3; it is left out
                """
        )
    }

    @Test func `a feed that is too large is rejected`() {
        let text = #"{"version": 1, "creatives": []}"# + String(repeating: " ", count: AdFeed.maximumBytes)

        let error = #expect(throws: AdFeedError.self) { try AdFeed.read(text) }

        #expect(error?.rule == "is larger than 262144 bytes")
    }

    @Test(
        arguments: [
            ([:], []), (["policy": []], ["'policy' is an object, not a list; it is ignored"]),
            (["polcy": [:]], ["'polcy' is not known; did you mean 'policy'?"]),
            (["ads": [:]], ["'ads' is not known; there are creatives, expires, policy, version"]),
            (
                ["e": 1, "b": 1, "d": 1, "c": 1, "a\u{1B}": 1],
                [#"'a\u{1B}', 'b', 'c' and 2 more are not known; there are creatives, expires, policy, version"#]
            ),
        ] as [([String: PlainValue], [String])]
    )
    func `an error outside the creatives is a problem`(values: [String: PlainValue], problems: [String]) throws {
        let feed = try AdFeed.read(.dictionary(["version": 1, "creatives": []].merging(values) { $1 }))

        #expect(feed.creatives == [] && feed.policy == [:])
        #expect(feed.problems.map(\.description) == problems)
    }

    @Test func `only the first 32 creatives are used`() throws {
        let creatives = (1...40).map { PlainValue.dictionary(["id": .string("c\($0)"), "title": "A"]) }

        let feed = try AdFeed.read(["version": 1, "creatives": .array(creatives)])

        #expect(feed.creatives.map(\.id) == (1...32).map { "c\($0)" })
        #expect(feed.problems.map(\.description) == ["there are 40 creatives; only the first 32 are used"])
    }

    @Test func `a policy keeps lists of texts, within bounds, and what is no text stays wrong`() throws {
        func occasions(_ list: [PlainValue]) throws -> PlainValue? {
            let policy: PlainValue = ["occasions": .array(list)]
            return try AdFeed.read(["version": 1, "policy": policy, "creatives": []]).policy["occasions"]
        }

        #expect(try occasions(Array(repeating: "launch", count: 100))?.arrayValue?.count == 32)
        #expect(try occasions(["launch", ["return"]]) == ["launch", 0])
    }

    @Test func `at most 50 problems are listed`() throws {
        let creatives = (1...32).map {
            PlainValue.dictionary(["id": .string("c\($0)"), "title": "A", "weight": -1, "x": 1])
        }

        let feed = try AdFeed.read(["version": 1, "creatives": .array(creatives)])

        #expect(feed.problems.count == 51)
        #expect(feed.problems.last?.description == "14 more problems")
    }

    @Test func `in detail, all problems are listed, and each unknown name is one by itself`() throws {
        let creatives = (1...32).map { #"{"id": "c\#($0)", "title": "A", "x": 1, "y": 2}"# }
        let text = #"{"version": 1, "creatives": [\#(creatives.joined(separator: ", "))]}"#
        let address = try HTTPAddress("https://ads.example/feed.json")

        let feed = try AdFeed.read(Array(text.utf8), from: address, isDetailed: true)

        #expect(feed.problems.count == 64)
        #expect(
            feed.problems.prefix(2).map { $0.description.prefix(32) } == [
                "creative 'c1': 'x' is not known;", "creative 'c1': 'y' is not known;",
            ]
        )
    }

    @Test func `a problem has the names and numbers that lead to its value`() throws {
        let feed = try AdFeed.read(
            """
            {"version": 1, "polcy": {}, "policy": {"secnds": 5}, "creatives": [
              {"id": "a", "title": "A", "weight": 5000, "landing": "www.shop.example"},
              {"id": "b", "title": 5}, {"id": "b", "title": "B", "picture": "file:///a"}]}
            """
        )

        #expect(
            feed.problems.map(\.path) == [
                ["policy", "secnds"], ["polcy"], ["creatives", "0", "landing"], ["creatives", "0", "weight"],
                ["creatives", "1", "title"], ["creatives", "2", "picture"],
            ]
        )
        #expect(feed.problems.map(\.leavesOut) == [false, false, false, false, true, true])
    }

    // MARK: - One creative

    @Test(
        arguments: [
            (["id": .null], "creative 1: 'id' is missing"), (["id": 5], "creative 1: 'id' is a text, not 5"),
            (["id": ""], "creative 1: 'id' is 1 to 64 letters, digits and '.', '_', '-', not ''"),
            (["id": "a b"], "creative 1: 'id' is 1 to 64 letters, digits and '.', '_', '-', not 'a b'"),
            (["id": "é"], "creative 1: 'id' is 1 to 64 letters, digits and '.', '_', '-', not 'é'"),
            (["title": 5], "creative 'summer': 'title' is a text, not 5"),
            (["brand": ["a"]], "creative 'summer': 'brand' is a text, not a list"),
            (["title": ""], "creative 'summer': there is nothing to show: no words and no 'picture'"),
            (
                ["title": " \u{200B}\u{A0}\n"],
                "creative 'summer': there is nothing to show: no words and no 'picture'"
            ),
            (
                ["picture": "file:///etc/passwd"],
                "creative 'summer': 'picture' is not an http or https address: 'file:///etc/passwd'"
            ),
            (["picture": ""], "creative 'summer': 'picture' is empty: ''"),
            (["picture": false], "creative 'summer': 'picture' is a text, not false"),
            (["weight": "3"], "creative 'summer': 'weight' is a whole number from 0 to 1000, not '3'"),
            (["weight": 2.5], "creative 'summer': 'weight' is a whole number from 0 to 1000, not 2.5"),
            (["daily-cap": true], "creative 'summer': 'daily-cap' is a whole number from 0 to 1000, not true"),
            (
                ["from": "2026-02-30T00:00:00Z"],
                "creative 'summer': 'from' is a date such as 2026-11-01 or 2026-11-01T09:30:00Z, "
                    + "not '2026-02-30T00:00:00Z'"
            ),
            (["until": 5], "creative 'summer': 'until' is a date such as 2026-11-01 or 2026-11-01T09:30:00Z, not 5"),
            (
                ["from": "2026-11-02", "until": "2026-11-02"],
                "creative 'summer': 'until' is not after 'from', so it would never be shown"
            ),
            (["landing": 1], "creative 'summer': 'landing' is a text, not 1"),
            (["landing": ""], "creative 'summer': 'landing' is empty: ''"),
            (
                ["landing": " javascript:alert(1)"],
                "creative 'summer': 'landing' is not an address: ' javascript:alert(1)'"
            ),
            (["landing": "shop:"], "creative 'summer': 'landing' names no page: 'shop:'"),
            (
                ["landing": "JavaScript:alert(1)"],
                "creative 'summer': 'landing' is never a javascript address: 'JavaScript:alert(1)'"
            ),
            (
                ["landing": "data:text/html,a"],
                "creative 'summer': 'landing' is never a data address: 'data:text/html,a'"
            ),
            (["landing": "file:///a"], "creative 'summer': 'landing' is never a file address: 'file:///a'"),
            (["landing": "vbscript:a"], "creative 'summer': 'landing' is never a vbscript address: 'vbscript:a'"),
            (["landing": "ssh://host"], "creative 'summer': 'landing' is never a ssh address: 'ssh://host'"),
            (["landing": "shop://"], "creative 'summer': 'landing' names no page: 'shop://'"),
            (["landing": "https:///sale"], "creative 'summer': 'landing' names no host: 'https:///sale'"),
            (["landing": "https:sale"], "creative 'summer': 'landing' names no host: 'https:sale'"),
            (
                ["landing": "https://www.\u{430}pple.com/"],
                "creative 'summer': 'landing' has a host with letters outside ASCII; "
                    + "write its name in ASCII, which begins with xn--: 'https://www.\u{430}pple.com/'"
            ),
            (
                ["picture": "http://cdn.example/a.png"],
                "creative 'summer': 'picture' has to be an https address, as the feed's is: 'http://cdn.example/a.png'"
            ),
            (
                ["picture": "http://127.example/a.png"],
                "creative 'summer': 'picture' has to be an https address, as the feed's is: 'http://127.example/a.png'"
            ),
            (
                ["landing": "shop:a\u{7}"],
                #"creative 'summer': 'landing' has a control or invisible character in it: 'shop:a\u{07}'"#
            ),
            (
                ["landing": "https://me:pw@shop.example/"],
                "creative 'summer': 'landing' has a name or a password in it: 'https://•••@shop.example/'"
            ),
        ] as [([String: PlainValue], String)]
    )
    func `a creative with an invalid value is left out, with a problem that has its id, the value and the rule`(
        values: [String: PlainValue],
        problem: String
    ) throws {
        let feed = try AdFeed.reading(values)

        #expect(feed.creatives.map(\.id) == ["other"])
        #expect(feed.problems.map(\.description) == [problem + "; it is left out"])
    }

    @Test(arguments: ["http://127.0.0.1:8000/a.png", "http://localhost/a.png", "http://[::1]/a.png"])
    func `pictures on this machine need no encryption`(address: String) throws {
        #expect(try AdFeed.reading(["picture": .string(address)]).creatives.map(\.id) == ["summer", "other"])
    }

    @Test func `a feed that isn't encrypted can have any pictures`() throws {
        let text = #"{"version": 1, "creatives": [{"id": "a", "picture": "http://cdn.example/a.png"}]}"#

        let feed = try AdFeed.read(Array(text.utf8), from: HTTPAddress("http://ads.example/feed.json"))

        #expect(feed.creatives.count == 1)
    }

    @Test func `an id is 1 to 64 bytes`() throws {
        let id = String(repeating: "x", count: 64)

        #expect(try AdFeed.reading(["id": .string(id)]).creatives.first?.id == id)
        #expect(try AdFeed.reading(["id": .string(id + "x")]).creatives.map(\.id) == ["other"])
    }

    @Test func `of two creatives with the same id the first is used`() throws {
        let feed = try AdFeed.reading(["id": "other"])

        #expect(feed.creatives.map(\.title) == ["SUMMER"])
        #expect(
            feed.problems.map(\.description) == [
                "creative 'other': the id is taken by an earlier creative; it is left out"
            ]
        )
    }

    @Test(
        arguments: [
            (["weight": -1], "'weight' is a whole number from 0 to 1000, not -1; 0 is used"),
            (["weight": 1e30], "'weight' is a whole number from 0 to 1000, not 1e+30; 1000 is used"),
            (["daily-cap": -1], "'daily-cap' is a whole number from 0 to 1000, not -1; 0 is used"),
            (
                ["landing": "www.shop.example"],
                "'landing' has no scheme, so 'www.shop.example' is 'https://ads.example/today/www.shop.example'"
            ),
            (
                ["title": .string(String(repeating: "A", count: 25))],
                "'title' is longer than 24 columns; its end is cut off"
            ),
            (
                ["color": "A"],
                "'color' is not known; there are area, brand, daily-cap, from, headline, id, landing, offer, picture, "
                    + "seconds, seconds-between-shows, skip, skip-after-seconds, text, title, total-cap, transition, until, weight"
            ),
        ] as [([String: PlainValue], String)]
    )
    func `a value out of range is clamped`(
        values: [String: PlainValue],
        problem: String
    ) throws {
        let feed = try AdFeed.reading(values)

        #expect(feed.creatives.map(\.id) == ["summer", "other"])
        #expect(feed.problems.map(\.description) == ["creative 'summer': \(problem)"])
    }

    @Test(
        arguments: [
            ("https://shop.example/a?b=c#d", "https://shop.example/a?b=c#d"),
            ("iced", "https://ads.example/today/iced"), ("shop:product/ethiopia", "shop:product/ethiopia"),
            ("SHOP:a b", "SHOP:a b"), ("mailto:a@b.example", "mailto:a@b.example"),
        ]
    )
    func `a landing page is on the web or in the program`(text: String, landing: String) throws {
        #expect(try AdFeed.reading(["landing": .string(text)]).creatives.first?.landing == landing)
    }

    @Test func `the address of a landing page has at most 2048 bytes`() throws {
        let landing = "shop:" + String(repeating: "a", count: 2043)

        #expect(try AdFeed.reading(["landing": .string(landing)]).creatives.first?.landing == landing)
        #expect(try AdFeed.reading(["landing": .string(landing + "a")]).creatives.map(\.id) == ["other"])
    }

    // MARK: - Texts

    @Test(
        arguments: [
            ("\u{1B}[2JHi\u{7}", "[2JHi"), ("a\u{0}b\u{9B}c\u{7F}d", "abcd"), ("a\r\n\tb", "a b"),
            ("a\u{202E}b\u{2066}c\u{2069}\u{200B}", "abc"), ("a\u{2028}b\u{2029}c", "a b c"), ("  a   b  ", "a b"),
            ("à 日本 👩‍👩‍👧", "à 日本 👩‍👩‍👧"),
        ]
    )
    func `line breaks become spaces, and other hidden characters are left out`(text: String, shown: String) throws {
        let feed = try AdFeed.reading(["headline": .string(text)])

        #expect(feed.creatives.first?.headline == shown)
        #expect(feed.problems == [])
    }

    @Test(arguments: [("title", 24), ("headline", 120), ("text", 400), ("offer", 60), ("brand", 60)])
    func `a text is cut to its number of columns`(name: String, columns: Int) throws {
        func length(_ text: String) throws -> Int {
            let creative = try #require(try AdFeed.reading([name: .string(text)]).creatives.first)
            let texts = [
                "title": creative.title, "headline": creative.headline, "text": creative.text,
                "offer": creative.offer, "brand": creative.brand,
            ]
            return TextWidth.width(of: texts[name] ?? "")
        }

        #expect(try length(String(repeating: "a", count: columns)) == columns)
        #expect(try length(String(repeating: "a", count: columns + 1)) == columns)
        #expect(try length(String(repeating: "日", count: columns)) <= columns)
    }

    @Test(arguments: ["\u{301}", "\u{20DD}", "\u{93C}"])
    func `a letter with too many combining marks is cut`(mark: String) throws {
        let feed = try AdFeed.reading(["title": .string("a" + String(repeating: mark, count: 20_000))])

        #expect(try #require(feed.creatives.first).title.unicodeScalars.count <= 24 * 8)
        #expect(
            feed.problems.map(\.description) == [
                "creative 'summer': 'title' is longer than 24 columns; its end is cut off"
            ]
        )
    }
}
