public import FoundationEssentials
public import HostRuntime
@_exported public import Testing  // Callers' default `#_sourceLocation` expands in their files.

// Tests run side by side in one process. So that each host can tell when its own
// tasks have nothing left to do, the process's tasks are counted from the first one on.
@section(".init_array") @used private let prepareProcess: LoadHook = {
    TaskExecutors.installForTests()
    AppHost.findScenarioDefaults()
}

/// A host in memory for tests: its time stands still until the test moves it, and its frames can be read.
///
/// ```swift
/// let host = TestHost(plugins: [Confetti.self])
/// await host.launch()
/// await host.advance(by: .seconds(1))
/// #expect(host.frame.contains("party"))
/// ```
///
/// The host reads nothing from the process's plugins, the terminal, the
/// environment, the system's clock or the network, so a test gives the same result every time.
/// A type that conforms to `ScenarioProtocol` counts in its store, by its date, and
/// among its decisions, in the test's task, the host's and plugins' tasks, and those
/// that they start. With several hosts in one test, it's the one that was made or
/// used last.
///
/// Every asynchronous call returns when the host is idle: no task of the host,
/// its plugins or the test has anything left to do, and no timer is due. Work in
/// `PluginTasks.perform(_:)` may still be under way; `advance(by:)` waits for it.
@MainActor public final class TestHost {
    /// The host itself, for anything that the kit has no shortcut for.
    public let app: AppHost

    /// The events and log entries so far, one line each, worded as in a scripted run's transcript.
    public private(set) var events: [String] = []

    /// The answers to what the plugins fetch; a request for anything else fails.
    public let network: TestNetwork

    private let driver: HostDriver
    private let program: Any
    // Known before the launch, and logged at it as in a program.
    private let misspellings: [String]

    /// Creates a host with the plugins given and no others; they run from `launch()` on.
    ///
    /// The program has one window, an empty page, which is key. Stores and
    /// caches are kept in memory, or in the folder `stateDirectory`.
    public convenience init(
        name: String = "test-host",
        version: String = "1.0.0",
        plugins: [any HostPlugin.Type] = [],
        size: Size = Size(width: 80, height: 24),
        date: Date = Date(timeIntervalSinceReferenceDate: 0),
        configuration: HostConfiguration = HostConfiguration(),
        colorDepth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        stateDirectory: String? = nil
    ) {
        self.init(
            name: name,
            version: version,
            plugins: plugins,
            size: size,
            date: date,
            configuration: configuration,
            colorDepth: colorDepth,
            isASCII: isASCII,
            reducesMotion: reducesMotion,
            stateDirectory: stateDirectory
        ) { host in
            let page = View()
            page.background = Theme.page
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            return window
        }
    }

    /// Creates a host with windows and commands that the test makes, and with the plugins given.
    ///
    /// The closure makes what a program would: windows and commands. The test
    /// host retains the value that it returns, such as a window. The name and the
    /// version are the program's.
    public init(
        name: String = "test-host",
        version: String = "1.0.0",
        plugins: [any HostPlugin.Type] = [],
        size: Size = Size(width: 80, height: 24),
        date: Date = Date(timeIntervalSinceReferenceDate: 0),
        configuration: HostConfiguration = HostConfiguration(),
        colorDepth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        stateDirectory: String? = nil,
        program: @MainActor (AppHost) throws -> Any
    ) rethrows {
        let display = Display(
            DisplayTraits(size: size, colorDepth: colorDepth, isASCII: isASCII, reducesMotion: reducesMotion)
        )
        let time = ManualTime(date: date)
        var setup = HostSetup(
            name: name,
            version: version,
            display: display,
            time: time,
            plugins: plugins.map { PluginRecord($0) },
            configuration: configuration
        )
        setup.stateDirectory = stateDirectory
        for (number, plugin) in plugins.enumerated() where plugins[..<number].contains(where: { $0 == plugin }) {
            Issue.record("The plugin '\(plugin.manifest.id)' is given twice. Give each plugin once.")
        }
        misspellings = configuration.misspellings(in: plugins.flatMap { $0.manifest.configuration })
        app = AppHost(setup)
        network = TestNetwork(clock: app.clock)
        app.network.transport = network
        app.adoptScenarios(date: { time.currentDate })
        driver = HostDriver(app, time: time, display: display)
        self.program = try program(app)
        driver.observeEvents { [weak self] in self?.events.append($0.escapingControls) }
    }

    /// The frame on the screen.
    public var frame: FrameSnapshot { app.snapshot() }

    /// What the windows in sight say to a person who doesn't see them, front to back, a line for each element.
    ///
    /// Below the title of each window stand its elements, as in a script's `show page`; `>` marks the one at the focus.
    public var spokenPage: String { app.windows.spokenPage }

