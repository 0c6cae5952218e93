import Glibc
import TestSupport
import Testing

@testable import HostRuntime

/// An exit in the middle of a run is a failure that names who called it.
@Suite(.tags(.terminal)) struct EarlyExitTests {
    @Test func `an exit in the middle of a run is a failure that says what was not done`() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            EarlyExit.shared.complaint = "line 2 was not done"
            exit(0)
        }

        #expect(result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "line 2 was not done\n")
    }

    @Test func `a quick exit in the middle of a run is a failure too`() async {
        await #expect(processExitsWith: .exitCode(1)) {
            EarlyExit.shared.complaint = "line 2 was not done"
            quick_exit(0)
        }
    }

    @Test func `an exit by a plugin is a failure that names the plugin`() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            ProcessJournal.begin(program: "shop")
            EarlyExit.shared.begin()
            _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .timer), at: 0)
            exit(0)
        }

        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
                == "shop: the plugin 'confetti' called exit in a timer, which ended the program early\n"
                + "shop: to start without it, add --disable-plugin confetti\n"
        )
    }

    @Test func `a main thread that ends takes the program with it`() async {
        await #expect(processExitsWith: .exitCode(1)) {
            // Otherwise the process would stay.
            alarm(60)
            var thread = pthread_t()
            pthread_create(
                &thread,
                nil,
                { _ in
                    EarlyExit.shared.begin()
                    pthread_exit(nil)
                },
                nil
            )
            while true { pause() }
        }
    }

    @Test func `an exit by the program itself keeps its status`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            ProcessJournal.begin(program: "shop")
            EarlyExit.shared.begin()
            exit(3)
        }
    }

    @Test func `an exit after the run keeps its status`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            EarlyExit.shared.complaint = "line 2 was not done"
            EarlyExit.shared.complaint = nil
            exit(3)
        }
    }
}
