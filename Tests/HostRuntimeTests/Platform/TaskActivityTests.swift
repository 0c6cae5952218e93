import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct TaskActivityTests {
    private let activity = TaskOwners.makeActivity()

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
        let other = TaskOwners.makeActivity()
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
}
