import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandProgressTests {
    private let registry = CommandRegistry()

    @Test func `progress is clamped and cleaned, and reported when it changes`() async throws {
        try registry.register { arguments in
            arguments.reportProgress(-1, "a\nb\u{7}")
            arguments.reportProgress(0, "a b")
            arguments.reportProgress(.infinity)
            arguments.reportProgress(.nan, "last")
            arguments.reportProgress(nil, "at the end")
            return nil
        }
        var told: [CommandProgress] = []

        let run = registry.start("work", onProgress: { told.append($0) })
        _ = try await run.value

        #expect(
            told == [
                CommandProgress(fraction: 0, text: "a b"), CommandProgress(fraction: 1),
                CommandProgress(fraction: 1, text: "last"), CommandProgress(fraction: nil, text: "at the end"),
            ]
        )
        #expect(run.progress == told.last)
    }

    @Test func `a progress that is no number has no fraction, and its text is bounded`() {
        let progress = CommandProgress(fraction: .nan, text: String(repeating: "x", count: 1000))

        #expect(progress.fraction == nil)
        #expect(progress.text.count == 200)
    }

    @Test(arguments: [(0.0, "0 %"), (0.429, "42 %"), (0.999, "99 %"), (1, "100 %")])
    func `the percentage is rounded down, so that all of it means done`(fraction: Double, text: String) {
        #expect(CommandProgress(fraction: fraction).percentage == text)
        #expect(CommandProgress(fraction: nil).percentage == nil)
    }

    @Test func `progress that a command reports after its end is ignored`() async throws {
        var kept: CommandArguments?
        try registry.register { arguments in
            kept = arguments
            return nil
        }
        var told = 0
        let run = registry.start("work", onProgress: { _ in told += 1 })
        _ = try await run.value

        kept?.reportProgress(0.5, "late")

        #expect(told == 0)
        #expect(run.progress == nil)
    }
}
