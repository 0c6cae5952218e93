internal import FoundationEssentials

/// The playback of a script: a film of its frames in the terminal, at the pace at which they were made.
///
/// The script runs once, in memory and as fast as it can, which makes the film; what is
/// played are pictures. Going back therefore needs no second run, and a key is
/// handled at once, whatever the program is doing.
@MainActor final class PlaybackRun {
    private let setup: ProgramSetup
    private let file: ScriptFile
    private let terminal: Terminal
    private let screen: Display
    private var film = Film()
    private var state: FilmState
    private var pointer = PointerTracker()
    private var ended: CheckedContinuation<Void, Never>?
    private var endingSignal: Signal?
    private var failure: String?

    private let timer = LoopTimer()
    private var locks: Subscription?
    private var lastTick = ContinuousClock.now
    private var lastRefresh = ContinuousClock.now

    /// What the layer of the picture shows.
    private var shown: (picture: Int, origin: Point, area: Size, showsHelp: Bool)?
    private var layers: [Layer] = []
    private var version: UInt64 = 0

    /// The real time after which the film, while it is read, lets others have their turn, and shows how far it is.
    private static let readingTurn: Duration = .milliseconds(8)
    private static let refreshInterval: Duration = .milliseconds(100)

    init(_ setup: ProgramSetup, _ file: ScriptFile) throws(HostProgramError) {
        self.setup = setup
        self.file = file
        let screen = try TerminalSetup(playback: file)
        (terminal, self.screen) = (screen.terminal, screen.display)
        state = FilmState(
            length: file.script.duration,
            speed: file.options.speed,
            room: terminal.size,
            picture: file.options.size,
            message: file.standInMessage
        )
    }

