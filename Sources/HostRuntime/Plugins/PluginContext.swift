public import FoundationEssentials

/// A plugin's only door to its host; all that is acquired through it ends with it.
///
/// What a plugin acquires is released at its deactivation, last in first out,
/// also when the plugin throws half-way. A context whose plugin has ended
/// refuses: what can throw throws `PluginContextError`, and the rest does
/// nothing and says so in the log. It never traps.
@MainActor public final class PluginContext {
    /// The plugin's own manifest.
    public let manifest: PluginManifest

    /// The host's log, under the plugin's name.
    public let log: PluginLog

    /// The plugin's section of the configuration, which is called as the plugin's id.
    public let configuration: [String: PlainValue]

    // The parts are held and the host is not: a context that a plugin keeps for
    // too long must find nothing gone, and must not keep the host.
    private weak var host: AppHost?
    private let notificationBus: NotificationBus
    private let scene: WindowScene
    private let clock: HostClock
    private let work: WorkTracker
    private let commandRegistry: CommandRegistry
    private let services: ServiceRegistry
    private let settings: HostConfiguration
    private let lastTraits: DisplayTraits
    private let scope = ResourceScope()

    init(manifest: PluginManifest, host: AppHost) {
        self.manifest = manifest
        self.host = host
        notificationBus = host.bus
        scene = host.windows
        clock = host.clock
        work = host.work
        commandRegistry = host.commands
        services = host.services
        settings = host.configuration
        lastTraits = host.traits
        application = (host.name, host.version)
        log = PluginLog(host.log, source: manifest.id)
        configuration = host.configuration[manifest.id]
    }

    /// Whether the plugin has ended, and the context with it.
    public var isClosed: Bool { scope.isClosed }

    /// How many observers, windows, timers and the like are held.
    var resourceCount: Int { scope.count }

    func close() {
        scope.close()
    }

    // MARK: - The host

    /// The name and the version of the program.
    public let application: (name: String, version: String)

    /// The time since the host started, on the host's clock.
    public var now: Duration { clock.now }

    /// The calendar time on the host's clock, which a person may set back.
    ///
    /// Take it from here and not from the system: a scripted run and a test have
    /// a date of their own.
    public var date: Date { clock.date }

    /// Where the days begin and end for the person, as it is now.
    public var timeZone: CivilTimeZone { clock.timeZone }

    /// The size of the screen and what it can show.
    public var traits: DisplayTraits { host?.traits ?? lastTraits }

    /// Whether the program is in front, behind, or neither.
    public var lifecycleState: LifecycleState { host?.lifecycleState ?? .terminated }

    /// The windows that are not hidden, back to front, as they are now.
    public var visibleWindows: [WindowInfo] { scene.visibleWindows.map(\.info) }

    /// The values of a section of the configuration that is not the plugin's own.
    public func configuration(section: String) -> [String: PlainValue] {
        settings[section]
    }

    // MARK: - The bus

    /// The bus, under the plugin's name.
    public var bus: PluginBus { PluginBus(context: self, bus: notificationBus) }

    /// Holds back what a message announces, under the plugin's name, until the hold
    /// is ended or released, its time is over, or the plugin ends.
    public func hold(
        _ message: some HoldableMessage,
        _ reason: String,
        for limit: Duration,
        file: String = #fileID,
        line: Int = #line
    ) -> Hold {
        let hold = message.hold(reason, for: limit, owner: manifest.id, file: file, line: line)
        own(
            "hold",
            isSpent: { [weak hold] in hold.map { !$0.isPending } ?? true },
            release: { [weak hold] in hold?.end() }
        )
        return hold
    }

    // MARK: - Windows

    /// Makes a hidden window that shows a view; without a frame it fills the screen.
    ///
    /// The context holds the window until the plugin ends or the window is
    /// closed. In a context that is closed the window is closed already.
    public func makeWindow(title: String, level: WindowLevel, frame: Rect? = nil, root: View) -> Window {
        let window = Window(
            scene: scene,
            title: title,
            level: level,
            frame: frame,
            owner: manifest.id,
            root: root,
            clock: clock
        )
        own("makeWindow", isSpent: { window.isClosed }, release: { window.close() })
        return window
    }

    /// Calls a closure once the next frame has been brought, with all that is shown now on it.
    public func afterNextFrame(_ body: @escaping @MainActor () -> Void) {
        guard isOpen("afterNextFrame"), let host else { return }
        // The frame may be long in coming: the host must not keep what the plugin has left.
        let call = LateCall(RunningCode.closure(of: manifest.id, body))
        host.afterNextFrame { call.take()?(()) }
        scope.own(isSpent: { call.isSpent }, release: { _ = call.take() })
    }

