import Foundation
import Scenarios
import Testing

@testable import greet

@Suite struct GreetingTests {
    /// Noon GMT on the first of November 2025.
    private let noon = Date(timeIntervalSinceReferenceDate: 783_691_200)

    @Test func `a day has one greeting, and the next day another`() {
        let greeting = Greeting(store: KeyValueStore(), timeZone: .gmt)

        let hours = [0.0, 1, 11.9, 12, 13, 36]
        let greeted = hours.filter { greeting.text(at: noon + $0 * 3600) != nil }

        #expect(greeted == [0, 12, 36])
    }

    @Test func `the runs of the tool share a day's greeting`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("greet-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(at date: Date) -> String? {
            Greeting(store: .ofProgram("greet", directory: folder), timeZone: .gmt).text(at: date)
        }

        #expect(run(at: noon) == "Good to see you.")
        #expect(run(at: noon + 3600) == nil)
        #expect(run(at: noon + 86_400) == "Good to see you.")
    }

    @Test func `a refused greeting has its reason`() {
        let greeting = Greeting(store: KeyValueStore(), timeZone: .gmt)
        _ = greeting.text(at: noon)

        #expect(greeting.reason(at: noon + 60) == "Refused: greeted today: 1 of 1 (2025-11-01).")
    }
}
