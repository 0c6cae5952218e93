import TestSupport
import Testing

@testable import HostRuntime

/// A call that blocks the main actor for more than 250 ms is named.
@Suite(.tags(.plugins)) struct SlowCallsTests {
    /// Milliseconds as the calls' nanoseconds.
    private func calls(_ milliseconds: Range<UInt64>) -> Range<UInt64> {
        milliseconds.lowerBound * 1_000_000..<milliseconds.upperBound * 1_000_000
    }

    @Test func `a call that holds the main actor for more than 250 ms is named, with its time`() {
        var slow = SlowCalls()

        #expect(slow.end(of: calls(0..<251)) == 251_000_000)
        #expect(slow.end(of: calls(300..<550)) == nil)
    }

    @Test func `a call that waits for a slow one inside it is not named`() {
        var slow = SlowCalls()

        #expect(slow.end(of: calls(10..<900)) == 890_000_000)
        #expect(slow.end(of: calls(0..<1000)) == nil)
    }

    @Test func `a call that is slow beside the slow ones inside it is named with its own time`() {
        var slow = SlowCalls()

        #expect(slow.end(of: calls(100..<400)) == 300_000_000)
        #expect(slow.end(of: calls(400..<700)) == 300_000_000)
        #expect(slow.end(of: calls(0..<1000)) == 400_000_000)
    }

    @Test func `the time of a slow call counts once, however many calls are around it`() {
        var slow = SlowCalls()

        #expect(slow.end(of: calls(20..<900)) == 880_000_000)
        #expect(slow.end(of: calls(10..<910)) == nil)
        #expect(slow.end(of: calls(0..<920)) == nil)
        #expect(slow.end(of: calls(1000..<1300)) == 300_000_000)
    }

    @MainActor @Test func `a slow call is written to the log, in the name of the plugin that made it`() {
        let before = RunningCode.onSlowCall
        defer { RunningCode.onSlowCall = before }
        var lines: [String] = []
        let log = HostLog(clock: HostClock(source: ManualTime()))
        HangWatch.nameSlowCalls(in: log) { text, owner in lines.append("\(owner): \(text)") }

        // Since the machine started.
        RunningCode.end(CallEntry(of: .plugin("ads"), .command), begunAt: 1)

        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("ads: held the main actor for ") == true)
        #expect(log.stalls.map(\.owner) == [.plugin("ads")])
        #expect(log.stalls.allSatisfy { $0.duration > .milliseconds(250) })
    }
}
