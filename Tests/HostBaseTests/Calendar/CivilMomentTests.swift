import Foundation
import Testing

@testable import HostBase

@Suite struct CivilMomentTests {
    /// The seconds since 1970 of a moment in GMT.
    private static func seconds(_ text: String) -> Double? {
        switch CivilMoment(text) {
        case .instant(let date): date.timeIntervalSince1970
        case .day(let day): Double(day) * 86_400
        case nil: nil
        }
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("1969-12-31T23:59:59Z", -1),
            ("2026-11-01T00:00:00Z", 1_793_491_200), ("2024-02-29T12:00:00Z", 1_709_208_000),
            ("2000-02-29T00:00:00Z", 951_782_400), ("2000-03-01T00:00:00Z", 951_868_800),
            ("2026-11-01T01:30:00+01:30", 1_793_491_200), ("2026-10-31T19:00:00-0500", 1_793_491_200),
            ("2026-11-01T02:00:00+02", 1_793_491_200), ("2026-11-01T00:00:00.25Z", 1_793_491_200.25),
            ("2026-11-01T00:00:00,5Z", 1_793_491_200.5), ("0000-01-01", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Double)]
    )
    func `a date is read with or without a time, a fraction and an offset`(text: String, seconds: Double) {
        #expect(CivilMomentTests.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            "2026-02-29", "2026-02-30T00:00:00Z", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00",
            "2026-01-32",
        ]
    )
    func `a day that does not exist is not a date`(text: String) {
        #expect(CivilMoment(text) == nil)
    }

    @Test(
        arguments: [
            "", "T", "now", "2026", "2026-11", "2026-11-1", "26-11-01", "2026-11-01T", "2026-11-01T00:00Z",
            "2026-11-01T00:00:00", "2026-11-01T24:00:00Z", "2026-11-01T00:60:00Z", "2026-11-01T00:00:60Z",
            "2026-11-01T00:00:00.Z", "2026-11-01T00:00:00+", "2026-11-01T00:00:00+1", "2026-11-01T00:00:00+24:00",
            "2026-11-01T00:00:00+01:", "2026-11-01T00:00:00+01:0", "2026-11-01T00:00:00ZZ", "2026-11-01 00:00:00Z",
            " 2026-11-01", "+026-11-01", "2026-11-01T00:00:00z", "٢٠٢٦-11-01",
        ]
    )
    func `any other notation is not a date`(text: String) {
        #expect(CivilMoment(text) == nil)
    }

    @Test(arguments: 0..<200)
    func `every day is read as Foundation reads it`(step: Int) throws {
        let day = "\(1890 + step)-\(["01", "02", "03", "12"][step % 4])-\(10 + step % 19)"

        let foundations = try Date(day + "T00:00:00Z", strategy: .iso8601).timeIntervalSince1970

        #expect(CivilMomentTests.seconds(day) == foundations)
        #expect(CivilMomentTests.seconds(day + "T00:00:00Z") == foundations)
    }

    // MARK: - Days

    /// The eastern and the western end of the calendar, and GMT.
    private static let zones = [14, 0, -12].map { CivilTimeZone(secondsFromGMT: $0 * 3600) }

    @Test(arguments: CivilMomentTests.zones) func `a day begins at the person's midnight`(zone: CivilTimeZone) throws {
        let day = try #require(CivilMoment("2026-11-01"))
        let midnight = Date(timeIntervalSince1970: 1_793_491_200 - Double(zone.secondsFromGMT(for: .distantPast)))

        #expect(!day.hasCome(at: midnight - 0.001, in: zone))
        #expect(day.hasCome(at: midnight, in: zone))
    }

    @Test(arguments: CivilMomentTests.zones) func `an instant is the same everywhere`(zone: CivilTimeZone) throws {
        let instant = try #require(CivilMoment("2026-11-01T00:00:00Z"))
        let date = Date(timeIntervalSince1970: 1_793_491_200)

        #expect(!instant.hasCome(at: date - 0.001, in: zone))
        #expect(instant.hasCome(at: date, in: zone))
    }

    @Test(
        arguments: [
            ("2026-11-01", "2026-11-02", true), ("2026-11-01", "2026-11-01", false),
            ("2026-11-01T00:00:00Z", "2026-11-01T00:00:01Z", true),
            ("2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z", false),
            ("2026-11-01", "2026-10-31T10:00:01Z", true), ("2026-11-01", "2026-10-31T10:00:00Z", false),
            ("2026-11-01T11:59:59Z", "2026-11-01", true), ("2026-11-01T12:00:00Z", "2026-11-01", false),
        ]
    )
    func `a moment may precede another one if it does in some time zone`(
        first: String,
        second: String,
        may: Bool
    ) throws {
        let (first, second) = (try #require(CivilMoment(first)), try #require(CivilMoment(second)))

        #expect(first.mayPrecede(second) == may)
    }

    @Test(
        arguments: [
            ("2026-11-01", 3600, "2026-11-01"), ("2026-11-01T23:59:59.9Z", 0, "2026-11-01 23:59:59 UTC"),
            ("2026-11-01T00:30:00+01:00", 0, "2026-10-31 23:30:00 UTC"),
            ("2026-11-01T00:30:00+01:00", 3600, "2026-11-01 00:30:00 UTC+01:00"),
            ("2026-11-01T00:30:00Z", -12_600, "2026-10-31 21:00:00 UTC-03:30"),
        ]
    )
    func `a moment is told in the person's time zone`(text: String, offset: Int, told: String) {
        #expect(CivilMoment(text)?.inWords(CivilTimeZone(secondsFromGMT: offset)) == told)
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21T00:00:00.000Z"), ("2026-11-21T09:30:00.25Z", "2026-11-21T09:30:00.250Z"),
        ("2026-11-21T09:30:00+01:00", "2026-11-21T08:30:00.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("0001-01-01", "0001-01-01T00:00:00.000Z"),
    ])
    func `a date is written as it is read`(text: String, stamp: String) throws {
        let date = try #require(Date(stamp: text))

        #expect(date.stamp == stamp)
        #expect(Date(stamp: date.stamp) == date)
    }
}
