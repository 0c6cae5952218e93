import Testing

@testable import HostRuntime

/// Holds, by which a program keeps something away for a while.
@Suite struct TimedHoldsTests {
    private func request(_ values: [String: PlainValue]) -> NamedNotification {
        NamedNotification(name: NotificationName("tea.hold"), values: values)
    }

    @Test func `of too many holds the one that ends first goes`() {
        var holds = TimedHolds()
        holds.hold("payment", for: .seconds(3600), at: .zero)
        for number in 0..<TimedHolds.most { holds.hold("page \(number)", for: .seconds(1), at: .zero) }

        #expect(holds.reason(at: .seconds(2))?.contains("payment") == true)
    }

    @Test func `without a hold there is no reason`() {
        #expect(TimedHolds().reason(at: .zero) == nil)
    }

    @Test func `a hold lasts for its time`() {
        var holds = TimedHolds()
        holds.hold("payment", for: .seconds(10), at: .seconds(5))

        #expect(
            holds.reason(at: .seconds(6)) == "'payment', for at most 9.0 s more"
        )
        #expect(holds.reason(at: .seconds(15)) == nil)
    }

    @Test func `a hold with the same reason starts again, and another reason is held beside it`() {
        var holds = TimedHolds()
        holds.hold("payment", for: .seconds(10), at: .zero)
        holds.hold("payment", for: .seconds(10), at: .seconds(5))
        holds.hold("call", for: .seconds(2), at: .seconds(5))

        #expect(
            holds.reason(at: .seconds(6)) == "'payment', 'call', for at most 9.0 s more"
        )
        holds.release(request(["reason": "payment"]))
        #expect(holds.reason(at: .seconds(6)) == "'call', for at most 1.0 s more")
        holds.release(request([:]))
        #expect(holds.reason(at: .seconds(6)) == nil)
    }

    @Test(arguments: [Duration.seconds(1e15), .seconds(3601), .seconds(-5)])
    func `no hold lasts longer than an hour`(duration: Duration) {
        var holds = TimedHolds()
        holds.hold("forever", for: duration, at: .zero)

        #expect(holds.reason(at: .seconds(3600)) == nil)
    }

    @Test func `of many holds the newest are kept`() {
        var holds = TimedHolds()
        for number in 1...1000 { holds.hold("\(number)", for: .seconds(number), at: .zero) }

        let reason = holds.reason(at: .zero)

        #expect(reason?.contains("'1000'") == true)
        #expect(reason?.contains("'984'") == false)
    }

    @Test(
        arguments: [
            ([:], "somebody", 600), (["reason": "payment", "seconds": 30], "payment", 30),
            (["reason": "a\u{1B}[2J\nb", "seconds": 1e9], "a[2J b", 3600),
            (["reason": "", "seconds": .null], "somebody", 600), (["seconds": -5], "somebody", 0),
            (["reason": 7], "7", 600),
        ] as [([String: PlainValue], String, Int)]
    )
    func `a request for a hold is clamped and safe to print`(
        values: [String: PlainValue],
        reason: String,
        seconds: Int
    ) throws {
        var holds = TimedHolds()

        try holds.hold(request(values), at: .zero)

        #expect(holds.timeLeft(at: .zero) == (seconds > 0 ? .seconds(seconds) : nil))
        if seconds > 0 { #expect(holds.reason(at: .zero)?.hasPrefix("'\(reason)', ") == true) }
    }

    @Test(arguments: ["abc", "", "30", true, [30]] as [PlainValue])
    func `a request for a hold whose time is no number is refused`(seconds: PlainValue) {
        var holds = TimedHolds()

        #expect(throws: TimedHoldError(notification: NotificationName("tea.hold"), seconds: seconds)) {
            try holds.hold(request(["seconds": seconds]), at: .zero)
        }
    }
}
