import Foundation
import Testing

@testable import SplashAdPlugin

@Suite struct DateISO8601Tests {
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
        #expect(Date(iso8601: text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        arguments: [
            "2026-02-29", "2026-02-30T00:00:00Z", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-01", "2026-01-00",
            "2026-01-32",
        ]
    )
    func `a day that does not exist is not a date`(text: String) {
        #expect(Date(iso8601: text) == nil)
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
        #expect(Date(iso8601: text) == nil)
    }

    @Test(arguments: 0..<200)
    func `every day is read as Foundation reads it`(step: Int) throws {
        let day = "\(1890 + step)-\(["01", "02", "03", "12"][step % 4])-\(10 + step % 19)"

        #expect(try Date(iso8601: day) == Date(day + "T00:00:00Z", strategy: .iso8601))
    }

    @Test(
        arguments: [
            ("2026-11-01", "2026-11-01 00:00 UTC"), ("2026-11-01T23:59:59.9Z", "2026-11-01 23:59 UTC"),
            ("2026-11-01T00:30:00+01:00", "2026-10-31 23:30 UTC"),
        ]
    )
    func `a date prints to the minute`(text: String, told: String) {
        #expect(Date(iso8601: text)?.inUTC == told)
    }
}
