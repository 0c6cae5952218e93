import Dispatch
import HostTestKit
import Synchronization
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct TaskActivityTests {
    private let activity = TaskActivities.makeActivity()

    @concurrent private func leaveMainActor() async {}

    private func waitUntilIdle(_ scope: TaskActivity.Scope = .everywhere) async -> Bool {
        await activity.waitUntilIdle(scope, within: 1000)
    }

    @Test func `a wait ends at once if no task has anything to do`() async {
        #expect(await waitUntilIdle())
        #expect(await waitUntilIdle(.mainActor))
    }

    @Test func `a wait lasts while a task continues, on the main actor and off it`() async {
        var steps: [String] = []
        Task {
            for _ in 0..<20 { await leaveMainActor() }
            steps.append("outside and back")
            Task { steps.append("a task of the task") }
        }

        let isIdle = await waitUntilIdle()

        #expect(isIdle)
        #expect(steps == ["outside and back", "a task of the task"])
    }

    @Test func `a task that waits for an answer has nothing to do until the answer comes`() async {
        var answer: CheckedContinuation<Void, Never>?
        var isAnswered = false
        Task {
            await withCheckedContinuation { answer = $0 }
            isAnswered = true
        }

        let isIdleBefore = await waitUntilIdle()
        let before = isAnswered
        answer?.resume()
        let isIdleAfter = await waitUntilIdle()

        #expect(isIdleBefore && isIdleAfter)
        #expect((before, isAnswered) == (false, true))
    }

    @Test func `a wait gives up on a task that never rests`() async {
        let spinner = Task { while !Task.isCancelled { await Task.yield() } }

        let isIdle = await waitUntilIdle()
        spinner.cancel()

        #expect(!isIdle)
        #expect(await waitUntilIdle())
    }

    @Test func `the tasks of another host do not count`() async {
        let other = TaskActivities.makeActivity()
        let spinner = Task { while !Task.isCancelled { await Task.yield() } }

        let isIdle = await waitUntilIdle()
        let isOtherIdle = await other.waitUntilIdle(within: 1000)
        spinner.cancel()

        #expect((isIdle, isOtherIdle) == (true, false))
    }

    @Test func `of several waits, the last one continues first`() async {
        var order: [String] = []
        let first = Task {
            await activity.waitUntilIdle(within: 1000)
            order.append("first")
        }
        let second = Task {
            await activity.waitUntilIdle(within: 1000)
            order.append("second")
            await leaveMainActor()
            order.append("second again")
        }

        await first.value
        await second.value

        #expect(order == ["second", "second again", "first"])
    }

    @Test func `a wait for the main actor ignores tasks off it`() async {
        let gate = Gate()
        let isOff = Gate()
        let task = Task.detached {
            isOff.open()
            while !Task.isCancelled { await Task.yield() }
            gate.open()
        }
        await isOff.passage()

        let isIdle = await waitUntilIdle(.mainActor)
        task.cancel()
        await gate.passage()

        #expect(isIdle)
    }

    // MARK: - Order

    /// The steps of tasks, from any thread.
    private final class Steps: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) {
            texts.withLock { $0.append(text) }
        }
    }

    @Test(arguments: 0..<20)
    func `in order, jobs run one at a time, as they were added, on the main actor and off it`(round: Int) async {
        activity.runInOrder { _, _ in }
        let steps = Steps()
        await Task.yield()
        for name in ["a", "b", "c"] {
            Task.detached {
                steps.add("\(name) off")
                await Task.yield()
                steps.add("\(name) off again")
            }
            Task { steps.add("\(name) main") }
        }

        let isIdle = await waitUntilIdle()

        #expect(isIdle)
        #expect(
            steps.all == ["a off", "a main", "b off", "b main", "c off", "c main"]
                + ["a off again", "b off again", "c off again"]
        )
    }

    /// Blocks the calling thread until a semaphore is signalled.
    private nonisolated static func block(_ semaphore: DispatchSemaphore) {
        semaphore.wait()
    }

    @Test func `in order, a job that blocks its thread is left alone at the second check, and named`() async {
        let owners = Steps()
        activity.runInOrder { owner, isOnMainActor in owners.add("\(owner) \(isOnMainActor)") }
        let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let checks = Steps()
        let isStarted = SystemThread.start { [activity] in
            begin.wait()
            checks.add("\(activity.checkForStall())")
            checks.add("\(activity.checkForStall())")
        }
        await Task.yield()
        RunningCode.$taskOwner.withValue(.plugin("blocker")) {
            _ = Task.detached {
                begin.signal()
                Self.block(end)
            }
        }
        var isNextDone = false
        Task { isNextDone = true }

        let isIdle = await waitUntilIdle()
        end.signal()

        #expect(isStarted && isIdle && isNextDone)
        #expect(owners.all == ["blocker false"])
        #expect(checks.all.first == "true")
    }

    @Test func `in order, jobs that a blocked main actor may wait for start at the second check`() async {
        let owners = Steps()
        activity.runInOrder { owner, isOnMainActor in owners.add("\(owner) \(isOnMainActor)") }
        let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isStarted = SystemThread.start { [activity] in
            begin.wait()
            activity.checkForStall()
            activity.checkForStall()
        }
        await Task.yield()
        Task.detached { end.signal() }

        begin.signal()
        Self.block(end)

        #expect(isStarted)
        #expect(await waitUntilIdle())
        #expect(owners.all == ["host true"])
    }

    @Test func `the end of the order starts the jobs that a blocked one keeps waiting`() async {
        let stalls = Steps()
        activity.runInOrder { owner, _ in stalls.add("\(owner)") }
        let (begin, next) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isStarted = SystemThread.start { [activity] in
            begin.wait()
            activity.endOrder()
        }
        await Task.yield()
        Task.detached {
            begin.signal()
            Self.block(next)
        }
        Task.detached { next.signal() }

        let isIdle = await waitUntilIdle()

        #expect(isStarted && isIdle)
        #expect(stalls.all == [])
    }

    @Test func `in order, the owner of tasks that never rest is known`() async {
        activity.runInOrder { _, _ in }
        await Task.yield()
        let spinner = RunningCode.$taskOwner.withValue(.plugin("spinner")) {
            Task { while !Task.isCancelled { await Task.yield() } }
        }

        let isIdle = await waitUntilIdle()
        spinner.cancel()

        #expect(!isIdle)
        #expect(activity.restlessOwner == .plugin("spinner"))
    }
}
