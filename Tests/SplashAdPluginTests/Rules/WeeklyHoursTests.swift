import Foundation
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

/// Windows of the week, where the person is.
@Suite(.tags(.advertisements)) struct WeeklyHoursTests {
    // The first of January 2001 was a Monday.
    private let monday = Date(timeIntervalSinceReferenceDate: 0)

    private func hours(_ day: Int, _ hour: Int, _ minute: Int, _ second: Double = 0) -> Date {
        monday + Double(((day * 24 + hour) * 60 + minute) * 60) + second
    }

    private func contains(_ windows: [String], _ date: Date) -> Bool {
        WeeklyHours(windows).contains(date, in: .gmt)
    }

    @Test func `a window begins with its first minute and ends before its last one`() {
        let dates = [
            hours(0, 7, 59, 59.9), hours(0, 8, 0), hours(4, 17, 59, 59.9), hours(4, 18, 0), hours(5, 9, 0),
        ]

        #expect(dates.map { contains(["mon-fri 08:00-18:00"], $0) } == [false, true, true, false, false])
    }

    @Test func `a window over midnight belongs to the day on which it begins`() {
        let dates = [hours(5, 1, 0), hours(5, 22, 0), hours(6, 1, 59), hours(6, 2, 0), hours(6, 22, 0)]

        #expect(dates.map { contains(["sat 22:00-02:00"], $0) } == [false, true, true, false, false])
        #expect(contains(["sun 22:00-02:00"], hours(7, 1, 0)))
        #expect(contains(["sun 22:00-02:00"], hours(0, 1, 0)))
    }

    @Test(arguments: [
        ("sat,sun", [5, 6]), ("sat-mon", [0, 5, 6]), ("mon-sun", [0, 1, 2, 3, 4, 5, 6]), ("Wed", [2]),
        ("mon,wed-thu,mon", [0, 2, 3]), ("00:00-24:00", [0, 1, 2, 3, 4, 5, 6]), ("fri 00:00-24:00", [4]),
    ])
    func `days are whole days without a time, and a time is each day's without days`(window: String, days: [Int]) {
        let found = (0..<7).filter { contains([window], hours($0, 0, 0)) && contains([window], hours($0, 23, 59)) }

        #expect(found == days)
    }

    @Test(arguments: [
        "", " ", "mo", "monday", "mon fri", "mon-", "-fri", "mon-tue-wed", "mon,", "8:00-18:00", "08:00", "08:00-",
        "08:00-08:00", "24:00-01:00", "08:60-09:00", "08:00-24:01", "25:00-26:00", "08:00-18:00 mon",
        "mon  08:00-18:00",
        "08:00–18:00", "०८:००-१८:००", "mon\t08:00-18:00", "08:00-18:00 ", "+8:00-18:00",
    ])
    func `another text is no window`(text: String) {
        #expect(!WeeklyHours.isWindow(text))
    }

    @Test func `without a window it is all of the week`() {
        #expect(contains([], hours(3, 4, 5)))
    }

    @Test func `a date outside says the windows and the time where the person is`() {
        let zone = CivilTimeZone(secondsFromGMT: -5 * 3600)

        #expect(
            WeeklyHours(["mon-fri 08:00-18:00", "sat"]).without(hours(0, 4, 12), in: zone)
                == "mon-fri 08:00-18:00, sat; now it's sun 23:12"
        )
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-28T00:00:00Z"), ("Europe/Berlin", "2026-10-24T00:00:00Z"),
        ("America/St_Johns", "2026-10-31T00:00:00Z"), ("Australia/Lord_Howe", "2026-04-03T00:00:00Z"),
        ("Asia/Kathmandu", "1960-02-29T00:00:00Z"),
    ])
    func `minute by minute, also when the clock changes, it agrees with a calendar`(
        place: String,
        start: String
    ) throws {
        let zone = try #require(CivilTimeZone(identifier: place))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: place))
        let first = try Date(start, strategy: .iso8601)
        var random = SeededGenerator(seed: 34)
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let windows = (0..<8).map { _ in
            (
                day: Int.random(in: 0..<7, using: &random), start: Int.random(in: 0..<1440, using: &random),
                length: Int.random(in: 1..<1440, using: &random)
            )
        }
        let hours = windows.map { window in
            func clock(_ minute: Int) -> String { String(format: "%02d:%02d", minute / 60 % 24, minute % 60) }
            return WeeklyHours([
                "\(names[window.day]) \(clock(window.start))-\(clock(window.start + window.length))"
            ])
        }
        var inside = 0
        // Three days, with the change of the clock in the middle.
        for minute in 0..<(3 * 1440) {
            let date = first + Double(minute) * 60
            let local = calendar.dateComponents([.weekday, .hour, .minute], from: date)
            let (weekday, hour) = (try #require(local.weekday), try #require(local.hour))
            let ofWeek = ((weekday + 5) % 7) * 1440 + hour * 60 + (local.minute ?? 0)
            let expected = windows.map { window in
                (ofWeek - window.day * 1440 - window.start + 10_080) % 10_080 < window.length
            }
            try #require(hours.map { $0.contains(date, in: zone) } == expected, "\(date)")
            inside += expected.count { $0 }
        }
        #expect(inside > 0)
    }
}
