internal import FoundationEssentials

/// The playback of a script: its frames in the terminal, at the pace at which they were made.
///
/// Control-C and q end it, and space pauses it. Nothing else of the keyboard
/// and the mouse has an effect.
@MainActor final class PlaybackRun {
    private let setup: ProgramSetup
    private let file: ScriptFile
    private let pacer: PlaybackPacer
    /// The size of its largest screen.
    private let neededSize: Size
    private var ended: CheckedContinuation<String?, Never>?
    private var endingSignal: Signal?

    /// The time for which the last frame stays.
    private static let lastFrameTime: Duration = .seconds(1)

    init(_ setup: ProgramSetup, _ file: ScriptFile) {
        self.setup = setup
        self.file = file
        pacer = PlaybackPacer(speed: file.options.speed)
        neededSize = file.script.lines.reduce(file.options.size) { needed, line in
            guard case .resize(let size) = line.step else { return needed }
            return Size(width: max(needed.width, size.width), height: max(needed.height, size.height))
        }
    }

    /// Plays until it ends, or a person ends it.
    func run() async throws(HostProgramError) -> ProgramEnd {
        let cast = try CastFile(file.options.cast)
        let screen = try TerminalSetup(playback: file, cast: cast)
        let (terminal, display) = (screen.terminal, screen.display)
        if let lack = lackOfRoom(in: terminal.size) { throw HostProgramError(status: .unavailable, text: lack) }
        let time = file.makeTime()
        let (host, application) = try file.makeHost(setup, display, time)
        cast?.begin(display, of: host)
        connect(terminal, display, host)
        do {
            try terminal.open()
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        HangWatch.start(host, terminal) { [weak host] in host?.log.add(.warning, $0, owner: $1) }
        let driver = HostDriver(host, time: time, display: display)
        driver.pace = { [pacer] in await pacer.wait($0) }
        let runner = ScriptRunner(driver, secrets: file.secrets, write: { _ in })
        let failure = await withCheckedContinuation { continuation in
            ended = continuation
            Task { end(await show(runner)) }
        }
        terminal.close()
        cast?.end()
        setup.finishStores(of: host)
        withExtendedLifetime(application) {}
        for problem in setup.refusals + file.unrecorded + [failure, cast?.problem].compactMap(\.self) {
            setup.printError(problem)
        }
        return endingSignal.map { .signal($0) } ?? .status(failure == nil ? .success : .failure)
    }

    /// Shows all steps; returns the sentence about the one that failed.
    private func show(_ runner: ScriptRunner) async -> String? {
        do throws(ScriptFailure) {
            try await runner.run(file.script)
        } catch {
            return "the script '\(file.path)', \(error)"
        }
        await pacer.wait(PlaybackRun.lastFrameTime)
        return nil
    }

    private func end(_ failure: String?) {
        // A task of a plugin that blocks would keep the program's own, in its turn, from its end.
        TaskActivity.program.endOrder()
        let ended = ended
        self.ended = nil
        ended?.resume(returning: failure)
    }

    /// Returns what is wrong if the terminal is smaller than one of the playback's screens.
    private func lackOfRoom(in room: Size) -> String? {
        guard room.width < neededSize.width || room.height < neededSize.height else { return nil }
        return "the playback needs \(neededSize) cells, and the terminal has \(room); make it larger"
    }

    // MARK: - Events

    private func connect(_ terminal: Terminal, _ display: Display, _ host: AppHost) {
        terminal.reader.onInput = { [unowned self] event in
            guard case .key(let key) = event else { return }
            switch key.legacy ?? key {
            case .interrupt, KeyEvent(.character("q")), KeyEvent(.escape): end(nil)
            case KeyEvent(.character(" ")): pacer.togglePause()
            case .stop: suspend(terminal)
            default: break
            }
        }
        terminal.reader.acceptsInput = { [unowned self] in ended != nil }
        terminal.onResize = { [unowned self, unowned host, unowned terminal] size in
            if let lack = lackOfRoom(in: size) { return end(lack) }
            // The area beside a playback that is smaller than the terminal isn't painted.
            Array("\u{1B}[0m\u{1B}[2J".utf8).withUnsafeBytes { terminal.write($0) }
            host.screen.redraw()
        }
        terminal.onSignal = { [unowned self, unowned terminal, unowned host] signal in
            switch signal {
            case .ending(let signal):
                endingSignal = endingSignal ?? signal
                end(nil)
            case .stop: suspend(terminal)
            case .continued: host.screen.redraw()
            }
        }
        terminal.reader.onCapabilities = { display.usesSynchronizedOutput = $0.synchronizedOutput }
        terminal.onCapturedOutput = { [unowned host] in host.log.add(captured: $0) }
    }

    private func suspend(_ terminal: Terminal) {
        let wasPaused = pacer.isPaused
        if !wasPaused { pacer.togglePause() }
        terminal.suspend()
        if !wasPaused { pacer.togglePause() }
    }
}

/// The pace of playback: waits in real time while the time of the script moves.
///
/// A time in which nothing happens is cut to `longestPause`.
@MainActor final class PlaybackPacer {
    /// The longest time in which nothing happens.
    static let longestPause: Duration = .seconds(5)

    private let speed: Double
    private let timer = LoopTimer()
    private var waiting: CheckedContinuation<Void, Never>?

    /// The real time that is left of a wait, from `start` on.
    private var rest: Duration = .zero
    private var start = ContinuousClock.now

    /// Whether playback is paused.
    private(set) var isPaused = false

    init(speed: Double) {
        self.speed = speed
    }

    /// Waits for as long as a time of the script takes.
    func wait(_ duration: Duration) async {
        guard duration > .zero else { return }
        rest = min(duration, PlaybackPacer.longestPause) / speed
        await withCheckedContinuation { continuation in
            waiting = continuation
            if !isPaused { arm() }
        }
    }

    /// Pauses or continues playback.
    func togglePause() {
        isPaused.toggle()
        if isPaused {
            timer.cancel()
            rest -= start.duration(to: .now)
        } else if waiting != nil {
            arm()
        }
    }

    private func arm() {
        start = .now
        timer.set(after: rest) { [unowned self] in
            let waiting = waiting
            self.waiting = nil
            waiting?.resume()
        }
    }
}
