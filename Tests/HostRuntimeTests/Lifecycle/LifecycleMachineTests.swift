import Testing

@testable import HostRuntime

@Suite struct LifecycleMachineTests {
    // MARK: - UIKit's order

    @Test func `a launch ends active`() {
        let life = Life()

        #expect(life.hears(.launch) == [.didFinishLaunching, .didBecomeActive])
        #expect(life.state == .active)
    }

    @Test func `leaving and returning give events in UIKit's order`() {
        let life = Life(.launch)

        #expect(life.hears(.background, at: 10) == [.willResignActive, .didEnterBackground(.userLeft)])
        #expect(life.state == .background)
        #expect(
            life.hears(.foreground, at: 25) == [.willEnterForeground(.userLeft, 10, 25), .didBecomeActive]
        )
        #expect(life.state == .active)
    }

    @Test func `focus is active and inactive and no background`() {
        let life = Life(.launch)

        #expect(life.hears(.focusOut) == [.willResignActive])
        #expect(life.state == .inactive)
        #expect(life.hears(.focusIn) == [.didBecomeActive])
    }

    @Test func `a program without focus does not resign again when it is left`() {
        let life = Life(.launch, .focusOut)

        #expect(life.hears(.background) == [.didEnterBackground(.userLeft)])
    }

    @Test func `entering the foreground activates, even if the focus was lost in the background`() {
        let life = Life(.launch, .background, .focusOut)

        #expect(life.hears(.foreground).last == .didBecomeActive)
    }

    @Test func `a launch without focus ends inactive`() {
        let life = Life(.focusOut)

        #expect(life.hears(.launch) == [.didFinishLaunching])
        #expect(life.state == .inactive)
    }

    @Test func `an active program resigns before it terminates`() {
        let life = Life(.launch)

        #expect(life.hears(.terminate) == [.willResignActive, .willTerminate])
        #expect(life.state == .terminated)
    }

    @Test(arguments: [LifecycleMachine.Input.focusOut, .background, .lock])
    func `a program that is not active terminates without more`(input: LifecycleMachine.Input) {
        let life = Life(.launch, input)

        #expect(life.hears(.terminate) == [.willTerminate])
    }

    // MARK: - What cannot be

    @Test(arguments: LifecycleMachine.Input.allCases)
    func `no event follows the end`(input: LifecycleMachine.Input) {
        let life = Life(.launch, .terminate)

        #expect(life.hears(input) == [])
        #expect(life.state == .terminated)
    }

    @Test(arguments: LifecycleMachine.Input.allCases.filter { $0 != .launch })
    func `no event comes before the launch`(input: LifecycleMachine.Input) {
        let life = Life()

        #expect(life.hears(input) == [])
    }

    @Test(arguments: [LifecycleMachine.Input.launch, .background, .lock, .focusOut])
    func `an input that repeats the state changes nothing`(input: LifecycleMachine.Input) {
        let life = Life(.launch, input)
        let state = life.state

        #expect(life.hears(input) == [])
        #expect(life.state == state)
    }

    @Test(arguments: [LifecycleMachine.Input.foreground, .unlock, .focusIn])
    func `ending what has not begun changes nothing`(input: LifecycleMachine.Input) {
        let life = Life(.launch)

        #expect(life.hears(input) == [])
        #expect(life.state == .active)
    }

    @Test func `a time before the last one counts as the last one`() {
        let life = Life(.launch)

        _ = life.hears(.background, at: 10)

        #expect(life.hears(.foreground, at: 4).first == .willEnterForeground(.userLeft, 10, 10))
    }

    // MARK: - The lock

    @Test func `a lock in front sends the program to the background and unlocking brings it back`() {
        let life = Life(.launch)

        #expect(
            life.hears(.lock, at: 10) == [
                .screenLockChanged(isLocked: true), .willResignActive, .didEnterBackground(.screenLocked),
            ]
        )
        #expect(
            life.hears(.unlock, at: 4000) == [
                .screenLockChanged(isLocked: false), .willEnterForeground(.screenLocked, 10, 4000), .didBecomeActive,
            ]
        )
    }

    @Test func `unlocking onto another program leaves this one inactive until it has the focus`() {
        let life = Life(.launch, .lock, .focusOut)

        #expect(life.hears(.unlock).last == .willEnterForeground(.screenLocked, 0, 0))
        #expect(life.state == .inactive)
        #expect(life.hears(.focusIn) == [.didBecomeActive])
    }

    @Test func `unlocking does not bring back a program that was sent to the background`() {
        let life = Life(.launch, .lock, .background)

        #expect(life.hears(.unlock) == [.screenLockChanged(isLocked: false)])
        #expect(life.state == .background)
    }

    @Test func `a lock in the background is reported and changes no state`() {
        let life = Life(.launch, .background)

        #expect(life.hears(.lock) == [.screenLockChanged(isLocked: true)])
        #expect(life.hears(.unlock) == [.screenLockChanged(isLocked: false)])
        #expect(life.state == .background)
    }

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

    @Test func `a lock soon after an unlock counts again`() {
        let life = Life(.launch, .lock, .background)
        _ = life.hears(.unlock, at: 0.2)
        _ = life.hears(.lock, at: 0.6)

        #expect(life.hears(.foreground, at: 50).first == .willEnterForeground(.screenLocked, 0, 50))
    }

    @Test func `a lock long after an unlock does not take the return back`() {
        let life = Life(.launch, .lock, .background)
        _ = life.hears(.unlock, at: 10)
        _ = life.hears(.lock, at: 11)
        _ = life.hears(.unlock, at: 49)

        #expect(life.hears(.foreground, at: 50).first == .willEnterForeground(.userLeft, 0, 50))
    }

    @Test func `a lock and its end before the program is left do not count`() {
        let life = Life(.launch, .lock, .unlock)

        #expect(life.returns([.background, .foreground], every: 0.1) == [.userLeft])
    }

    @Test func `a lock before the launch is remembered`() {
        let life = Life(.lock, .launch)

        #expect(life.hears(.background).last == .didEnterBackground(.screenLocked))
    }
}

/// A machine by reference, so that an expectation can let something happen to it.
private final class Life {
    private var machine = LifecycleMachine()

    init(_ inputs: LifecycleMachine.Input...) {
        for input in inputs { _ = hears(input) }
    }

    var state: LifecycleState { machine.state }

    func hears(_ input: LifecycleMachine.Input, at seconds: Double = 0) -> [LifecycleEvent] {
        machine.handle(input, at: .seconds(seconds))
    }

    func returns(_ inputs: [LifecycleMachine.Input], every gap: Double) -> [BackgroundPeriod.Cause] {
        let events = inputs.enumerated().flatMap { hears($1, at: Double($0 + 1) * gap) }
        return events.compactMap {
            guard case .willEnterForeground(let period) = $0 else { return nil }
            return period.cause
        }
    }
}

extension LifecycleEvent {
    fileprivate static func willEnterForeground(
        _ cause: BackgroundPeriod.Cause,
        _ start: Double,
        _ end: Double
    ) -> LifecycleEvent {
        .willEnterForeground(BackgroundPeriod(start: .seconds(start), end: .seconds(end), cause: cause))
    }
}
