import FoundationEssentials
import HostRuntime
import Testing

@testable import SplashAdPlugin

@Suite struct SplashOccasionTests {
    private let noon = Date(timeIntervalSinceReferenceDate: 43_200)

    @Test func `each occasion has its name`() {
        let period = BackgroundPeriod(start: .zero, end: .seconds(9), cause: .screenLocked)
        let left = BackgroundPeriod(start: .zero, end: .seconds(9), cause: .userLeft)

        let occasions: [SplashOccasion] = [
            .launch(leftAt: noon, at: noon), .comeBack(left, at: noon), .comeBack(period, at: noon), .offer(at: noon),
            .byHand(at: noon),
        ]

        #expect(
            occasions.map(\.description) == ["at launch", "on a return", "after a lock", "on request", "by hand"]
        )
    }
}
