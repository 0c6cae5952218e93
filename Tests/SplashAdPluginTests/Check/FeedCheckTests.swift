import Foundation
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Feeds with mistakes: the mark ▸ is before each value that a finding has to name.
@Suite struct FeedCheckTests {
    typealias Example = (text: String, findings: [String])

    private static let start = #"{"version": 1, "creatives": [{"id": "ok", "title": "OK"}, "#
    private static let long = String(repeating: "A", count: 25)

    /// A feed with a good creative, and one with a title and other values.
    private static func creative(_ values: String) -> String {
        "\(start)\n  {\"id\": \"a\", \"title\": \"A\",\n   \(values)}]}"
    }

    private static func policy(_ values: String) -> String {
        "{\"version\": 1, \"policy\": \(values),\n \"creatives\": [{\"id\": \"ok\", \"title\": \"OK\"}]}"
    }

    /// Checks a feed, and returns the lines about it.
    private func lines(
        _ text: String,
        configuration: SettingValues = SettingValues(),
        date: Date = Date(timeIntervalSinceReferenceDate: 0)
    ) throws -> [String] {
        "\(try check(text, configuration: configuration, date: date))".split(separator: "\n").map { String($0) }
    }

    private func check(
        _ text: String,
        configuration: SettingValues = SettingValues(),
        date: Date = Date(timeIntervalSinceReferenceDate: 0)
    ) throws -> FeedCheck {
        var check = FeedCheck(
            of: "feed.json",
            in: FeedCheck.Circumstances(configuration: configuration, date: date, zone: .gmt)
        )
        check.read(Array(text.utf8), from: try HTTPAddress("https://ads.example/today/feed.json"))
        return check
    }

