import TestSupport
import Testing

@testable import HostRuntime

/// The program's life, in UIKit's order.
@Suite(.tags(.lifecycle)) struct LifecycleMachineTests {
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

    // MARK: - A launch into the background

    @Test func `a launch into the background ends there`() {
        let life = Life()

        #expect(life.hears(.launchIntoBackground) == [.didFinishLaunching])
        #expect(life.state == .background)
    }

    @Test(arguments: [LifecycleMachine.Input.launch, .foreground, .focusIn, .background])
    func `a program that was launched into the background never becomes active`(input: LifecycleMachine.Input) {
        let life = Life(.launchIntoBackground, .focusOut, input)

        #expect(life.hears(input) == [])
        #expect(life.state == .background)
    }

    @Test func `a lock of a program that was launched into the background is reported and changes no state`() {
        let life = Life(.launchIntoBackground)

        #expect(life.hears(.lock) == [.screenLockChanged(isLocked: true)])
        #expect(life.hears(.unlock) == [.screenLockChanged(isLocked: false)])
        #expect(life.state == .background)
    }

    @Test func `a program that was launched into the background terminates as any other`() {
        let life = Life(.launchIntoBackground)

        #expect(life.hears(.terminate) == [.willTerminate])
        #expect(life.state == .terminated)
    }

    // MARK: - What cannot be

    @Test(arguments: LifecycleMachine.Input.allCases)
    func `no event follows the end`(input: LifecycleMachine.Input) {
        let life = Life(.launch, .terminate)

        #expect(life.hears(input) == [])
        #expect(life.state == .terminated)
    }

    @Test(arguments: LifecycleMachine.Input.allCases.filter { ![.launch, .launchIntoBackground].contains($0) })
    func `no event comes before the launch`(input: LifecycleMachine.Input) {
        let life = Life()

        #expect(life.hears(input) == [])
    }

    @Test(arguments: [LifecycleMachine.Input.launch, .background, .lock, .focusOut, .launchIntoBackground])
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
}
