import HostRuntime
import Testing

@testable import SplashAdPlugin

@Suite struct SplashSettingsTests {
    @Test func `nothing configured is five seconds, ten seconds away, and a fade of the content`() {
        let (settings, problems) = SplashSettings.read([:])

        #expect(settings == SplashSettings(seconds: 5, minimumBackground: .seconds(10), fade: .content))
        #expect(problems == [])
    }

    @Test func `what is configured is taken`() {
        let (settings, problems) = SplashSettings.read([
            "seconds": 60, "minimum-background-seconds": 0.5, "fade": "window",
        ])

        #expect(settings == SplashSettings(seconds: 60, minimumBackground: .milliseconds(500), fade: .window))
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
            ("fade", "slow", "'fade' is one of 'content', 'window', 'none', not 'slow'; 'content' is used"),
            ("fade", true, "'fade' is one of 'content', 'window', 'none', not 'true'; 'content' is used"),
            ("second", 3, "'second' is not a setting; there are fade, minimum-background-seconds, seconds"),
        ] as [(String, PlainValue, String)]
    )
    func `a wrong value is named with its rule and what is used instead`(
        name: String,
        value: PlainValue,
        problem: String
    ) {
        #expect(SplashSettings.read([name: value]).problems == [problem])
    }
}
