import HostRuntime
import Testing

@testable import SplashAdPlugin

@Suite struct SplashSettingsTests {
    @Test func `nothing configured is five seconds, ten seconds away, twenty a day and a fade of the content`() {
        let (settings, problems) = SplashSettings.read([:])

        #expect(settings == SplashSettings(seconds: 5, minimumBackground: .seconds(10), fade: .content, dailyCap: 20))
        #expect(problems == [])
    }

    @Test func `what is configured is taken`() {
        let (settings, problems) = SplashSettings.read([
            "seconds": 60, "minimum-background-seconds": 0.5, "fade": "window", "daily-cap": 0,
        ])

        let expected = SplashSettings(
            seconds: 60,
            minimumBackground: .milliseconds(500),
            fade: .window,
            dailyCap: 0,
            configured: ["seconds", "minimum-background-seconds", "fade", "daily-cap"]
        )
        #expect(settings == expected)
        #expect(problems == [])
    }

    @Test(
        arguments: [
            ("seconds", 0, "'seconds' is a whole number from 1 to 60, not 0; 1 is used"),
            ("seconds", .int(.max), "'seconds' is a whole number from 1 to 60, not \(Int.max); 60 is used"),
            ("seconds", 2.5, "'seconds' is a whole number from 1 to 60, not '2.5'; 5 is used"),
            ("seconds", "5", "'seconds' is a whole number from 1 to 60, not '5'; 5 is used"),
            (
                "minimum-background-seconds", -1,
                "'minimum-background-seconds' is a number from 0 to 3600, not -1; 0 is used"
            ),
            (
                "minimum-background-seconds", .double(.infinity),
                "'minimum-background-seconds' is a number from 0 to 3600, not inf; 3600 is used"
            ),
            (
                "minimum-background-seconds", .double(.nan),
                "'minimum-background-seconds' is a number from 0 to 3600, not 'nan'; 10 is used"
            ),
            ("daily-cap", -1, "'daily-cap' is a whole number from 0 to 1000, not -1; 0 is used"),
            ("daily-cap", 1001, "'daily-cap' is a whole number from 0 to 1000, not 1001; 1000 is used"),
            ("daily-cap", "all", "'daily-cap' is a whole number from 0 to 1000, not 'all'; 20 is used"),
            ("fade", "slow", "'fade' is one of 'content', 'window', 'none', not 'slow'; 'content' is used"),
            ("fade", true, "'fade' is one of 'content', 'window', 'none', not 'true'; 'content' is used"),
            ("second", 3, "'second' is not a setting; there are daily-cap, fade, minimum-background-seconds, seconds"),
        ] as [(String, PlainValue, String)]
    )
    func `a wrong value is named with its rule and what is used instead`(
        name: String,
        value: PlainValue,
        problem: String
    ) {
        #expect(SplashSettings.read([name: value]).problems == [problem])
    }

    @Test func `the policy tells each setting with its value and where that comes from`() {
        let settings = SplashSettings.read(["daily-cap": 3, "fade": "slow"]).settings

        #expect(
            settings.policy == """
                setting                     value    from
                daily-cap                   3        configuration
                fade                        content  default
                minimum-background-seconds  10.0     default
                seconds                     5        default
                """
        )
    }
}
