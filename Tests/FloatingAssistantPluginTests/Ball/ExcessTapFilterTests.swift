import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct ExcessTapFilterTests {
    private func taps(_ times: [(GestureEvent, Int)]) -> [Bool] {
        var filter = ExcessTapFilter()
        return times.map { filter.accepts($0.0, at: .milliseconds($0.1)) }
    }

    private let down = GestureEvent.touchDown(at: .zero)
    private let up = GestureEvent.touchUp(at: .zero)
    private let most = TapGesture.mostTaps
    private func tap(_ count: Int) -> GestureEvent { .tap(count: count, at: .zero) }

    @Test func `taps after the longest series have no effect, however many`() {
        let events = [
            (down, 0), (up, 0), (tap(most), 0), (down, 100), (up, 150), (down, 300), (up, 350), (tap(2), 650),
            (down, 700), (up, 700), (tap(1), 1000),
        ]

        #expect(taps(events).filter { !$0 }.count == 1)
        #expect(taps(events)[7] == false)
        #expect(taps(events)[10] == true)
    }

    @Test func `the longest series once more in the same row does not open it once more`() {
        #expect(taps([(tap(most), 0), (down, 50), (up, 60), (tap(most), 60)]) == [true, true, true, false])
    }

    @Test(arguments: 1..<TapGesture.mostTaps) func `fewer taps need no protection`(count: Int) {
        #expect(taps([(tap(count), 300), (down, 310), (up, 320), (tap(1), 620)]) == [true, true, true, true])
    }
}
