import Glibc
import Testing

@testable import HostRuntime

@Suite struct EarlyExitTests {
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

    @Test func `a main thread that a plugin ends ends the program`() async {
        let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
            pthread_detach(
                startThread {
                    EarlyExit.shared.begin()
                    ProcessJournal.begin(program: "shop")
                    _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .timer), at: 0)
                    pthread_exit(nil)
                }
            )
            while true { pause() }
        }

        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.split(separator: "\n").first
                == "shop: the plugin 'confetti' called exit in a timer, which ended the program early"
        )
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

/// Starts a thread of the C library, for whose end nothing is set up.
private func startThread(_ body: @convention(c) () -> Void) -> pthread_t {
    var thread = pthread_t()
    let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { body in
        unsafeBitCast(body, to: (@convention(c) () -> Void).self)()
        return nil
    }
    pthread_create(&thread, nil, run, unsafeBitCast(body, to: UnsafeMutableRawPointer.self))
    return thread
}
