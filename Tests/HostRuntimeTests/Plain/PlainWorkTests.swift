import Testing

@testable import HostRuntime

@Suite struct PlainWorkTests {
    private static let run = PlainWork.Run(id: 1, title: "Check")

    @Test func `a run is said once, after a second`() {
        var work = PlainWork()

        let steps = [0, 0.5, 1, 1, 60].map { work.update([PlainWorkTests.run], at: .seconds($0)) }

        #expect(steps.map(\.lines) == [[], [], ["Check is running; cancel stops it."], [], []])
        #expect(steps.map(\.next) == [.seconds(1), .seconds(1), nil, nil, nil])
    }

    @Test func `a run that ends within a second is never said`() {
        var work = PlainWork()
        _ = work.update([PlainWorkTests.run], at: .zero)

        #expect(work.update([], at: .seconds(0.9)) == ([], nil))
    }

    @Test func `a cancelled run that goes on is said once more`() {
        var work = PlainWork()
        for second in [0, 1] { _ = work.update([PlainWorkTests.run], at: .seconds(second)) }
        var run = PlainWorkTests.run
        run.isCancelling = true

        let steps = [2, 3, 4].map { work.update([run], at: .seconds($0)).lines }

        #expect(steps == [[], ["Check doesn't stop; cancel again to stop waiting for it."], []])
    }

    @Test(arguments: [
        (nil, "Check is running; cancel stops it."),
        (CommandProgress(fraction: 0.405, text: "reading"), "Check is running, 40 %, reading; cancel stops it."),
        (CommandProgress(fraction: nil), "Check is running; cancel stops it."),
    ])
    func `progress is part of the line`(progress: CommandProgress?, line: String) {
        #expect(PlainWorkTests.run.line(progress) == line)
    }
}