    /// The cell of the screen where the person types, as on the last frame; nil while nobody can.
    ///
    /// It is there also where a window above covers it: a window that floats
    /// can get out of its way.
    public var textCursor: Point? { host?.textCursor }

    /// Calls a closure after each frame on which `textCursor` has moved, come or gone.
    public func onTextCursorMove(_ body: @escaping @MainActor (Point?) -> Void) {
        guard isOpen("onTextCursorMove"), let host else { return }
        let body = RunningCode.closure(of: manifest.id, body)
        let observer = TextCursorObserver { [weak self] in if self?.isClosed == false { body($0) } }
        host.textCursorObservers.append(observer)
        scope.own(release: { [weak host] in host?.textCursorObservers.removeAll { $0 === observer } })
    }

    /// A closure that is called once, or given up before.
    @MainActor private final class LateCall<Value> {
        private var body: (@MainActor (Value) -> Void)?
        var isSpent: Bool { body == nil }

        init(_ body: @escaping @MainActor (Value) -> Void) {
            self.body = body
        }

        func take() -> (@MainActor (Value) -> Void)? {
            defer { body = nil }
            return body
        }
    }

    // MARK: - Time

    /// Calls a closure once after a while; the plugin's end cancels it.
    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        own(timer: clock.schedule(after: delay, RunningCode.closure(of: manifest.id, body)), "schedule")
    }

    /// Calls a closure again and again; the plugin's end cancels it.
    @discardableResult
    public func schedule(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer {
        own(timer: clock.schedule(every: interval, RunningCode.closure(of: manifest.id, body)), "schedule")
    }

    /// Runs an animation; the plugin's end stops it where it is.
    ///
    /// Where the person wants less motion it is over at once.
    @discardableResult
    public func animate(
        _ animation: Animation,
        change: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor () -> Void = {}
    ) -> HostTimer {
        guard isOpen("animate") else {
            let timer = HostTimer {}
            timer.cancel()
            return timer
        }
        let shown = traits.reducesMotion ? Animation(duration: .zero, steps: 1) : animation
        let timer = clock.animate(
            shown,
            change: RunningCode.closure(of: manifest.id, change),
            completion: RunningCode.closure(of: manifest.id, completion)
        )
        return own(timer: timer, "animate")
    }

    /// Waits on the host's clock; throws `CancellationError` when the task is cancelled meanwhile.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        try checkOpen("sleep")
        try await clock.sleep(for: duration)
    }

    private func own(timer: HostTimer, _ call: String) -> HostTimer {
        own(call, isSpent: { timer.isSpent }, release: { timer.cancel() })
        return timer
    }

    // MARK: - Tasks

    /// Runs a task on the main actor; the plugin's end cancels it.
    ///
    /// An error that the task throws is reported, and is the task's alone.
    public func task(_ body: @escaping @MainActor () async throws -> Void) {
        guard isOpen("task") else { return }
        let log = log
        let done = TaskEnd()
        // A task is no part of the command that began it: its sleep is not the command's.
        let task = RunningCode.$taskOwner.withValue(manifest.id) {
            HostWork.$current.withValue(nil) {
                Task { @MainActor in
                    do {
                        // A task that is cancelled before its turn would begin all the same.
                        try Task.checkCancellation()
                        try await body()
                    } catch is CancellationError {
                    } catch {
                        log.error("a task ended with \(error)")
                    }
                    done.isReached = true
                }
            }
        }
        scope.own(isSpent: { done.isReached }, release: { task.cancel() })
    }

    @MainActor private final class TaskEnd {
        var isReached = false
    }

    /// Performs work outside the main actor, such as a request or the decoding of a picture,
    /// and returns what it makes.
    ///
    /// It is a part of the calling task: when that is cancelled, by the plugin's
    /// end or otherwise, so is the work, which throws `CancellationError` where it
    /// looks. A scripted run and a test wait for it when their time is moved, for
    /// at most as long in real time, so that its answer comes at the moment of the
    /// question; while the work itself sleeps on the host's clock they do not.
    public func perform<Value: Sendable>(
        _ body: @escaping @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try checkOpen("perform")
        return try await work.perform(body)
    }

    // MARK: - Commands and services

    /// All commands of the host, in the order in which they were offered.
    public var commands: [Command] { commandRegistry.all }

    /// Offers a command until the plugin ends.
    public func offer(_ command: Command) throws {
        try checkOpen("offer(\(command.id))")
        try commandRegistry.register(command, owner: manifest.id)
        let registry = commandRegistry
        scope.own(release: { registry.remove(command.id) })
    }

    /// Says that commands of the plugin may have become available or unavailable, for lists that show them.
    public func availabilityDidChange() {
        guard isOpen("availabilityDidChange") else { return }
        commandRegistry.availabilityDidChange()
    }

    /// Runs a command of anyone and returns the text to show where it was run.
    ///
    /// Throws `CommandError`, `CommandUnavailable`, or whatever the command throws.
    @discardableResult
    public func run(_ command: String, _ values: [String: PlainValue] = [:]) async throws -> String? {
        try checkOpen("run(\(command))")
        return try await commandRegistry.run(command, values)
    }

    /// Runs a command of anyone, and calls back with the text to show or the error.
    public func run(
        _ command: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void
    ) {
        start(command, values, completion: completion)
    }

    /// Runs a command of anyone and returns the run, to watch it and to cancel it.
    ///
    /// `completion` is called once with the text to show or the error, never
    /// before this returns, and from inside `cancel()` when that is what ends
    /// the run; `onProgress` before it, for each change the command tells of.
    /// When the plugin ends neither is called any more, and the run goes on.
    @discardableResult
    public func start(
        _ command: String,
        _ values: [String: PlainValue] = [:],
        completion: @escaping @MainActor (Result<String?, any Error>) -> Void = { _ in },
        onProgress: @escaping @MainActor (CommandProgress) -> Void = { _ in }
    ) -> CommandRun {
        let call = "run(\(command))"
        guard isOpen(call), let host else {
            return CommandRun(command: command, failed: PluginContextError(plugin: manifest.id, call: call))
        }
        let run = host.startCommand(
            command,
            values,
            completion: RunningCode.closure(of: manifest.id, completion),
            onProgress: RunningCode.closure(of: manifest.id, onProgress)
        )
        scope.own(isSpent: { run.isFinished }, release: { run.leave() })
        return run
    }

    /// Provides a service until the plugin ends.
    public func provide<Service>(_ service: Service, for key: ServiceKey<Service>) throws {
        try checkOpen("provide(\(key.name))")
        try services.provide(service, for: key, owner: manifest.id)
        let services = services
        scope.own(release: { services.withdraw(key.name) })
    }

    /// Returns a reference that follows the provider of a service as it comes and goes.
    public func service<Service>(_ key: ServiceKey<Service>) -> ServiceReference<Service> {
        services.reference(key)
    }

    // MARK: - What is remembered

    /// The plugin's own store, which outlives the program where the host has a folder for it.
    public var store: KeyValueStore { host?.store(manifest.id) ?? KeyValueStore() }

    /// The plugin's own store of what nobody else may see, such as a password; nothing lists or shows it.
    ///
    /// A file of its own with the permissions 0600, not encrypted. One that
    /// others may read or write, or that belongs to another user, is left unread,
    /// which is reported to the log: the store is empty then, and changes stay
    /// in memory.
    public var secretStore: KeyValueStore { host?.secretStore(manifest.id) ?? KeyValueStore() }

    /// The plugin's own cache of bytes that it can fetch again, which outlives the program as the store does.
    ///
    /// Take it out of the context once, and use it where the bytes are: it works on any thread.
    public var cache: ContentCache { host?.cache(manifest.id) ?? ContentCache() }

    /// Keeps a decision, so that a person can see why something did or did not happen.
    public func note(_ decision: Decision) {
        guard isOpen("note") else { return }
        host?.note(decision)
    }

    // MARK: - Refusing

    private func own(
        _ call: String,
        isSpent: @escaping @MainActor () -> Bool,
        release: @escaping @MainActor () -> Void
    ) {
        _ = isOpen(call)
        scope.own(isSpent: isSpent, release: release)
    }

    func own(_ subscription: Subscription, _ call: String) {
        own(call, isSpent: { subscription.isCancelled }, release: { subscription.cancel() })
    }

    /// Tells whether the context still takes calls, and says so in the log where it does not.
    func isOpen(_ call: String) -> Bool {
        guard isClosed else { return true }
        log.error("\(PluginContextError(plugin: manifest.id, call: call))")
        return false
    }

    private func checkOpen(_ call: String) throws(PluginContextError) {
        if isClosed { throw PluginContextError(plugin: manifest.id, call: call) }
    }
}

/// A plugin used its context after the plugin had ended.
public struct PluginContextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The plugin's id.
    public let plugin: String

    /// What it called.
    public let call: String

    /// The text for a person to read.
    public var description: String {
        "Plugin '\(plugin)' called \(call) on its context after it had ended. "
            + "A context ends with its plugin's deactivation; do not keep it."
    }
}
