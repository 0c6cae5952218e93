import FoundationEssentials
import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct PersonsClockTests {
    private let berlin = CivilTimeZone(secondsFromGMT: 3600)

    /// A clock at 2026-11-27 14:03:12.345 in Berlin, ten days after the host started.
    private func clock() throws -> PersonsClock {
        guard case .instant(let now)? = CivilMoment("2026-11-27T14:03:12.345+01:00") else { throw NoDate() }
        return PersonsClock(now: now, after: .seconds(864_000), zone: berlin)
    }

    private struct NoDate: Error {}

    @Test func `a time of today is the time of day in the person's zone, to the millisecond`() throws {
        #expect(try clock().text(.seconds(864_000)) == "14:03:12.345")
        #expect(try clock().text(.seconds(864_000 - 12)) == "14:03:00.345")
    }

    @Test func `a time of an earlier day has the day`() throws {
        #expect(try clock().text(.seconds(864_000 - 86_400)) == "11-26 14:03")
        #expect(try clock().text(.zero) == "11-17 14:03")
        #expect(try clock().text(try clock().now - 400 * 86_400) == "2025-10-23")
    }

    @Test func `the day begins at midnight in the person's zone`() throws {
        let seconds = 14 * 3600 + 3 * 60 + 12.345

        #expect(try clock().text(.seconds(864_000 - seconds)) == "00:00:00.000")
        #expect(try clock().text(.seconds(864_000 - seconds - 1)) == "11-26 23:59")
    }

    @Test func `in details a time has its date and the offset of the zone`() throws {
        #expect(try clock().longText(.seconds(864_000)) == "2026-11-27 14:03:12 UTC+01:00")
    }

    @Test func `a date beyond the calendar is none`() throws {
        #expect(try clock().text(Date(timeIntervalSinceReferenceDate: 1e300)) == "-")
    }
}
