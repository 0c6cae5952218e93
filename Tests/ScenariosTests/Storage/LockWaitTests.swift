import Testing

@testable import HostBase
@testable import Scenarios

@Suite struct LockWaitTests {
    @Test func `pauses grow, and end when the timeout does`() {
        var wait = LockWait(LockWait.Timeout(limit: .milliseconds(20), isRenewed: false), from: .seconds(5))
        var now = Duration.seconds(5)

        var pauses: [Duration] = []
        while let pause = wait.next(at: now) {
            pauses.append(pause)
            now += pause
        }

        #expect(pauses == [1, 2, 4, 4, 4, 4, 1].map { .milliseconds($0) })
        #expect(now == .seconds(5) + .milliseconds(20))
    }

    @Test func `a long wait tries rarely, so that many that wait leave the processor to the one that has the lock`() {
        var wait = LockWait(LockWait.Timeout(limit: .seconds(10), isRenewed: true), from: .seconds(5))
        var now = Duration.seconds(5)

        var attempts = 0
        while let pause = wait.next(at: now) {
            attempts += 1
            now += pause
        }

        #expect(now == .seconds(15))
        #expect(attempts < 200)
    }

    @Test func `without timeout there is no wait`() {
        var wait = LockWait(.none, from: .seconds(5))

        #expect(wait.next(at: .seconds(5)) == nil)
    }

    @Test(arguments: [false, true])
    func `commits by other processes extend a wait only if its timeout is renewed`(isRenewed: Bool) {
        var wait = LockWait(LockWait.Timeout(limit: .milliseconds(50), isRenewed: isRenewed), from: .zero)

        let pauses = (0..<10).map { wait.next(at: .milliseconds($0 * 30), isProgressing: true) }
        let last = wait.next(at: .milliseconds(9 * 30 + 50), isProgressing: false)

        #expect(pauses.allSatisfy { $0 != nil } == isRenewed)
        #expect(last == nil)
    }

    @Test func `a wait in the background is endless and wakes at most once a second`() {
        var wait = LockWait()

        let pauses = (0..<100).map { wait.next(at: .seconds($0 * 1000)) }

        #expect(pauses.allSatisfy { $0 != nil })
        #expect(pauses.last == .seconds(1))
    }

    @Test func `only the thread that draws waits for less than a person notices`() {
        #expect(LockWait.timeout(of: 7, screen: 7) == .mainThread)
        #expect(LockWait.timeout(of: 8, screen: 7) == .otherThread)
        #expect(LockWait.timeout(of: 7, screen: 0) == .noHost)
        #expect(LockWait.Timeout.mainThread.limit <= .milliseconds(50))
    }
}