    /// The number of frames that have changed the screen.
    public var changedFrames: Int { driver.display.changedFrames }

    /// Whether a timer is set, so that something will happen by itself.
    public var hasPendingTimers: Bool { app.clock.nextDeadline != nil }

    /// The newest decisions of scenarios, oldest first.
    public var decisions: [Decision] { app.decisions.decisions }

    /// The titles of the visible windows, back to front.
    public var visibleWindows: [String] { app.windows.visibleWindows.map(\.title) }

    /// Returns the events so far and removes them from the list.
    public func drainEvents() -> [String] {
        defer { events = [] }
        return events
    }

    // MARK: - Life cycle

    /// Launches the host and its plugins, and draws the first frame.
    ///
    /// A misspelled setting of a plugin is a warning in the log, as at the start of a program.
    public func launch() async {
        await launch(intoBackground: false)
    }

    /// Launches the host and its plugins without a screen, as a program that runs one command for a shell.
    ///
    /// The lifecycle state is `background` from the launch to the end, and no frame is drawn.
    public func launchIntoBackground() async {
        await launch(intoBackground: true)
    }

    private func launch(intoBackground isInBackground: Bool) async {
        for text in misspellings { app.log.warning(text) }
        await driver.launch(intoBackground: isInBackground)
    }

    /// Ends the host, as quitting the program does.
    public func terminate() async { await driver.terminate() }

    /// Goes to the background, as at `^Z`; once no hold delays that, the process is stopped until the return.
    ///
    /// Timers that fall due meanwhile fire at the return, and work in `PluginTasks.perform(_:)`
    /// ends after it.
    public func enterBackground() async { await driver.enterBackground() }

    /// Comes back from the background.
    public func enterForeground() async { await driver.enterForeground() }

    /// Locks the screen.
    public func lock() async { await driver.setScreenLocked(true) }

    /// Unlocks the screen.
    public func unlock() async { await driver.setScreenLocked(false) }

    /// Reports that the terminal has lost the focus.
    public func focusOut() async { await driver.setFocused(false) }

    /// Reports that the terminal has the focus again.
    public func focusIn() async { await driver.setFocused(true) }

    /// Resizes the screen.
    public func resize(to size: Size) async { await driver.resize(to: size) }

    // MARK: - Time

    /// Moves the time on, and stops at each timer on the way.
    ///
    /// At each stop, and before the time moves, this waits for work in
    /// `PluginTasks.perform(_:)`, for at most as long in real time as the time moves.
    public func advance(by duration: Duration) async { await driver.advance(by: duration) }

    /// Moves the time on while no task can run, as a slow computation on the main actor does.
    public func moveTime(by duration: Duration) { driver.time.advance(by: duration) }

    /// Sets the calendar date, as a person does; the host's own time doesn't move.
    public func setDate(_ date: Date) { driver.time.date = date }

    /// Sets the time zone, as travelling does; it is GMT at first.
    public func setTimeZone(_ timeZone: CivilTimeZone) { driver.time.timeZone = timeZone }

    // MARK: - Touches

    // No mouse reaches a cell off the screen, and nobody takes input before the launch: both are mistakes in a test.

    /// Taps a cell, once or several times in a row; a cell off the screen fails the test.
    public func tap(_ x: Int, _ y: Int, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(Point(x: x, y: y), at: sourceLocation)
        await driver.tap(Point(x: x, y: y), count: count)
    }

    /// Presses a cell a little longer than a long press takes; a cell off the screen fails the test.
    public func longPress(_ x: Int, _ y: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(Point(x: x, y: y), at: sourceLocation)
        await driver.press(Point(x: x, y: y))
    }

    /// Records an issue for input that nobody could make.
    private func checkInput(_ points: Point..., at location: SourceLocation) {
        if app.lifecycleState == .notRunning {
            let text: Comment = "The host isn't launched, and takes no input. Call 'await host.launch()' first."
            Issue.record(text, sourceLocation: location)
        }
        let screen = frame.size
        for point in points where !Rect(origin: .zero, size: screen).contains(point) {
            let text: Comment = "The cell \(point) is off the screen, which is \(screen); its first cell is (0, 0)."
            Issue.record(text, sourceLocation: location)
        }
    }

    /// Makes a long press on a cell, and moves to another one in a straight line; a cell off the screen fails the test.
    public func drag(from start: Point, to end: Point, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(start, end, at: sourceLocation)
        await driver.drag(from: start, to: end)
    }

    /// Delivers one moment of a touch, for a test that looks between the moments of a gesture.
    ///
    /// A cell off the screen fails the test.
    public func touch(_ phase: Touch.Phase, at point: Point, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(point, at: sourceLocation)
        await driver.deliver([.touch(Touch(phase, at: point))])
    }

