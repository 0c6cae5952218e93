import FoundationEssentials
import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct StoredDateTests {
    private func date(_ value: PlainValue, _ key: String = "value") -> String? {
        StoredDate(value, under: key)?.date.inWords(.gmt)
    }

    @Test(
        arguments: [
            (.double(816_861_627), "left"), (.int(1_795_168_827), "updatedAt"), (.int(1_795_168_827_000), "last-seen"),
            (.double(1_795_168_827.5), "date"), ("2026-11-20T10:00:27Z", "anything"),
            ("2026-11-20T11:00:27.5+01:00", "x"),
        ] as [(PlainValue, String)]
    )
    func `a date is recognized in each form in which programs store it`(value: PlainValue, key: String) {
        #expect(date(value, key) == "2026-11-20 10:00:27 UTC")
    }

    @Test(
        arguments: [
            (.int(816_861_627), "left"), (.int(1_795_168_827), "number"), (.int(13_800_138_000), "phone"),
            (.double(3.5), "at"),
            (.double(.infinity), "at"), (.double(.nan), "at"), ("2026-11-20", "day"), ("yesterday", "at"), (true, "at"),
            (.null, "at"), (.int(20777), "day"),
        ] as [(PlainValue, String)]
    )
    func `another value is no date`(value: PlainValue, key: String) {
        #expect(date(value, key) == nil)
    }

    @Test func `the dates inside a value are shown in the person's zone`() {
        let value: PlainValue = ["day": ["since": 816_861_600.0, "executions": 2], "times": [816_861_600.0]]

        #expect(
            value.showingDates(under: "scenario", in: CivilTimeZone(secondsFromGMT: 28_800)) == [
                "day": ["since": "2026-11-20 18:00:00 UTC+08:00", "executions": 2],
                "times": ["2026-11-20 18:00:00 UTC+08:00"],
            ]
        )
    }
}
