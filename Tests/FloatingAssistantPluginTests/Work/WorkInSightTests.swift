import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// Work in sight: a command that takes long, never ends or goes is seen and can be cancelled until its end was seen.
@MainActor @Suite(.tags(.commands)) struct WorkInSightTests {
    private static let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "work"]]])

    /// A command's work, which waits and reports progress.
    @MainActor private final class Work {
        let gate = HostGate()
        var runs = 0
        var cancellations = 0
        var tell: @MainActor (CommandArguments) -> Void = { _ in }
        /// Whether the work reacts to cancellation.
        var listens = true

        func run(_ arguments: CommandArguments) async throws -> String? {
            runs += 1
            tell(arguments)
            do {
                try await gate.wait()
            } catch {
                cancellations += 1
                if listens { throw error }
                await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
            }
            return "Worked"
        }
    }

    private func stage(
        _ work: Work,
        parameters: [CommandParameter] = [CommandParameter(name: "name", title: "Name")],
        size: Size = Size(width: 80, height: 24),
        isASCII: Bool = false,
        reducesMotion: Bool = false
    ) async throws -> Stage {
        try await Stage.launched(
            size: size,
            configuration: WorkInSightTests.routes,
            isASCII: isASCII,
            reducesMotion: reducesMotion,
            prepare: { host in
                try host.commands.offer(
                    Command(id: "work", title: "Work", parameters: parameters) { try await work.run($0) }
                )
            }
        )
    }

    private func begun(_ work: Work, isASCII: Bool = false) async throws -> Stage {
        let stage = try await stage(work, isASCII: isASCII)
        await stage.host.key("f3")
        await stage.host.type("Ann")
        await stage.host.key("enter")
        return stage
    }

    // MARK: - Together

    @Test(
        arguments: [
            ([], nil), ([nil], CommandProgress(fraction: nil)), ([0.5], CommandProgress(fraction: 0.5)),
            ([0.25, 0.75], CommandProgress(fraction: 0.5)), ([0.5, nil], CommandProgress(fraction: nil)),
        ] as [([Double?], CommandProgress?)]
    )
    func `several runs share one number only if each of them has one`(
        fractions: [Double?],
        progress: CommandProgress?
    ) {
        var work = WorkInSight()

        for fraction in fractions {
            let number = work.begin("work", title: "Work")
            work.update(number) { $0.isLong = true }
            work.update(number) { $0.progress = fraction.map { CommandProgress(fraction: $0) } }
        }

        #expect(work.progress() == progress)
    }

    @Test func `what is short, has its own window or stands in the panel isn't shown at the ball`() {
        var work = WorkInSight()
        let numbers = (0..<3).map { work.begin("work \($0)", title: "Work") }

        for number in numbers.dropFirst() { work.update(number) { $0.isLong = true } }
        work.update(numbers[1]) { $0.isReleased = true }

        #expect(work.progress(besides: numbers[2]) == nil)
        #expect(work.goingOn.map(\.number) == [numbers[2]])
    }

    @Test(
        arguments: [
            ([], nil), ([nil], "running, Work"),
            ([CommandProgress(fraction: nil, text: "looking")], "running, looking"),
            ([CommandProgress(fraction: 0.4, text: "checking the feed")], "40 %, checking the feed"),
            ([CommandProgress(fraction: 0.4), nil], "2 running"),
        ] as [([CommandProgress?], String?)]
    )
    func `the ball says what goes on`(progress: [CommandProgress?], words: String?) {
        var work = WorkInSight()

        for progress in progress {
            let number = work.begin("work", title: "Work")
            work.update(number) { ($0.isLong, $0.progress) = (true, progress) }
        }

        #expect(work.words() == words)
        let ball = BallView()
        ball.appearance.words = work.words()
        #expect(ball.accessibilityElements[0].value == words)
    }

    @Test(
        arguments: [
            ([], nil), ([.done], "✓"), ([.failed], "✕"), ([.cancelled], "✕"), ([.done, .failed], "2"),
            (Array(repeating: .done, count: 100), "9+"),
        ] as [([PanelState.Notice.Kind], String?)]
    )
    func `results that nobody has seen are a badge`(kinds: [PanelState.Notice.Kind], badge: String?) {
        var work = WorkInSight()

        for kind in kinds {
            let number = work.begin("work", title: "Work")
            guard let run = work.end(number) else { continue }
            work.keep(run, PanelState.Notice(title: "Work", text: "text", kind: kind))
        }

        #expect(work.badge == badge)
    }

    @Test func `the newest fifty results are kept, and the number of those that are left out until all were seen`() {
        var work = WorkInSight()

        for number in 1...53 {
            guard let run = work.end(work.begin("work", title: "Work")) else { continue }
            work.keep(run, PanelState.Notice(title: "Work", text: "\(number)", kind: .done))
        }

        #expect(work.unseen.map(\.number) == Array(4...53))
        #expect(work.leftOut == 3)
        #expect(work.badge == "53")
        for number in 4...53 { work.see(number) }
        #expect(work.leftOut == 0)
        #expect(work.badge == nil)
    }

    // MARK: - Progress

    @Test func `a long run shows its progress, and a button that cancels it`() async throws {
        let stage = try await begun(Work())
        #expect(!stage.host.frame.contains("Cancel"))

        await stage.host.advance(by: PanelState.progressDelay)

        #expect(stage.host.frame.contains("⠋ Running …"))
        #expect(stage.host.frame.contains("Cancel"))
        #expect(stage.host.frame.contains("Ann"))
    }

    @Test func `the indicator of a run moves, unless motion is reduced`() async throws {
        let still = try await stage(Work(), reducesMotion: true)
        let moving = try await stage(Work())

        for stage in [still, moving] {
            await stage.host.key("f3")
            await stage.host.type("Ann")
            await stage.host.key("enter")
            await stage.host.advance(by: PanelState.progressDelay + .milliseconds(120))
        }

        #expect(still.host.frame.contains("⠋ Running"))
        #expect(moving.host.frame.contains("⠙ Running"))
    }

    @Test(arguments: [(false, "█"), (true, "#")])
    func `determinate progress is a bar with a percentage and a text`(isASCII: Bool, full: String) async throws {
        let work = Work()
        work.tell = { $0.reportProgress(0.255, "Counting the stock") }
        let stage = try await begun(work, isASCII: isASCII)

        await stage.host.advance(by: PanelState.progressDelay)

        #expect(stage.host.frame.contains("Counting the stock"))
        #expect(stage.host.frame.contains("25 %"))
        #expect(stage.host.frame.contains(String(repeating: full, count: 5)))
    }

    @Test func `the indicator stops with the run`() async throws {
        let work = Work()
        let stage = try await begun(work)
        await stage.host.advance(by: Ball.restDelay + .seconds(1))
        await stage.host.key("escape")
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(5))

        #expect(stage.host.changedFrames == frames)
    }

    // MARK: - Cancelling

    @Test func `escape cancels a run, and a second one closes the panel`() async throws {
        let work = Work()
        let stage = try await begun(work)

        await stage.host.key("escape")
        #expect(work.cancellations == 1)
        #expect(stage.isPanelOpen)
        #expect(stage.host.frame.contains("'Work' was cancelled."))
        #expect(stage.host.frame.contains("Ann"))
        await stage.host.key("escape")

        #expect(stage.keyWindow == "page")
        #expect(stage.host.events.contains("command cancelled  work"))
    }

    @Test func `the button cancels with the keyboard and with a tap`() async throws {
        let work = Work()
        let stage = try await begun(work)
        await stage.host.advance(by: .seconds(1))

        for _ in 0..<2 { await stage.host.key("tab") }
        await stage.host.key("enter")
        #expect(work.cancellations == 1)
        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(1))
        let y = try #require((0..<24).first { stage.host.frame.line($0).contains("Cancel") })
        let line = stage.host.frame.line(y)
        let x = try #require(line.firstRange(of: "Cancel")).lowerBound
        await stage.host.tap(line.distance(from: line.startIndex, to: x), y)

        #expect(work.cancellations == 2)
        #expect(stage.isPanelOpen)
    }

    @Test func `a command that never returns leaves the panel closable and the keyboard free`() async throws {
        let work = Work()
        work.listens = false
        let stage = try await begun(work)

        await stage.host.advance(by: .seconds(60))
        await stage.host.tap(0, 0)
        #expect(stage.keyWindow == "page")
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("Running …"))
        await stage.host.key("escape")
        #expect(stage.host.frame.contains("Cancelling …"))
        await stage.host.key("escape")

        #expect(work.runs == 1)
        #expect(work.cancellations == 1)
        #expect(stage.keyWindow == "page")
    }

    @Test func `a command that ignores being cancelled is said to, stays in sight, and can be left`() async throws {
        let work = Work()
        work.listens = false
        let stage = try await begun(work)
        await stage.host.advance(by: .seconds(1))

        await stage.host.key("escape")
        await stage.host.advance(by: CommandProgress.timeToStop)
        #expect(stage.host.frame.contains("It doesn't stop. Cancel again to stop waiting."))
        await stage.host.key("escape")
        #expect(!stage.isPanelOpen)
        await stage.host.key("f2")
        #expect(stage.host.frame.contains("doesn't stop"))
        await stage.host.key("ctrl-x")

        #expect(!stage.host.frame.contains("Running"))
        #expect(stage.host.frame.contains("'Work' ignores that it was cancelled"))
        #expect(stage.host.events.contains("command cancelled  work"))
    }

    @Test func `a command of the tools is cancelled first, whatever is searched for`() async throws {
        let work = Work()
        let stage = try await stage(work, parameters: [])
        await stage.host.key("f2")
        await stage.host.type("work")
        await stage.host.key("enter")

        await stage.host.key("escape")

        #expect(work.cancellations == 1)
        #expect(stage.host.frame.contains("'Work' was cancelled."))
        #expect(stage.host.frame.contains("work"))
    }

    @Test func `a command without a form that is cancelled says so`() async throws {
        let work = Work()
        let stage = try await stage(work, parameters: [])
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("╭─ Work"))

        await stage.host.key("escape")
        #expect(stage.host.frame.contains("'Work' was cancelled."))
        await stage.host.key("escape")

        #expect(!stage.isPanelOpen)
    }

    @Test func `a command that is withdrawn while it runs is said to be gone`() async throws {
        final class Provider: HostPlugin {
            nonisolated static let manifest = PluginManifest(id: "provider", name: "Provider", version: "1.0.0")

            func activate(_ context: PluginContext) throws {
                let name = CommandParameter(name: "name", title: "Name")
                try context.commands.offer(
                    Command(id: "work", title: "Work", parameters: [name]) { _ in
                        try await context.time.sleep(for: .seconds(9))
                        return nil
                    }
                )
            }
        }
        let host = TestHost(plugins: [FloatingAssistant.self, Provider.self], configuration: WorkInSightTests.routes)
        await host.launch()
        await host.key("f3")
        await host.type("Ann")
        await host.key("enter")

        try host.app.plugins.disable("provider")
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("✕ 'Work' is not offered any more."))
        #expect(host.frame.contains("Ann"))
        await host.key("escape")
        #expect(!host.visibleWindows.contains("assistant panel"))
    }

    // MARK: - Giving way

    private func opener(level: WindowLevel, gate: HostGate?) async throws -> (Stage, () -> Window?) {
        var opened: Window?
        let stage = try await Stage.launched(configuration: WorkInSightTests.routes) { host in
            try host.commands.offer(
                Command(id: "work", title: "Work") { _ in
                    let window = host.makeWindow(title: "opened", level: level, root: View())
                    opened = window
                    window.makeKeyAndVisible()
                    try await gate?.wait()
                    window.close()
                    return gate == nil ? nil : "Read"
                }
            )
        }
        return (stage, { opened })
    }

    @Test(arguments: [.normal, .alert] as [WindowLevel])
    func `the panel closes when the command opens a window that gets the keyboard`(level: WindowLevel) async throws {
        let gate = HostGate()
        let (stage, opened) = try await opener(level: level, gate: gate)

        await stage.host.key("f3")

        #expect(!stage.isPanelOpen)
        #expect(stage.keyWindow == "opened")
        #expect(opened()?.isKey == true)
        gate.open()
        await stage.host.advance(by: .seconds(1))
        #expect(!stage.isPanelOpen)
        #expect(stage.keyWindow == "page")
    }

    @Test func `a window that asks for no keyboard leaves the panel open for the result`() async throws {
        var banner: Window?
        let stage = try await Stage.launched(configuration: WorkInSightTests.routes) { host in
            try host.commands.offer(
                Command(id: "work", title: "Work") { _ in
                    banner = host.makeWindow(title: "banner", level: .statusBar, root: Label("Welcome"))
                    banner?.show()
                    return "Hooray!"
                }
            )
        }

        await stage.host.key("f3")

        #expect(stage.isPanelOpen)
        #expect(stage.host.frame.contains("✓ Hooray!"))
        #expect(banner?.isHidden == false)
    }

    @Test func `a command that the panel closed for runs again`() async throws {
        let (stage, _) = try await opener(level: .normal, gate: HostGate())
        await stage.host.key("f3")

        await stage.host.key("f3")

        #expect(!stage.isPanelOpen)
        #expect(stage.host.app.commands.runs.count { $0.command == "work" } == 2)
    }

    @Test func `a window that another plugin opens meanwhile does not close the panel`() async throws {
        let stage = try await begun(Work())

        let other = stage.shop.open("other")

        #expect(stage.isPanelOpen)
        #expect(stage.keyWindow == "assistant panel")
        #expect(!other.isKey)
    }

    @Test func `a choice that the host asks about is asked about once, in front of no panel`() async throws {
        var answers = 0
        let stage = try await Stage.launched(configuration: WorkInSightTests.routes) { host in
            var question: Window?
            let choices = [
                CommandChoice(value: "dev", title: "Development", tint: .good, isCurrent: true),
                CommandChoice(value: "live", title: "Production", tint: .danger),
            ]
            let to = CommandParameter(name: "to", title: "To", kind: .choice { choices })
            try host.commands.offer(
                Command(id: "work", title: "Work", parameters: [to]) { _ in
                    let yes = Button("Really?") {
                        answers += 1
                        question?.close()
                    }
                    question = host.makeWindow(title: "question", level: .alert, root: yes)
                    question?.makeKeyAndVisible()
                    yes.becomeFirstResponder()
                    return nil
                }
            )
        }
        await stage.host.key("f3")
        await stage.host.key("down")

        await stage.host.key("enter")
        #expect(!stage.isPanelOpen)
        #expect(stage.keyWindow == "question")
        await stage.host.key("enter")

        #expect(answers == 1)
        #expect(stage.keyWindow == "page")
    }

    // MARK: - At the ball

    private func closed(_ work: Work, size: Size = Size(width: 80, height: 24)) async throws -> Stage {
        let stage = try await stage(work, parameters: [], size: size)
        await stage.host.key("f3")
        await stage.host.advance(by: PanelState.progressDelay)
        await stage.host.tap(0, 0)
        #expect(!stage.isPanelOpen)
        return stage
    }

    private func ballRow(_ stage: Stage, _ row: Int = 1) -> String {
        let line = stage.host.frame.line(stage.ball.minY + row)
        return String(line.dropFirst(stage.ball.minX).prefix(stage.ball.width))
    }

    @Test func `a run whose panel has closed goes on as a ring on the ball`() async throws {
        let stage = try await closed(Work())
        let before = stage.host.changedFrames

        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.changedFrames > before)
    }

    @Test func `nothing turns behind the lock, and the ring goes on afterwards`() async throws {
        let stage = try await closed(Work())
        try await stage.host.run("host.lock")
        await stage.host.advance(by: .seconds(60))
        #expect(stage.host.app.lifecycleState == .background)
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(60))
        #expect(!stage.host.hasPendingTimers)
        #expect(stage.host.changedFrames == frames)
        try await stage.host.run("host.lock")
        await stage.host.advance(by: .seconds(1))

        #expect(stage.host.changedFrames > frames + 4)
    }

    @Test func `what is typed ahead of an unseen result is a search in the tools`() async throws {
        let work = Work()
        let stage = try await closed(work)
        work.gate.open()
        await stage.host.advance(by: .seconds(1))

        await stage.host.key("f2")
        #expect(stage.host.frame.contains("f2 tools · esc close"))
        await stage.host.type("log")

        #expect(stage.host.frame.contains("╭─ Tools"))
        #expect(stage.host.frame.contains("  log "))
        #expect(stage.host.frame.contains("Log in"))
        await stage.host.key("escape")
        #expect(stage.host.frame.contains("Results"))
    }

    @Test func `a key of the program closes a short result and has its effect`() async throws {
        var opened = 0
        let stage = try await Stage.launched { host in
            try host.commands.offer(Command(id: "say", title: "Say", key: KeyEvent(.function(8))) { _ in "Said" })
            try host.commands.offer(
                Command(id: "open", title: "Open", key: KeyEvent(.character("e"))) { _ in
                    opened += 1
                    return nil
                }
            )
        }
        await stage.host.key("f2")
        await stage.host.type("say")
        await stage.host.key("enter")
        #expect(stage.host.frame.contains("✓ Said"))
        #expect(stage.host.frame.contains(" esc close "))

        await stage.host.key("e")

        #expect(!stage.isPanelOpen)
        #expect(opened == 1)
    }

    @Test func `a run that reports progress is a percentage on the ball`() async throws {
        var arguments: CommandArguments?
        let work = Work()
        work.tell = { arguments = $0 }
        let stage = try await closed(work)

        arguments?.reportProgress(0.429, "Counting")
        await stage.host.advance(by: .milliseconds(100))
        #expect(ballRow(stage).contains("42%"))
        let frames = stage.host.changedFrames
        await stage.host.advance(by: .milliseconds(500))

        #expect(stage.host.changedFrames == frames)
    }

    @Test func `a narrow list cuts the title of a run, not how far it is, and says how to cancel it`() async throws {
        let (title, gate) = ("Check a feed, its pictures and its addresses", HostGate())
        let stage = try await Stage.launched(
            size: Size(width: 40, height: 12),
            prepare: { host in
                try host.commands.offer(
                    Command(id: "check", title: title) {
                        $0.reportProgress(0.28)
                        try await gate.wait()
                        return nil
                    }
                )
            }
        )
        stage.host.app.commands.start("check")
        await stage.host.advance(by: .seconds(1))

        await stage.host.key("f2")

        let row = try #require((0..<12).map { stage.host.frame.line($0) }.first { $0.contains("Check a feed") })
        #expect(row.contains("… ") && row.contains(" 28 %"))
        #expect(stage.host.frame.contains("^X cancel · esc close"))
    }

    @Test func `a ball with a number doesn't fade, and fades after the work`() async throws {
        let work = Work()
        var arguments: CommandArguments?
        work.tell = { arguments = $0 }
        let stage = try await stage(work, parameters: [])
        stage.host.app.commands.start("work")
        await stage.host.advance(by: .seconds(60))
        #expect(stage.ballWindow?.alpha == Ball.restingAlpha)

        arguments?.reportProgress(0.28)
        await stage.host.advance(by: .seconds(60))
        #expect(stage.ballWindow?.alpha == 1)
        #expect(stage.host.frame.contains("28%"))
        work.gate.open()
        await stage.host.advance(by: .seconds(60))

        #expect(stage.ballWindow?.alpha == Ball.restingAlpha)
    }

    @Test func `with reduced motion nothing wakes while a ring stands still`() async throws {
        let stage = try await stage(Work(), parameters: [], reducesMotion: true)
        await stage.host.key("f3")
        await stage.host.tap(0, 0)
        await stage.host.advance(by: .seconds(60))
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(14 * 86_400))

        #expect(stage.host.changedFrames == frames)
        #expect(!stage.host.hasPendingTimers)
        #expect(stage.host.app.commands.runs.count == 1)
    }

    @Test func `control-X in the tools cancels a run, and says so`() async throws {
        let stage = try await closed(Work())
        await stage.host.key("f2")
        #expect(stage.host.frame.contains("ctrl-x cancel"))

        await stage.host.key("ctrl-x")

        #expect(stage.host.frame.contains("'Work' was cancelled."))
        #expect(!stage.host.frame.contains("Running"))
    }

    @Test func `an end that nobody saw is a badge, with its result one tap away, and then the tools`() async throws {
        let work = Work()
        let stage = try await closed(work)

        work.gate.open()
        await stage.host.advance(by: .seconds(1))
        #expect(!stage.isPanelOpen)
        #expect(ballRow(stage, 0).contains("✓"))
        await stage.tapBall(1)
        #expect(stage.host.frame.contains("Worked"))
        #expect(stage.host.frame.contains("f2 tools"))
        #expect(!ballRow(stage, 0).contains("✓"))
        await stage.host.tap(stage.middle.x, stage.middle.y)
        #expect(stage.host.frame.contains("Tools"))
        #expect(!stage.host.frame.contains("Results"))
        await stage.host.key("escape")
        await stage.tapBall(1)

        #expect(stage.host.frame.contains("Tools"))
    }

    @Test func `a tap where a ball that is kept away would be closes a result, as any beside it`() async throws {
        let work = Work()
        let stage = try await closed(work)
        work.gate.open()
        await stage.host.advance(by: .seconds(1))
        await stage.tapBall(1)
        let place = stage.middle
        stage.host.app.bus.post(named: Ball.holdName, ["seconds": 60])
        await stage.host.advance(by: .seconds(1))

        await stage.host.tap(place.x, place.y)

        #expect(!stage.isPanelOpen)
    }

    @Test func `the tools begin with what runs, which opens again, whoever has started it`() async throws {
        let work = Work()
        let stage = try await stage(work, parameters: [])
        stage.host.app.commands.start("work")
        await stage.host.advance(by: .seconds(1))
        await stage.host.key("f2")
        let lines = (0..<24).map { stage.host.frame.line($0) }
        let heading = try #require(lines.firstIndex { $0.contains("Running") })
        #expect(lines[heading + 1].contains("Work"))

        await stage.host.key("enter")
        #expect(stage.host.frame.contains("╭─ Work"))
        #expect(stage.host.frame.contains("Cancel"))
        await stage.host.key("escape")
        #expect(work.cancellations == 1)
        #expect(stage.host.frame.contains("'Work' was cancelled."))
    }

    @Test func `the result of a run that another party has started is no badge`() async throws {
        let work = Work()
        let stage = try await stage(work, parameters: [])
        stage.host.app.commands.start("work")
        await stage.host.advance(by: .seconds(1))

        work.gate.open()
        // The host's notice has gone.
        await stage.host.advance(by: .seconds(4))

        #expect(!stage.host.frame.contains("✓"))
        await stage.host.key("f2")
        #expect(!stage.host.frame.contains("Running"))
    }

    @Test func `a run with a window of its own isn't shown a second time`() async throws {
        let stage = try await Stage.launched { host in
            try host.commands.offer(
                Command(id: "read", title: "Read") { _ in
                    let window = host.makeWindow(title: "opened", root: View())
                    window.makeKeyAndVisible()
                    try await host.clock.sleep(for: .seconds(100))
                    return nil
                }
            )
        }
        stage.host.app.commands.start("read")
        await stage.host.advance(by: .seconds(60))
        let frames = stage.host.changedFrames

        await stage.host.advance(by: .seconds(10))

        #expect(stage.host.changedFrames == frames)
    }

    @Test func `a hundred runs are one ring, and a row each`() async throws {
        let work = Work()
        let stage = try await stage(work, parameters: [], size: Size(width: 80, height: 240))
        for _ in 0..<100 { stage.host.app.commands.start("work") }
        await stage.host.advance(by: .seconds(1))

        await stage.host.key("f2")

        #expect((0..<240).count { stage.host.frame.line($0).contains("↻ Work") } == 100)
    }

    // MARK: - Once

    @Test func `the party that has started a command is told with its end`() async throws {
        let stage = try await Stage.launched()
        var starters: [Owner] = []
        let watching = stage.host.app.bus.observe(CommandDidRun.self) {
            if $0.id == "session.login" { starters.append($0.starter) }
        }

        await stage.logIn()
        try await stage.host.run("session.login", ["phone": "5", "password": "tea"])
        watching.cancel()

        #expect(starters == [.plugin("floating-assistant"), .host])
    }

    // MARK: - What was sent

    @Test func `a form that failed keeps what was sent, without the secret, also when it was closed`() async throws {
        let stage = try await Stage.launched(password: "coffee", patience: .seconds(5))
        await stage.logIn()
        await stage.host.tap(0, 0)
        await stage.host.advance(by: .seconds(6))
        await stage.tapBall(1)
        #expect(stage.host.frame.contains("wrong password: •••"))
        await stage.host.key("escape")

        await stage.host.key("f3")

        #expect(stage.host.frame.contains("555"))
        #expect(!stage.host.frame.contains("•••"))
    }

    @Test func `a form that succeeded begins anew`() async throws {
        let stage = try await Stage.launched()
        await stage.logIn()
        await stage.host.advance(by: .seconds(10))

        await stage.host.key("f3")

        #expect(stage.host.frame.contains("Phone"))
        #expect(!stage.host.frame.contains("555"))
    }
}
