public import FoundationEssentials
public import HostRuntime

// Tests run beside each other in one process. For a host to know when its own
// tasks have nothing left to do, the process's tasks are counted from its first one on.
#if objectFormat(MachO)
@section("__DATA,__mod_init_func,mod_init_funcs")
#else
@section(".init_array")
#endif
@used private let installTaskExecutors: LoadHook = { TaskExecutors.installForTests() }

/// A host in memory for tests: its time stands still until it is moved, and its frames can be read.
///
/// ```swift
/// let host = TestHost(plugins: [Confetti.self])
/// await host.launch()
/// await host.advance(by: .seconds(1))
/// #expect(host.frame.contains("party"))
/// ```
///
/// Nothing is read from the process's plugins, the terminal, the environment or
/// the clock on the wall, so a test gives the same result every time.
@MainActor public final class TestHost {
    /// The host itself, for anything that the kit has no shortcut for.
    public let app: AppHost

    /// What happened, a line each, in the words of a scripted run's transcript.
    public private(set) var events: [String] = []

    private let driver: HostDriver
    private let program: Any

    /// Creates a host with just the plugins given; it runs none of them before `launch`.
    ///
    /// The program has one window, an empty page, which is key. What is
    /// remembered is in memory, or in a folder where one is given.
    public convenience init(
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

    /// Creates a host with a program of its own and just the plugins given.
    ///
    /// `program` makes what the program would have: windows and commands. What
    /// it returns is held for as long as the host is.
    public init(
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
        let display = MemoryDisplay(size: size, depth: colorDepth, isASCII: isASCII, reducesMotion: reducesMotion)
        let time = ManualTime(date: date)
        var setup = HostSetup(
            name: "test-host",
            version: "1.0.0",
            display: display,
            time: time,
            plugins: plugins.map { PluginRecord($0) },
            configuration: configuration
        )
        setup.stateDirectory = stateDirectory
        app = AppHost(setup)
        driver = HostDriver(app, time: time, display: display)
        self.program = try program(app)
        driver.onEvent = { [unowned self] in events.append($0) }
    }

    /// The frame that is on the screen.
    public var frame: FrameSnapshot { app.snapshot() }

    /// How many frames have changed what is on the screen.
    public var changedFrames: Int { driver.display.changedFrames }

    /// Whether a timer is set, so that something will happen by itself.
    public var hasPendingTimers: Bool { app.clock.nextDeadline != nil }

    /// The newest decisions of scenarios, oldest first.
    public var decisions: [Decision] { app.decisions.decisions }

    /// The windows that are not hidden, back to front, by title.
    public var visibleWindows: [String] { app.windows.visibleWindows.map(\.title) }

    /// Takes the events so far out of the list and returns them.
    public func takeEvents() -> [String] {
        defer { events = [] }
        return events
    }

    // MARK: - Life

    /// Launches the host with its plugins and brings the first frame.
    public func launch() async { await driver.launch() }

    /// Ends the host in order.
    public func terminate() async { await driver.terminate() }

    /// Moves the time on, with all that happens on the way.
    public func advance(by duration: Duration) async { await driver.advance(by: duration) }

    /// Moves the time on without letting anything else happen, as work that takes long does.
    public func moveTime(by duration: Duration) { driver.time.advance(by: duration) }

    /// Sets the clock on the wall, as a person does; the host's own time does not move.
    public func setDate(_ date: Date) { driver.time.date = date }

    /// Sets where the days begin and end, as travelling does; it is GMT before.
    public func setTimeZone(_ timeZone: CivilTimeZone) { driver.time.timeZone = timeZone }

    /// Goes to the background, as at `^Z`.
    public func enterBackground() async { await driver.enterBackground() }

    /// Comes back from the background.
    public func enterForeground() async { await driver.enterForeground() }

    /// Locks the screen.
    public func lock() async { await driver.setScreenLocked(true) }

    /// Unlocks the screen.
    public func unlock() async { await driver.setScreenLocked(false) }

    /// Takes the terminal's focus away.
    public func focusOut() async { await driver.setFocused(false) }

    /// Gives the terminal's focus back.
    public func focusIn() async { await driver.setFocused(true) }

    /// Gives the screen another size.
    public func resize(to size: Size) async { await driver.resize(to: size) }

    // MARK: - Touches and keys

    /// Taps a cell, several times at once where a count is given.
    public func tap(_ x: Int, _ y: Int, count: Int = 1) async {
        await driver.tap(Point(x: x, y: y), count: count)
    }

    /// Presses a cell for longer than a long press takes.
    public func longPress(_ x: Int, _ y: Int) async { await driver.press(Point(x: x, y: y)) }

    /// Presses a cell for long and then moves to another one in a straight way.
    public func drag(from start: Point, to end: Point) async { await driver.drag(from: start, to: end) }

    /// Delivers one moment of a touch, for a test that looks between the moments of a gesture.
    public func touch(_ phase: Touch.Phase, at point: Point) async {
        await driver.deliver([.touch(Touch(phase, at: point))])
    }

    /// Turns the wheel over a cell by a number of rows; down is positive.
    public func wheel(_ rows: Int, at point: Point) async { await driver.deliver([.wheel(rows, at: point)]) }

    /// Presses a key by its name, such as `enter` or `ctrl-z`; a name that means no key stops the test.
    public func key(_ name: String) async {
        guard let event = KeyEvent(name: name) else { preconditionFailure("No key is called '\(name)'.") }
        await driver.key(event)
    }

    /// Presses keys by their names, all at once, as a terminal sends what was typed ahead: `e down down enter`.
    public func keys(_ names: String) async {
        let events = names.split(separator: " ").map { name in
            guard let event = KeyEvent(name: String(name)) else { preconditionFailure("No key is called '\(name)'.") }
            return event
        }
        await driver.keys(events)
    }

    /// Types text, a key for each character, all at once.
    public func type(_ text: String) async { await driver.type(text) }

    /// Pastes text.
    public func paste(_ text: String) async { await driver.paste(text) }

    /// Runs a command and returns the text to show where it was run.
    @discardableResult
    public func run(_ command: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        // Also after an error: what the command changed until then is on the frame.
        let result: Result<String?, any Error>
        do {
            result = .success(try await app.commands.run(command, values))
        } catch {
            result = .failure(error)
        }
        await driver.waitUntilIdle()
        return try result.get()
    }
}
