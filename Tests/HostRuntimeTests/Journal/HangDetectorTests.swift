import Testing

@testable import HostRuntime

@Suite struct HangDetectorTests {
    private var detector = HangDetector()

    /// Looks at a time in quarters of a second.
    private mutating func look(
        _ time: Int,
        turn: UInt64,
        call: UInt64? = nil,
        isIdle: Bool = false
    ) -> HangDetector.Finding {
        detector.handle(.init(time: .milliseconds(time * 250), turn: turn, call: call, isIdle: isIdle))
    }

    @Test mutating func `a call that lasts two seconds is a hang, until it ends`() {
        let findings = (1...10).map { look($0, turn: 1, call: 7) }

        #expect(findings.prefix(8).allSatisfy { $0 == .answers })
        #expect(findings.suffix(2) == [.hangs(.seconds(2)), .hangs(.milliseconds(2250))])
        #expect(look(11, turn: 1) == .answersAgain(after: .milliseconds(2500)))
        #expect(look(12, turn: 1, isIdle: true) == .answers)
    }

    @Test mutating func `a turn of the program's own code that lasts two seconds is a hang`() {
        let findings = (1...9).map { look($0, turn: 5) }

        #expect(findings.last == .hangs(.seconds(2)))
    }

    @Test mutating func `many short turns or calls are no hang, however long they go on`() {
        let turns = (1...100).map { look($0, turn: UInt64($0)) }
        let calls = (101...200).map { look($0, turn: 1, call: UInt64($0)) }

        #expect((turns + calls).allSatisfy { $0 == .answers })
    }

    @Test mutating func `an idle main thread lets the watch rest after four looks`() {
        let findings = (1...5).map { look($0, turn: 9, isIdle: true) }

        #expect(findings == [.answers, .answers, .answers, .answers, .rests])
    }

    @Test mutating func `a main thread that works between looks keeps the watch awake`() {
        let findings = (1...100).map { look($0, turn: UInt64($0), isIdle: true) }

        #expect(findings.allSatisfy { $0 == .answers })
    }

    @Test mutating func `a hang that begins after a rest is counted from its beginning`() {
        for time in 1...5 { _ = look(time, turn: 9, isIdle: true) }

        let findings = (1000...1008).map { look($0, turn: 10, call: 3) }

        #expect(findings.prefix(8).allSatisfy { $0 == .answers })
        #expect(findings.last == .hangs(.seconds(2)))
    }

    @Test mutating func `a pause of the watch itself is no hang`() {
        _ = look(1, turn: 1, call: 3)

        #expect(look(41, turn: 1, call: 3) == .answers)
        #expect((42...48).map { look($0, turn: 1, call: 3) }.allSatisfy { $0 == .answers })
        #expect(look(49, turn: 1, call: 3) == .hangs(.seconds(2)))
    }
}
