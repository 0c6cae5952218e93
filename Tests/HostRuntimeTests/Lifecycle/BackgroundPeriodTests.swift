import TestSupport
import Testing

@testable import HostRuntime

/// The false background: whether a return is the user's, or the end of a screen lock, in every order of events.
@Suite(.tags(.lifecycle)) struct BackgroundPeriodTests {
    @Test func `unlock after foreground does not cost the next return`() {
        let life = Life(.launch)

        let returns = life.returns([.lock, .background, .foreground, .unlock, .background, .foreground], every: 0.5)

        #expect(returns == [.screenLocked, .userLeft])
    }

    @Test func `lock after background is no return of the user`() {
        let life = Life(.launch)

        let returns = life.returns([.background, .lock, .unlock, .foreground, .background, .foreground], every: 0.5)

        #expect(returns == [.screenLocked, .userLeft])
    }

    @Test func `a lock that was already on when the program was left counts`() {
        let life = Life(.launch, .lock, .foreground)

        #expect(life.hears(.background).last == .didEnterBackground(.screenLocked))
    }

    @Test(
        arguments: [(0, .screenLocked), (1, .screenLocked), (1.001, .userLeft)] as [(Double, BackgroundPeriod.Cause)]
    )
    func `a lock counts within a second of the beginning`(delay: Double, cause: BackgroundPeriod.Cause) {
        let life = Life(.launch)

        _ = life.hears(.background, at: 10)
        _ = life.hears(.lock, at: 10 + delay)

        #expect(life.hears(.foreground, at: 60).first == .willEnterForeground(cause, 10, 60))
    }

    @Test(
        arguments: [(0, .screenLocked), (2, .screenLocked), (2.001, .userLeft)] as [(Double, BackgroundPeriod.Cause)]
    )
    func `an unlock more than two seconds before the foreground is a return of the user`(
        delay: Double,
        cause: BackgroundPeriod.Cause
    ) {
        let life = Life(.launch, .lock, .background)

        _ = life.hears(.unlock, at: 50)

        #expect(life.hears(.foreground, at: 50 + delay).first == .willEnterForeground(cause, 0, 50 + delay))
    }

    @Test func `a lock before the launch is remembered`() {
        let life = Life(.lock, .launch)

        #expect(life.hears(.background).last == .didEnterBackground(.screenLocked))
    }

    // MARK: - Every order, judged by rules that look back over the whole history

    @Test(arguments: [0.0, 0.4, 0.9, 1.1, 2.5, 30])
    func `every order of lock, background, unlock and foreground, twice over, has the right returns`(gap: Double) {
        let orders = permutations([(.lock, 2), (.background, 2), (.unlock, 2), (.foreground, 2)])
        #expect(orders.count == 2520)

        for order in orders {
            check(order.enumerated().map { Step(time: .seconds(Double($0) * gap), input: $1) })
        }
    }

    @Test(arguments: seeds(of: 0..<20))
    func `any events at any times have the right returns`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var time = 0.0
            let steps = (0..<30).map { _ in
                // Steps of 0.25 s, so that the limits of one and two seconds are met exactly.
                time += [0, 0.25, 0.5, 0.75, 1.25, 3][.random(in: 0..<6, using: &random)]
                let inputs = LifecycleMachine.Input.allCases.filter {
                    ![.launch, .launchIntoBackground, .terminate].contains($0)
                }
                return Step(time: .seconds(time), input: inputs[.random(in: 0..<inputs.count, using: &random)])
            }
            check(steps)
        }
    }

    private func check(_ steps: [Step]) {
        var machine = LifecycleMachine()
        var events = machine.handle(.launch, at: .zero)
        for step in steps { events += machine.handle(step.input, at: step.time) }
        events += machine.handle(.terminate, at: .seconds(1_000_000))

        let periods = events.compactMap { event -> BackgroundPeriod? in
            guard case .willEnterForeground(let period) = event else { return nil }
            return period
        }
        if periods != History(steps: steps).periods {
            Issue.record("\(steps.map(\.input)): \(periods), not \(History(steps: steps).periods)")
        }
        if !isWellFormed(events) { Issue.record("\(steps.map(\.input)): \(events)") }
    }

    // Whether each event may follow the one before it, whatever happened.
    private func isWellFormed(_ events: [LifecycleEvent]) -> Bool {
        var state = LifecycleState.notRunning
        var isLocked = false
        for event in events {
            switch (event, state) {
            case (.didFinishLaunching, .notRunning), (.willResignActive, .active), (.willEnterForeground, .background):
                state = .inactive
            case (.didBecomeActive, .inactive): state = .active
            case (.didEnterBackground, .inactive): state = .background
            case (.screenLockChanged(!isLocked), .inactive), (.screenLockChanged(!isLocked), .active),
                (.screenLockChanged(!isLocked), .background):
                isLocked.toggle()
            case (.willTerminate, .inactive), (.willTerminate, .background): state = .terminated
            default: return false
            }
        }
        return state == .terminated
    }

    private func permutations(_ counts: [(LifecycleMachine.Input, Int)]) -> [[LifecycleMachine.Input]] {
        guard counts.contains(where: { $0.1 > 0 }) else { return [[]] }
        return counts.indices.filter { counts[$0].1 > 0 }.flatMap { index in
            var rest = counts
            rest[index].1 -= 1
            return permutations(rest).map { [counts[index].0] + $0 }
        }
    }
}

private struct Step {
    var time: Duration
    var input: LifecycleMachine.Input
}

/// The rules for a history as a whole; nothing is carried along but the history.
private struct History {
    let steps: [Step]

    /// Whether the screen is locked after a step.
    private func isLocked(after index: Int) -> Bool {
        steps[..<(index + 1)].last { $0.input == .lock || $0.input == .unlock }?.input == .lock
    }

    private func changesLock(_ index: Int) -> Bool {
        isLocked(after: index) != isLocked(after: index - 1)
    }

    /// Whether the program is in front after each step.
    private var isInFront: [Bool] {
        var result: [Bool] = []
        for index in steps.indices {
            let before = result.last ?? true
            let lastInFront = result.lastIndex(of: true) ?? -1
            switch steps[index].input {
            case .foreground: result.append(true)
            case .background: result.append(false)
            case .lock: result.append(before && !changesLock(index))
            case .unlock:
                let wasSent = steps[(lastInFront + 1)..<index].contains { $0.input == .background }
                result.append(before || (changesLock(index) && !wasSent))
            default: result.append(before)
            }
        }
        return result
    }

    var periods: [BackgroundPeriod] {
        let isInFront = isInFront
        var periods: [BackgroundPeriod] = []
        for end in steps.indices.dropFirst() where isInFront[end] && !isInFront[end - 1] {
            let start = (isInFront[..<end].lastIndex(of: true) ?? -1) + 1
            periods.append(
                BackgroundPeriod(start: steps[start].time, end: steps[end].time, cause: cause(start, end))
            )
        }
        return periods
    }

    private func cause(_ start: Int, _ end: Int) -> BackgroundPeriod.Cause {
        let lock = (start...end).last { index in
            if index == start { return isLocked(after: start) }
            return steps[index].input == .lock && changesLock(index)
                && steps[index].time - steps[start].time <= .seconds(1)
        }
        guard let lock else { return .userLeft }
        let userCameBack = (lock...end).contains { index in
            steps[index].input == .unlock && changesLock(index)
                && steps[end].time - steps[index].time > .seconds(2)
        }
        return userCameBack ? .userLeft : .screenLocked
    }
}
