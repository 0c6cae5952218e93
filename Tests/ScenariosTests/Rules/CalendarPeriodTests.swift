import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

@Suite(.tags(.scenarios)) struct CalendarPeriodTests {
    private static let identifiers = [
        "Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kathmandu", "Etc/UTC",
    ]

    @Test(arguments: identifiers) func `days, ISO weeks and months match Foundation's`(identifier: String) throws {
        let zone = try #require(CivilTimeZone(identifier: identifier))
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: identifier))
        var random = SeededGenerator(seed: 9)

        for _ in 0..<300 {
            let date = Date(timeIntervalSince1970: Double.random(in: 0...2_500_000_000, using: &random))
            let parts = calendar.dateComponents([.year, .month, .day, .yearForWeekOfYear, .weekOfYear], from: date)
            let labels = CalendarPeriod.allCases.map {
                $0.label($0.index(of: date.timeIntervalSinceReferenceDate, in: zone))
            }
            func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
            let year = parts.year ?? 0
            let expected = [
                "\(year)-\(two(parts.month))-\(two(parts.day))",
                "\(parts.yearForWeekOfYear ?? 0)-W\(two(parts.weekOfYear))", "\(year)-\(two(parts.month))",
            ]
            #expect(labels == expected)
        }
    }
}