    /// Plays until a person ends it.
    func run() async throws(HostProgramError) -> ProgramEnd {
        let cast = try CastFile(file.options.cast)
        let display = Display(file.traits(colorDepth: screen.traits.colorDepth)) { cast?.write($0) }
        let time = file.makeTime()
        let (host, application) = try file.makeHost(setup, display, time)
        cast?.begin(display, of: host)
        connect(host)
        terminal.title = "Film: \(file.path.fileName) - \(host.name)"
        display.onChange = { [unowned self, unowned display] in
            film.append(display.snapshot(), changed: $0, at: time.now)
        }
        do {
            try terminal.open()
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        screen.resize(to: terminal.size)
        state.room = terminal.size
        HangWatch.start(host, terminal) { [weak host] in host?.log.add(.warning, $0, owner: $1) }
        let driver = HostDriver(host, time: time, display: display)
        await withCheckedContinuation { continuation in
            ended = continuation
            refresh()
            Task { await read(driver) }
        }
        timer.cancel()
        terminal.close()
        cast?.end()
        withExtendedLifetime(application) {}
        for what in file.unrecorded {
            StandardStreams.printMessage("Note: the film was made without \(what)".escapingControlsOfLines)
        }
        for problem in setup.refusals + [failure, cast?.problem].compactMap(\.self) {
            setup.printError(problem)
        }
        return endingSignal.map { .signal($0) } ?? .status(failure == nil ? .success : .failure)
    }

    private func end() {
        // A task of a plugin that blocks would keep the program's own, in its turn, from its end.
        TaskActivity.program.endOrder()
        let ended = ended
        self.ended = nil
        ended?.resume()
    }

    // MARK: - Reading

    /// Makes the film: runs the script, and keeps its frames and its marks.
    private func read(_ driver: HostDriver) async {
        var turn = ContinuousClock.now
        let time = driver.time
        driver.pace = { [unowned self] _ in
            state.read(to: time.now)
            guard turn.duration(to: .now) > PlaybackRun.readingTurn else { return }
            if lastRefresh.duration(to: .now) > PlaybackRun.refreshInterval { refresh() }
            await Task.yield()
            turn = .now
        }
        mark(driver.host, time)
        let steps = Dictionary(file.script.lines.map { ($0.number, $0.step) }) { _, last in last }
        let runner = ScriptRunner(
            driver,
            secrets: file.secrets,
            onStep: { [unowned self] in
                guard let line = $0, let kind = steps[line.line]?.markKind else { return }
                state.add(.init(kind: kind, time: time.now, text: line.text))
            },
            write: { _ in }
        )
        do throws(ScriptFailure) {
            try await runner.run(file.script)
        } catch {
            failure = "the script '\(file.path)', \(error)"
        }
        state.read(to: time.now)
        state.finish(problem: failure)
        refresh()
    }

    /// Marks what plugins say they have shown, locks of the screen, and the errors of the log.
    private func mark(_ host: AppHost, _ time: ManualTime) {
        locks = host.bus.observe(ScreenLockChanged.self) { [weak self] change in
            self?.state.add(.init(kind: .lock, time: time.now, text: "\(change)"))
        }
        host.bus.listeners.add(posts: true) { [weak self] event in
            guard event.kind == .post, event.isOnMainThread, event.messageName.hasSuffix(".shown") else { return }
            MainActor.assumeIsolated { self?.state.add(.init(kind: .shown, time: time.now, text: event.text)) }
        }
        host.log.sinks.append { [weak self] entry in
            guard entry.level == .error else { return }
            self?.state.add(.init(kind: .error, time: time.now, text: "\(entry.source): \(entry.text)"))
        }
    }

    // MARK: - Showing

    /// Moves the film on to the present time, shows it, and waits for the next picture.
    private func refresh() {
        let now = ContinuousClock.now
        state.play(for: lastTick.duration(to: now), next: film.nextTime(after: state.position))
        (lastTick, lastRefresh) = (now, now)
        show()
        timer.cancel()
        guard ended != nil, let delay = state.delay(next: film.nextTime(after: state.position)) else { return }
        timer.set(after: delay) { [unowned self] in refresh() }
    }

    private func show() {
        let index = film.index(at: state.position)
        let picture = index.map { film.pictures[$0] }
        if let picture { state.picture = picture.size }
        version += 1
        let (area, origin) = (state.area, state.origin)
        let next = (index ?? -1, origin, area, state.showsHelp)
        if layers.isEmpty || shown.map({ $0 != next }) ?? true {
            var canvas = makeCanvas(area)
            picture?.draw(on: &canvas, at: origin)
            if state.showsHelp { FilmBar.drawHelp(on: &canvas, area: area) }
            let frame = Rect(origin: .zero, size: area)
            layers = [Layer(id: 1, frame: frame, canvas: canvas, version: version)]
            shown = next
        }
        var frame = Frame(size: screen.traits.size, layers: layers)
        if let picture, let cursor = picture.cursor, Rect(origin: .zero, size: area).contains(origin + cursor) {
            frame.cursor = origin + cursor
            frame.showsCursor = picture.showsCursor
        }
        if state.barHeight > 0 {
            let bar = FilmBar(state)
            var canvas = makeCanvas(Size(width: state.room.width, height: bar.height))
            bar.draw(on: &canvas)
            let place = Rect(origin: Point(x: 0, y: state.room.height - bar.height), size: canvas.size)
            frame.layers.append(Layer(id: 2, frame: place, canvas: canvas, version: version))
        }
        screen.present(frame)
    }

    private func makeCanvas(_ size: Size) -> Canvas {
        Canvas(size: size, on: screen.traits)
    }

    // MARK: - Events

    private func connect(_ host: AppHost) {
        terminal.reader.onInput = { [unowned self] event in
            var requests: [FilmState.Request?] = []
            switch event {
            case .key(let key): requests = [state.press(key.legacy ?? key)]
            case .pointer(let event): requests = pointer.handle(event).map { state.handle($0) }
            default: return
            }
            for request in requests.compactMap(\.self) {
                switch request {
                case .end: end()
                case .stop: suspend()
                }
            }
            refresh()
        }
        terminal.reader.acceptsInput = { [unowned self] in ended != nil }
        terminal.onResize = { [unowned self] size in
            screen.resize(to: size)
            state.room = size
            refresh()
        }
        terminal.onSignal = { [unowned self] signal in
            switch signal {
            case .ending(let signal):
                endingSignal = endingSignal ?? signal
                end()
            case .stop: suspend()
            case .continued: break
            }
        }
        terminal.reader.onCapabilities = { [unowned self] in screen.usesSynchronizedOutput = $0.synchronizedOutput }
        terminal.onCapturedOutput = { [unowned host] in host.log.add(captured: $0) }
    }

    /// Stops the process; the time until it continues isn't played.
    private func suspend() {
        terminal.suspend()
        lastTick = .now
    }
}

extension ScriptStep {
    /// The mark that a film has for the step; nil if nothing happens in it.
    fileprivate var markKind: FilmState.Mark.Kind? {
        switch self {
        // A lock has a mark of its own, whatever it came from.
        case .wait, .lock, .unlock: nil
        default: isInHead ? nil : .step
        }
    }
}
