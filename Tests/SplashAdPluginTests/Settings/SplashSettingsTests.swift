import HostRuntime
import Testing

@testable import SplashAdPlugin

/// Settings of the configuration and of a feed, clamped, each with its source.
@Suite struct SplashSettingsTests {
    @Test func `a missing setting has its default`() {
        let (settings, problems) = SplashSettings.read(configuration: [:])

        #expect(settings == SplashSettings())
        #expect(problems == [])
    }

    @Test func `the defaults are those of the documentation`() {
        let expected = SplashSettings(
            seconds: 5,
            minimumBackground: .seconds(10),
            fade: .content,
            dailyCap: 20,
            transition: .fade,
            skip: .textAndTime,
            skipAfterSeconds: 0,
            area: .full,
            waitLimit: .seconds(3),
            cachePolicy: .revalidate,
            landingCommand: "page.open"
        )

        #expect(SplashSettings() == expected)
    }

    private static let values: [String: PlainValue] = [
        "seconds": 25, "minimum-background-seconds": 7.5, "fade": "window", "daily-cap": 0, "transition": "wipe",
        "skip": "ring", "skip-after-seconds": 2, "area": "lower", "wait-seconds": 1.25,
        "cache-policy": "background",
    ]

    private func expected(from source: SplashSettings.Source) -> SplashSettings {
        var settings = SplashSettings()
        settings.seconds = 25
        settings.minimumBackground = .milliseconds(7500)
        settings.fade = .window
        settings.dailyCap = 0
        settings.transition = .wipe
        settings.skip = .ring
        settings.skipAfterSeconds = 2
        settings.area = .lower
        settings.waitLimit = .milliseconds(1250)
        settings.cachePolicy = .background
        for name in SplashSettings.Setting.all.map(\.name) where Self.values[name] != nil {
            settings.sources[name] = source
        }
        return settings
    }

    @Test func `a feed's settings are used`() {
        let (settings, problems) = SplashSettings.read(configuration: [:], feed: SettingValues(Self.values))

        #expect(settings == expected(from: .feed))
        #expect(problems == [])
    }

    @Test func `configured settings are used`() {
        let (settings, problems) = SplashSettings.read(
            configuration: SettingValues(Self.values.merging(["landing-command": "shop.open"]) { $1 })
        )

        var expected = expected(from: .configuration)
        expected.landingCommand = "shop.open"
        expected.sources["landing-command"] = .configuration
        #expect(settings == expected)
        #expect(problems == [])
    }

    @Test func `the configuration takes precedence over a feed`() {
        let (settings, problems) = SplashSettings.read(
            configuration: ["seconds": 7],
            feed: ["seconds": 9, "daily-cap": 3]
        )

        #expect([settings.seconds, settings.dailyCap] == [7, 3])
        #expect([settings.source(of: \.seconds), settings.source(of: \.dailyCap)] == [.configuration, .feed])
        #expect(problems == [])
    }