    /// Checks an example: each finding has the place of its mark, in the order of the text.
    private func expectFindings(of example: Example) throws {
        var (text, places) = ("", [(line: Int, column: Int)]())
        for scalar in example.text.unicodeScalars {
            if scalar == "▸" {
                // Editors don't show a byte order mark.
                let lines = text.trimmingPrefix("\u{FEFF}").unicodeScalars.split(
                    separator: "\n",
                    omittingEmptySubsequences: false
                )
                places.append((lines.count, lines.last!.count + 1))
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        // Two findings may be about one value.
        let marks = example.findings.count == places.count ? places : example.findings.map { _ in places[0] }
        let expected = zip(marks, example.findings).map { place, finding in
            "feed.json:\(place.line):\(place.column): "
                + finding.replacing("PLACE", with: "line \(place.line), column \(place.column)")
        }

        #expect(try lines(text).dropLast() == expected[...])
    }

    // MARK: - Mistakes

    @Test(
        arguments: [
            ("▸", ["error: the feed is empty"]),
            ("\n ▸<!DOCTYPE html>", ["error: the feed is an HTML or XML page, not JSON"]),
            (
                #"{"version": 1, "creatives": [],▸}"#,
                ["error: the feed is not JSON at PLACE: '}' is where another name, or no comma before it, should be"]
            ),
            (
                "{\"version\": 1\n  ▸\"creatives\": []}",
                ["error: the feed is not JSON at PLACE: '\"' is where a comma or '}' should be"]
            ),
            (
                "{▸'version': 1}",
                ["error: the feed is not JSON at PLACE: ''' is where a name in double quotes should be"]
            ),
            ("{\"version\" ▸1}", ["error: the feed is not JSON at PLACE: '1' is where a colon should be"]),
            (
                "{\"version\": 1,\r\n\t▸// our feed\r\n \"creatives\": []}",
                ["error: the feed is not JSON at PLACE: '/' is where a name in double quotes should be"]
            ),
            ("{\"version\": ▸yes}", ["error: the feed is not JSON at PLACE: 'yes' is where a value should be"]),
            ("{\"version\": 0▸1}", ["error: the feed is not JSON at PLACE: '1' is where a comma or '}' should be"]),
            (
                "{\"version\": 1,\n \"creatives\": [{\"id\": \"日本▸\n\"}]}",
                [
                    "error: the feed is not JSON at PLACE: '\\n' is where the rest of a text, or its closing quote, should be"
                ]
            ),
            (
                "{\"version\": 1, \"creatives\": [{\"id\": \"a▸\u{0}\"}]}",
                [
                    "error: the feed is not JSON at PLACE: '\\0' is where the rest of a text, or its closing quote, should be"
                ]
            ),
            (
                #"{"version": 1, "creatives": [{"id": "▸\ud800"}]}"#,
                ["error: the feed is not JSON at PLACE: half of a character is escaped"]
            ),
            (
                #"{"version": 1, "creatives": []} ▸x"#,
                ["error: the feed is not JSON at PLACE: 'x' is where the end should be"]
            ),
            (
                "{\"version\": 1, \"creatives\": [{\"id\": \"a\", \"title\": \"A\",\n ▸\"title\": \"B\"}]}",
                ["error: the feed is refused as JSON at PLACE: 'title' is given a second time"]
            ),
            (
                #"{"version": ▸1e999, "creatives": []}"#,
                ["error: the feed is refused as JSON at PLACE: the number 1e999 is out of range"]
            ),
            (
                "{\"version\": 1, \"creatives\": \(String(repeating: "[", count: 15))▸[",
                ["error: the feed is refused as JSON at PLACE: it is nested deeper than 16 levels"]
            ),
        ] as [Example]
    )
    func `a text that isn't JSON is an error where the parser stopped`(example: Example) throws {
        try expectFindings(of: example)
    }

    @Test(
        arguments: [
            ("\n▸[]", ["error: the feed is not an object"]), ("\u{FEFF}▸{}", ["error: the feed has no 'version'"]),
            (
                "{\"version\": ▸2, \"creatives\": []}",
                ["error: the feed has version 2; only version 1 is supported"]
            ),
            ("▸{\"version\": 1}", ["error: the feed has no 'creatives'"]),
            (
                "{\"version\": 1,\n\t\"creatives\": ▸{}}",
                ["error: the feed has an object as 'creatives', which has to be a list"]
            ),
            (
                #"{"version": 1, "creatives": [], "polcy": ▸{}}"#,
                ["warning: 'polcy' is not known; did you mean 'policy'?"]
            ),
            (
                #"{"version": 1, "creatives": [], "a\u001b": ▸1, "zz": ▸2}"#,
                [
                    #"warning: 'a\u{1B}' is not known; there are creatives, expires, policy, version"#,
                    "warning: 'zz' is not known; there are creatives, expires, policy, version",
                ]
            ),
            (
                "{\"version\": 1, \"creatives\": ▸[▸{\"id\": \"a\", \"titel\": ▸\"A\"}]}",
                [
                    "error: the feed has no creative that can be shown",
                    "error: creative 'a': there is nothing to show: no words and no 'picture'; it is left out",
                    "warning: creative 'a': 'titel' is not known; did you mean 'title'?",
                ]
            ),
            (
                "{\"version\": 1, \"creatives\": ["
                    + (1...32).map { "{\"id\": \"c\($0)\", \"title\": \"A\"},\n" }.joined()
                    + "▸{\"id\": \"c33\", \"title\": \"A\"}]}",
                ["warning: there are 33 creatives; only the first 32 are used"]
            ),
        ] as [Example]
    )
    func `a mistake of the whole feed is found`(example: Example) throws {
        try expectFindings(of: example)
    }

    @Test(
        arguments: [
            (policy("▸5"), ["warning: 'policy' is an object, not 5; it is ignored"]),
            (policy(#"{"secnds": ▸5}"#), ["warning: 'policy': 'secnds' is not known; did you mean 'seconds'?"]),
            (
                policy(#"{"secnds": ▸5, "dayly-cap": ▸5}"#),
                [
                    "warning: 'policy': 'secnds' is not known; did you mean 'seconds'?",
                    "warning: 'policy': 'dayly-cap' is not known; did you mean 'daily-cap'?",
                ]
            ),
            (
                policy(#"{"seconds": ▸"5"}"#),
                ["warning: feed: 'seconds' is a whole number from 1 to 60, not '5'; 5 is used"]
            ),
            (
                policy(#"{"daily-cap": ▸-1}"#),
                [
                    "warning: feed: 'daily-cap' is a whole number from 0 to 1000, not -1; 0 is used",
                    "warning: feed: 'daily-cap' lets no advertisement be shown",
                ]
            ),
            (policy(#"{"seconds": ▸45}"#), ["warning: feed: 'seconds' is at most 30 by 'most-seconds', not 45"]),
            (
                policy(#"{"seconds": ▸90}"#),
                [
                    "warning: feed: 'seconds' is a whole number from 1 to 60, not 90; 30 is used",
                    "warning: feed: 'seconds' is at most 30 by 'most-seconds', not 60",
                ]
            ),
            (
                policy(#"{"minimum-background-seconds": ▸1}"#),
                ["warning: feed: 'minimum-background-seconds' is at least 5 by 'least-background-seconds', not 1"]
            ),
            (
                policy(#"{"landing-command": ▸"session.logout"}"#),
                ["warning: feed: 'landing-command' can only be set in the configuration; 'page.open' is used"]
            ),
            (
                policy(#"{"fade": ▸"slow"}"#),
                ["warning: feed: 'fade' is one of 'content', 'window', 'none', not 'slow'; 'content' is used"]
            ),
            (
                policy(#"{"seconds": 3, "skip-after-seconds": ▸4}"#),
                [
                    "warning: feed: 'skip-after-seconds' is 4 and 'seconds' is 3, "
                        + "so the advertisement cannot be skipped"
                ]
            ),
            (
                policy(#"{"seconds": 20, "skip": ▸"none"}"#),
                ["warning: feed: 'skip' is 'none' for at most 5 s by 'most-seconds-before-skip', not for 20 s"]
            ),
        ] as [Example]
    )
    func `a mistake of a policy is found`(example: Example) throws {
        try expectFindings(of: example)
    }

    @Test(
        arguments: [
            ("\(start)▸5]}", ["error: creative 2: it is an object, not 5; it is left out"]),
            ("\(start)\n▸{\"title\": \"A\"}]}", ["error: creative 2: 'id' is missing; it is left out"]),
            (
                "\(start){\"id\": ▸\"a b\"}]}",
                [
                    "error: creative 2: 'id' is 1 to 64 letters, digits and '.', '_', '-', not 'a b'; it is left out"
                ]
            ),
            (
                "\(start){\"id\":\n▸\"ok\"}]}",
                ["error: creative 'ok': the id is taken by an earlier creative; it is left out"]
            ),
            (creative(#""brand": ▸["B"]"#), ["error: creative 'a': 'brand' is a text, not a list; it is left out"]),
            (
                creative(#""title ": ▸1"#),
                ["warning: creative 'a': 'title ' is not known; did you mean 'title'?"]
            ),
            (
                "\(start){\"id\": \"a\", \"title\": ▸\"\(long)\"}]}",
                ["warning: creative 'a': 'title' is longer than 24 columns; its end is cut off"]
            ),
            (
                creative(#""weight": ▸"3""#),
                ["error: creative 'a': 'weight' is a whole number from 0 to 1000, not '3'; it is left out"]
            ),
            (
                creative(#""weight": ▸5000"#),
                ["warning: creative 'a': 'weight' is a whole number from 0 to 1000, not 5000; 1000 is used"]
            ),
            (
                creative("\"from\": ▸\"tomorrow\""),
                [
                    "error: creative 'a': 'from' is a date such as 2026-11-01 or 2026-11-01T09:30:00Z, not 'tomorrow'; "
                        + "it is left out"
                ]
            ),
            (
                creative("\"until\": ▸\"2026-11-01\", \"from\": \"2026-11-02\""),
                ["error: creative 'a': 'until' is not after 'from', so it would never be shown; it is left out"]
            ),
            (
                creative(#""area": ▸"left""#),
                ["warning: creative 'a': 'area' is one of 'full', 'upper', 'lower', not 'left'; it is ignored"]
            ),
            (
                creative(#""seconds": ▸45"#),
                ["warning: creative 'a': 'seconds' is at most 30 by 'most-seconds', not 45"]
            ),
            (
                creative(#""skip-after-seconds": ▸4, "seconds": 3"#),
                ["warning: creative 'a': 'skip-after-seconds' is 4 and 'seconds' is 3, so it cannot be skipped"]
            ),
        ] as [Example]
    )
    func `a mistake of a creative is found`(example: Example) throws {
        try expectFindings(of: example)
    }

    @Test(
        arguments: [
            (#""picture": ▸"file:///etc/passwd""#, "'picture' is not an http or https address: 'file:///etc/passwd'"),
            (
                #""picture": ▸"http://cdn.example/a.png""#,
                "'picture' has to be an https address, as the feed's is: 'http://cdn.example/a.png'"
            ),
            (#""picture": ▸"""#, "'picture' is empty: ''"),
            (#""landing": ▸"javascript:alert(1)""#, "'landing' is never a javascript address: 'javascript:alert(1)'"),
            (#""landing": ▸"shop:""#, "'landing' names no page: 'shop:'"),
            (
                #""landing": ▸"shop:a\u0007""#,
                #"'landing' has a control or invisible character in it: 'shop:a\u{07}'"#
            ),
            (
                #""landing": ▸"https://me:pw@shop.example/""#,
                "'landing' has a name or a password in it: 'https://•••@shop.example/'"
            ),
            (
                "\"landing\": ▸\"https://www.\u{430}pple.com/\"",
                "'landing' has a host with letters outside ASCII; write its name in ASCII, which begins with xn--: "
                    + "'https://www.\u{430}pple.com/'"
            ),
        ]
    )
    func `an address that may not be used is an error`(values: String, rule: String) throws {
        try expectFindings(of: (FeedCheckTests.creative(values), ["error: creative 'a': \(rule); it is left out"]))
    }

    @Test(
        arguments: [
            (
                #""landing": ▸"www.shop.example""#,
                "'landing' has no scheme, so 'www.shop.example' is 'https://ads.example/today/www.shop.example'"
            ),
            (#""landing": ▸"tel:555-0100""#, "'landing' is a tel address, which few programs in a terminal can open"),
        ]
    )
    func `a landing address that is hardly meant is a warning`(values: String, rule: String) throws {
        try expectFindings(of: (FeedCheckTests.creative(values), ["warning: creative 'a': \(rule)"]))
    }

    // MARK: - Places

    @Test func `a column is a character, a tab or a scalar of an emoji, after LF and CRLF`() throws {
        let creative = "{\"id\": \"ok\", \"title\": \"日本👩\u{200D}👧\", \"x\": 1}"
        let text = "{\"version\": 1,\r\n\t\"creatives\": [\(creative)]}"

        #expect(try lines(text).first?.hasPrefix("feed.json:2:52: warning: creative 'ok': 'x' is not known") == true)
    }

    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func `a feed in another encoding than UTF-8 is an error at its beginning`(encoding: String.Encoding) throws {
        let bytes = try #require(#"{"version": 1, "creatives": []}"#.data(using: encoding))
        var check = FeedCheck(
            of: "feed.json",
            in: FeedCheck.Circumstances(configuration: SettingValues(), date: .distantPast, zone: .gmt)
        )

        check.read(Array(bytes), from: try HTTPAddress("https://ads.example/"))

        let rule = "is not JSON at line 1, column 1: UTF-16 or UTF-32 begins instead of UTF-8"
        #expect("\(check)" == "feed.json:1:1: error: the feed \(rule)\n0 creatives, 0 shown as meant; 1 error")
    }

    @Test func `a feed that is too large has no place`() throws {
        let text = String(repeating: " ", count: AdFeed.maximumBytes + 1)

        #expect(try lines(text).first == "feed.json: error: the feed is larger than 262144 bytes")
    }

    @Test func `a name with a control character or a line break is escaped, so that a finding is one line`() throws {
        let text = #"{"version": 1, "creatives": [], "a\n\u001b[2Jfeed.json:1:1: note": 1}"#

        #expect(
            try lines(text) == [
                #"feed.json:1:68: warning: 'a\n\u{1B}[2Jfeed.json:1:1: note' is not known; "#
                    + "there are creatives, expires, policy, version",
                "0 creatives, 0 shown as meant; 1 warning",
            ]
        )
    }

    @Test func `thousands of findings are listed up to a thousand`() throws {
        let names = (1...3000).map { "\"n\($0)\": 1" }.joined(separator: ", ")

        let lines = try lines("{\"version\": 1, \"creatives\": [], \(names)}")

        #expect(lines.count == 1002)
        #expect(lines.suffix(2) == ["2000 findings more", "0 creatives, 0 shown as meant; 3000 warnings"])
    }

    // MARK: - The summary

    @Test func `findings are in the order of the text, and the summary counts what is shown as meant`() throws {
        let text = """
            {"version": 1, "policy": {"seconds": 45}, "creatives": [
              {"id": "a", "title": "A", "weight": 0},
              {"id": "b", "title": "B", "wait": 1},
              {"id": "c", "title": "C", "landing": "shop:"},
              {"id": "d", "title": "D"}]}
            """

        #expect(
            try lines(text).map { $0.prefix(36) } == [
                "feed.json:1:38: warning: feed: 'seco", "feed.json:2:39: note: creative 'a': ",
                "feed.json:3:37: warning: creative 'b", "feed.json:4:40: error: creative 'c':",
                "4 creatives, 2 shown as meant; 1 err",
            ]
        )
        #expect(try lines(text).last == "4 creatives, 2 shown as meant; 1 error, 2 warnings, 1 note")
    }

    @Test func `a good feed is one line that says what was checked`() throws {
        let check = try check(#"{"version": 1, "creatives": [{"id": "a", "title": "A"}]}"#)

        #expect(check.isGood)
        #expect("\(check)" == "feed.json is good: 1 creative, 0 pictures, 56 bytes")
    }

    @Test(
        arguments: [
            (#""weight": 0"#, 66, "paused: its weight is 0"),
            (#""until": "2000-12-01""#, 65, "over since 2000-12-01"),
            (#""from": "2001-02-01""#, 30, "not before 2001-02-01"),
            (#""daily-cap": 0"#, 30, "shown 0 of 0 times today"),
        ]
    )
    func `a creative that isn't shown now is a note, and the summary says that none is`(
        value: String,
        column: Int,
        reason: String
    ) throws {
        let check = try check("{\"version\": 1, \"creatives\": [{\"id\": \"a\", \"title\": \"A\", \(value)}]}")

        #expect(check.isGood)
        #expect("\(check)".hasPrefix("feed.json:1:\(column): note: creative 'a': \(reason)"))
        #expect("\(check)".hasSuffix("\nfeed.json has no mistake, but none of its creatives is shown now (1 creative)"))
    }

    @Test func `a feed that has expired is a warning at its end`() throws {
        let check = try check(
            #"{"version": 1, "expires": "2000-12-01", "creatives": [{"id": "a", "title": "A", "weight": 1}]}"#
        )

        #expect(!check.isGood)
        #expect("\(check)".hasPrefix("feed.json:1:27: warning: 'expires' is past, so no creative is shown\n"))
    }

    @Test(arguments: [#""daily-cap": 0"#, #""occasions": []"#])
    func `a policy that lets nothing be shown is a warning`(value: String) throws {
        let check = try check(
            #"{"version": 1, "policy": {"seconds": 5, \#(value)}, "creatives": [{"id": "a", "title": "A"}]}"#
        )

        #expect(!check.isGood)
        #expect(
            "\(check)".contains("warning: feed: '\(value.split(separator: "\"")[0])' lets no advertisement be shown")
        )
    }

    // MARK: - The program's own reading

    @Test func `problems of the configuration are no findings, and its ceilings count`() throws {
        let text = FeedCheckTests.policy(#"{"seconds": 45}"#)

        #expect(try check(text, configuration: ["most-seconds": 50, "daily-cap": "many"]).isGood)
        #expect(
            try lines(text, configuration: ["most-seconds": 40]).first
                == "feed.json:1:38: warning: feed: 'seconds' is at most 40 by 'most-seconds', not 45"
        )
    }

    @Test(arguments: seeds(of: 1...40))
    func `what a check leaves out is what the program leaves out, and a feed without findings can be chosen`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let values: [(String, [PlainValue])] = [
            ("weight", [1, 0, -1, "1", 5000]), ("from", ["2000-01-01", "2001-06-01", 5]),
            ("until", ["2001-06-01", "2000-01-01", "x"]), ("landing", ["shop:a", "shop:", "tel:1", "www.a.example"]),
            ("picture", ["a.png", "", "http://a.example/a.png"]), ("seconds", [3, 45, 90, "x"]),
            ("skip", ["ring", "x", 5]), ("headlin", ["x"]),
        ]
        let creatives = (0..<Int.random(in: 1...6, using: &random)).map { index in
            var creative: [String: PlainValue] = ["id": .string("c\(index)"), "title": "A"]
            for (name, choices) in values where Int.random(in: 0..<6, using: &random) == 0 {
                creative[name] = choices.randomElement(using: &random)
            }
            return PlainValue.dictionary(creative)
        }
        let text = PlainValue.dictionary(["version": 1, "creatives": .array(creatives)]).json
        let address = try HTTPAddress("https://ads.example/today/feed.json")

        let check = try check(text)
        let feed = try? AdFeed.read(Array(text.utf8), from: address)

        #expect(check.creatives.map(\.creative) == feed?.creatives ?? [])
        let ids = check.creatives.map { "c\($0.number)" }
        #expect(ids == (feed?.creatives ?? []).map(\.id))
        let errors = "\(check)".split(separator: "\n").filter { $0.contains("it is left out") }
        #expect(errors.count == creatives.count - ids.count)
        if "\(check)".split(separator: "\n").count == 1 {
            for creative in try #require(feed).creatives {
                let choice = CreativeChoice(
                    among: [creative],
                    at: Date(timeIntervalSinceReferenceDate: 0),
                    in: .gmt,
                    canWait: false,
                    tally: { _ in CreativeTally() },
                    refusal: { _ in nil }
                )
                #expect(choice.chosen == creative)
            }
        }
    }
}
