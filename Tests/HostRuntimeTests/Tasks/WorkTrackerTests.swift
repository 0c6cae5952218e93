import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite struct WorkTrackerTests {
    private let work = WorkTracker()

    @Test func `performed work runs outside the main actor and returns its result`() async throws {
        let isMain = try await work.perform { PostingThread.current.isMain }

        #expect(!isMain)
    }

    @Test func `performed work may throw`() async {
        struct Refusal: Error {}

        await #expect(throws: Refusal.self) { try await work.perform { throw Refusal() } }
        #expect(!work.isBusyOutside)
    }

    @Test func `a wait for idle tasks doesn't include work that waits for work outside`() async {
        let gate = Gate()
        work.start { try? await work.perform { await gate.passage() } }

        let isIdle = await work.activity.waitUntilIdle(within: 1000)

        #expect(isIdle)
        #expect(work.isBusyOutside)
        #expect(!work.holdsInput)
        gate.open()
    }

    @Test func `work continues on the main actor after it was outside`() async {
        let gate = Gate()
        var isDone = false
        work.start {
            try? await work.perform { await gate.passage() }
            await Task.yield()
            isDone = true
        }
        await work.activity.waitUntilIdle(within: 1000)

        gate.open()
        await work.waitForOutsideChange()
        await work.activity.waitUntilIdle(within: 1000)

        #expect(isDone)
        #expect(!work.isBusyOutside)
    }

    @Test func `work outside that sleeps on the host's clock is not busy`() async {
        let time = ManualTime()
        let clock = HostClock(source: time)
        let gate = Gate()
        work.start {
            try? await work.perform {
                try await clock.sleep(for: .seconds(1))
                await gate.passage()
            }
        }

        while work.isBusyOutside || clock.nextDeadline == nil { await Task.yield() }
        #expect(!work.isBusyOutside)
        time.advance(by: .seconds(1))

        #expect(work.isBusyOutside)
        gate.open()
    }

    @Test func `work outside may wait for more work outside`() async {
        let gate = Gate()
        let work = work
        work.start {
            try? await work.perform { try await work.perform { await gate.passage() } }
        }
        await gate.arrival()
        #expect(work.isBusyOutside)

        gate.open()
        while work.isBusyOutside { await work.waitForOutsideChange() }

        #expect(!work.isBusyOutside)
    }

    @Test func `cancelling the calling task cancels the performed work`() async {
        let gate = Gate()
        let work = work
        let task = Task {
            try await work.perform {
                await gate.passage()
                try Task.checkCancellation()
            }
        }
        await gate.arrival()

        task.cancel()
        gate.open()

        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