    @Test func `an invalid configured value leaves the feed's value`() {
        let (settings, problems) = SplashSettings.read(configuration: ["seconds": "long"], feed: ["seconds": 9])

        #expect(settings.seconds == 9)
        #expect(settings.source(of: \.seconds) == .feed)
        #expect(
            problems.map(\.description) == [
                "configuration: 'seconds' is a whole number from 1 to 60, not 'long'; 9 is used"
            ]
        )
    }

    @Test func `an invalid value in a feed is reported with the value that is used`() {
        let problems = SplashSettings.read(configuration: ["seconds": 7], feed: ["seconds": 90]).problems

        #expect(problems.map(\.description) == ["feed: 'seconds' is a whole number from 1 to 60, not 90; 7 is used"])
    }

    @Test func `a feed cannot choose the command that opens a page`() {
        let (settings, problems) = SplashSettings.read(
            configuration: [:],
            feed: ["landing-command": "session.logout"]
        )

        #expect(settings == SplashSettings())
        #expect(
            problems.map(\.description) == [
                "feed: 'landing-command' can only be set in the configuration; 'page.open' is used"
            ]
        )
    }

    @Test(
        arguments: [
            ("seconds", 0, "is a whole number from 1 to 60, not 0; 1 is used"),
            ("seconds", .int(.max), "is a whole number from 1 to 60, not \(Int.max); 60 is used"),
            ("seconds", .int(.min), "is a whole number from 1 to 60, not \(Int.min); 1 is used"),
            ("seconds", 1e30, "is a whole number from 1 to 60, not 1e+30; 60 is used"),
            ("seconds", .double(-.infinity), "is a whole number from 1 to 60, not -inf; 1 is used"),
            ("seconds", .double(.nan), "is a whole number from 1 to 60, not nan; 5 is used"),
            ("seconds", 2.5, "is a whole number from 1 to 60, not 2.5; 5 is used"),
            ("seconds", "5", "is a whole number from 1 to 60, not '5'; 5 is used"),
            ("seconds", .null, "is a whole number from 1 to 60, not null; 5 is used"),
            ("seconds", [5], "is a whole number from 1 to 60, not a list; 5 is used"),
            ("seconds", ["a": 5], "is a whole number from 1 to 60, not an object; 5 is used"),
            ("skip-after-seconds", 61, "is a whole number from 0 to 60, not 61; 60 is used"),
            ("daily-cap", -1, "is a whole number from 0 to 1000, not -1; 0 is used"),
            ("daily-cap", 1001, "is a whole number from 0 to 1000, not 1001; 1000 is used"),
            ("minimum-background-seconds", -1, "is a number of seconds from 0 to 3600, not -1; 0 is used"),
            (
                "minimum-background-seconds", .double(.infinity),
                "is a number of seconds from 0 to 3600, not inf; 3600 is used"
            ),
            ("minimum-background-seconds", .double(.nan), "is a number of seconds from 0 to 3600, not nan; 10 is used"),
            ("wait-seconds", 5.5, "is a number of seconds from 0 to 5, not 5.5; 5 is used"),
            ("fade", "slow", "is one of 'content', 'window', 'none', not 'slow'; 'content' is used"),
            ("fade", true, "is one of 'content', 'window', 'none', not true; 'content' is used"),
            ("transition", "curl", "is one of 'none', 'fade', 'slide', 'wipe', not 'curl'; 'fade' is used"),
            (
                "skip", "round",
                "is one of 'none', 'time', 'text', 'text-and-time', 'ring', not 'round'; 'text-and-time' is used"
            ),
            ("area", "left", "is one of 'full', 'upper', 'lower', not 'left'; 'full' is used"),
            (
                "cache-policy", "use-cache",
                "is one of 'revalidate', 'background', not 'use-cache'; 'revalidate' is used"
            ),
            (
                "occasions", ["launch", "restart"],
                "is a list with only 'launch', 'return' and 'offer' in it, not a list; [launch, return, offer] is used"
            ),
            ("starts-before-first", 1001, "is a whole number from 0 to 1000, not 1001; 1000 is used"),
            ("landing-command", "", "is the id of a command, of 1 to 100 bytes, not ''; 'page.open' is used"),
            (
                "landing-command", "a\u{1B}[2J",
                "is the id of a command, of 1 to 100 bytes, not 'a\\u{1B}[2J'; 'page.open' is used"
            ),
        ] as [(String, PlainValue, String)]
    )
    func `an invalid value is reported with its rule and the value that is used`(
        name: String,
        value: PlainValue,
        problem: String
    ) {
        let problems = SplashSettings.read(configuration: [name: value]).problems
            .filter { !$0.text.contains("cannot be skipped") }

        #expect(problems.map(\.description) == ["configuration: '\(name)' \(problem)"])
    }

    @Test func `every setting that is read is declared, so that the host reports a misspelled one with the nearest`() {
        let declared = SplashAdPlugin.manifest.configuration.first { $0.name == "splash-ad" }?.settings

        #expect(declared == SplashSettings.Setting.all.map(\.declaration))
        let properties = Mirror(reflecting: SplashSettings()).children.filter { $0.label != "sources" }
        #expect(Set(SplashSettings.Setting.all.map { $0.property as AnyKeyPath }).count == properties.count)
    }

    @Test(arguments: SplashSettings.Setting.all.map(\.name))
    func `a default keeps to the rule of its setting, and reading it changes nothing`(
        name: String
    ) throws {
        let setting = try #require(SplashSettings.Setting.all.first { $0.name == name })
        let value = try #require(setting.declaration.defaultValue)
        var settings = SplashSettings()

        #expect(setting.read(value, &settings) == .exact(value))
        #expect(settings == SplashSettings())
    }

    @Test func `many unknown names are one problem, and none of them is kept`() throws {
        let names = (1...5000).map { "x\($0)" }
        var policy: [String: PlainValue] = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        policy["skip"] = .string(String(repeating: "r", count: 70_000))
        policy["area"] = .array(Array(repeating: 1, count: 1000))
        policy["seconds"] = 7

        let feed = try AdFeed.read(["version": 1, "policy": .dictionary(policy), "creatives": []])

        let settings = SplashSettings.Setting.all.filter(\.isForFeeds).map(\.name).joined(separator: ", ")
        #expect(
            feed.problems.map(\.description) == [
                "'policy': 'x1', 'x10', 'x100' and 4997 more are not known; there are \(settings)"
            ]
        )
        #expect(feed.policy.keys.sorted() == ["area", "seconds", "skip"])
        #expect("\(feed.policy)".count < 400)
        #expect(SplashSettings.read(configuration: [:], feed: SettingValues(feed.policy)).problems.count == 2)
    }

    // MARK: - Ceilings

    @Test func `a feed's settings are clamped to the ceilings, and each change is reported`() {
        let read = SplashSettings.read(
            configuration: [:],
            feed: [
                "seconds": 60, "skip": "none", "daily-cap": 1000, "minimum-background-seconds": 0,
                "skip-after-seconds": 60,
            ]
        )

        let settings = read.settings
        #expect([settings.seconds, settings.dailyCap, settings.skipAfterSeconds] == [30, 50, 5])
        #expect(settings.skip == .textAndTime)
        #expect(settings.minimumBackground == .seconds(5))
        #expect(
            read.problems.map(\.description) == [
                "feed: 'seconds' is at most 30 by 'most-seconds', not 60",
                "feed: 'daily-cap' is at most 50 by 'most-daily-cap', not 1000",
                "feed: 'minimum-background-seconds' is at least 5 by 'least-background-seconds', not 0",
                "feed: 'skip-after-seconds' is at most 5 by 'most-seconds-before-skip', not 60",
                "feed: 'skip' is 'none' for at most 5 s by 'most-seconds-before-skip', not for 30 s",
            ]
        )
    }

    @Test func `the configuration can lower the ceilings, and its own values are not bound by them`() {
        let feed: SettingValues = ["seconds": 10, "skip": "none"]
        let lowered = SplashSettings.read(configuration: ["most-seconds": 4], feed: feed).settings
        let own = SplashSettings.read(
            configuration: ["seconds": 60, "skip": "none", "daily-cap": 1000, "minimum-background-seconds": 0]
        )

        #expect(lowered.seconds == 4)
        #expect(lowered.skip == .none)
        #expect([own.settings.seconds, own.settings.dailyCap] == [60, 1000])
        #expect(own.settings.skip == .none)
        #expect(own.problems == [])
    }

    @Test(arguments: [0, 10]) func `a ceiling leaves the configuration's time before a skip as it is`(seconds: Int) {
        let settings = SplashSettings.read(
            configuration: ["skip-after-seconds": .int(seconds)],
            feed: ["seconds": 20, "skip": "none"]
        ).settings

        #expect(settings.skip == .textAndTime)
        #expect(settings.skipAfterSeconds == seconds)
    }

    @Test func `a creative overrides settings within the ceilings, but not the configuration`() {
        let settings = SplashSettings.read(configuration: ["transition": "wipe"], feed: ["skip": "ring"]).settings
        let look: [String: PlainValue] = [
            "seconds": 60, "skip": "time", "skip-after-seconds": 9, "transition": "slide", "area": "lower",
        ]

        let shown = settings.showing(look)

        #expect([shown.seconds, shown.skipAfterSeconds] == [30, 5])
        #expect(shown.skip == .time)
        #expect(shown.transition == .wipe)
        #expect(shown.area == .lower)
        #expect(settings.showing([:]) == settings)
    }

    @Test func `a skip control that opens too late is a warning`() {
        let problems = SplashSettings.read(configuration: ["seconds": 5, "skip-after-seconds": 5]).problems

        #expect(
            problems.map(\.description) == [
                "configuration: 'skip-after-seconds' is 5 and 'seconds' is 5, so the advertisement cannot be skipped"
            ]
        )
    }

    @Test(arguments: [
        ("跳过", true), ("Weiter >", true), ("Überspringen", true), ("Überspringen!", false), ("", false),
        ("a\nb", false), ("  ", false), ("\u{A0}", false), ("\u{2800}\u{2800}", false), ("\u{3164}", false),
        ("\u{200B}", false), ("\u{115F}", false),
    ])
    func `the words on the skip control have to fit on it`(word: String, isTaken: Bool) {
        let settings = SplashSettings.read(configuration: [:], feed: ["skip-word": .string(word)]).settings

        #expect(settings.skipWord == (isTaken ? word : "Skip"))
    }

    @Test func `the policy lists each setting with its value and source`() {
        let settings = SplashSettings.read(
            configuration: ["daily-cap": 3, "fade": "slow"],
            feed: ["daily-cap": 9, "skip": "ring", "wait-seconds": 0.5]
        ).settings

        let lines = settings.policy.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.count == SplashSettings.Setting.all.count + 1)
        #expect(lines.first == "setting value from")
        #expect(
            ["daily-cap 3 configuration", "fade content default", "skip ring feed", "wait-seconds 0.5 feed"]
                .allSatisfy(lines.contains)
        )
    }
}