    /// Turns the wheel over a cell by a number of rows; down is positive, and a cell off the screen fails the test.
    public func wheel(_ rows: Int, at point: Point, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(point, at: sourceLocation)
        await driver.deliver([.wheel(rows, at: point)])
    }

    // MARK: - The keyboard

    /// Presses keys, named as in a script and all at once, as a person who types ahead does: `e down ctrl-z`.
    ///
    /// An unknown name fails the test, and only the other keys are pressed.
    public func key(_ names: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(at: sourceLocation)
        let names = names.split(separator: " ").map(String.init)
        for name in names where KeyEvent(name: name) == nil {
            let text: Comment = "There is no key '\(name)'; keys are enter, escape, tab, up, ctrl-z, f5, a ..."
            Issue.record(text, sourceLocation: sourceLocation)
        }
        await driver.keys(names.compactMap { KeyEvent(name: $0) })
    }

    /// Types text all at once, one key for each character.
    public func type(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(at: sourceLocation)
        await driver.type(text)
    }

    /// Pastes text.
    public func paste(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        checkInput(at: sourceLocation)
        await driver.paste(text)
    }

    // MARK: - Commands

    /// Runs a command to its end, and returns the text that it gives its caller to show.
    ///
    /// Throws the command's error, and one that says so if the host isn't running, whose
    /// plugins offer no commands then. The error for a command that isn't there names the
    /// plugins that don't run. Time stands still meanwhile: a command that waits
    /// for time, input or work in `PluginTasks.perform(_:)` is cancelled, and this throws
    /// an error that says so. Start such a command with `app.commands.start` instead, and
    /// then advance the time or send the input.
    @discardableResult
    public func run(_ command: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        // The program's own commands are there from the beginning.
        if app.commands[command] == nil, [.notRunning, .terminated].contains(app.lifecycleState) {
            throw HostIsNotRunning(command: command, hasEnded: app.lifecycleState == .terminated)
        }
        var result: Result<String?, any Error>?
        var run: CommandRun?
        // Idle after an error too, so that the frame shows what the command has changed.
        await driver.perform { run = app.commands.start(command, values) { result = $0 } }
        guard let result else {
            await driver.perform { run?.cancel() }
            throw CommandDidNotEnd(command: command)
        }
        if case .failure(let error as CommandError) = result, case .unknownCommand(command, _) = error {
            let problems = app.plugins.problems
            if !problems.isEmpty { throw CommandIsMissing(error, problems) }
        }
        return try result.get()
    }
}

/// The error of `TestHost.run` for a command that may be a plugin's, before the launch and after the end.
package struct HostIsNotRunning: Error, Hashable, CustomStringConvertible {
    /// The command's id.
    package let command: String

    /// Whether the host was launched, and has ended.
    package let hasEnded: Bool

    /// The mistake, and the way out.
    package var description: String {
        "There is no command '\(command)' because the host "
            + (hasEnded
                ? "has ended, and its plugins with it. Run the command before the end."
                : "isn't launched, and its plugins offer their commands then. Call 'await host.launch()' first.")
    }
}

/// The error of `TestHost.run` for a command that isn't there, while plugins don't run that may offer it.
package struct CommandIsMissing: Error, Hashable, CustomStringConvertible {
    /// The mistake, and what may be its reason.
    package let description: String

    fileprivate init(_ error: CommandError, _ problems: [(id: String, state: PluginState)]) {
        let plugins = problems.map { "'\($0.id)' \($0.state.predicate)" }.joined(separator: "; ")
        let isBlocked = problems.contains { if case .blocked = $0.state { true } else { false } }
        let wayOut = "Provide a service that is missing with 'host.app.services.provide' before the launch."
        description = "\(error) \(isBlocked ? "\(wayOut) " : "")These plugins don't run: \(plugins)"
    }
}

/// The error of `TestHost.run` for a command that waits for something that doesn't happen by itself.
package struct CommandDidNotEnd: Error, Hashable, CustomStringConvertible {
    /// The command's id.
    package let command: String

    /// The mistake, and the way out.
    package var description: String {
        "Command '\(command)' hasn't ended, and nothing more happens by itself: it waits for time, input or work "
            + "outside the main actor. Start it with app.commands.start, and then advance the time or send the input."
    }
}

extension HostConfiguration {
    /// Returns a sentence for each name in declared sections that nothing reads.
    ///
    /// Other sections are the test's program's, which declares none.
    fileprivate func misspellings(in sections: [ConfigurationSection]) -> [String] {
        let names = Set(sections.map(\.name))
        let values: [String: PlainValue] = names.reduce(into: [:]) { $0[$1] = .dictionary(self[$1]) }
        return ConfigurationCheck(sections).warnings(for: HostConfiguration(values))
    }
}
