internal import FoundationEssentials

/// A plugin's access to its host; everything that is acquired through it ends with it.
///
/// A plugin's resources are released at its deactivation, last in first out,
/// even when the plugin throws halfway through.
///
/// A context whose plugin has ended refuses every call: a member that can throw
/// throws `PluginContextError`, and any other returns an empty or the last value
/// and logs the error, once for each member. It never traps.
@MainActor public final class PluginContext {
    /// The plugin's own manifest.
    public let manifest: PluginManifest

    /// The name and the version of the program.
    public let application: (name: String, version: String)

    /// The plugin's section of the configuration, which is named after the plugin's id.
    ///
    /// Declare its settings in the manifest. A value that breaks the rule of its
    /// setting is reported in the log before the plugin is activated.
    public let settings: SettingValues

    /// The owner of what the plugin acquires.
    let owner: Owner

    /// An entry for calls of the plugin's code.
    private let calls: CallEntry

    /// The file of the last call that came with one; a plugin has few.
    private var lastFile = (name: "", text: JournalText.none)

    /// The plugin's resources.
    let resources = ResourceScope()

    /// The values of the host's clock and screen when the plugin ended; nil until then.
    private(set) var last: PluginLastValues?

    // The parts and not the host: a context that a plugin keeps for too long must not keep the host.
    private var environment: PluginEnvironment?
    private let hostLog: HostLog
    /// The plugins of the host, for inspection.
    private(set) weak var registry: (any PluginDirectory)?
    /// The members of which a call was refused.
    private var refusedMembers: Set<String> = []

    init(manifest: PluginManifest, environment: PluginEnvironment, registry: (any PluginDirectory)?) {
        self.registry = registry
        self.manifest = manifest
        self.environment = environment
        owner = .plugin(manifest.id)
        calls = CallEntry(of: owner, .activation)
        hostLog = environment.log
        application = environment.application
        settings = environment.configuration.settings(section: manifest.id)
    }

    /// Whether the plugin has ended, and the context with it.
    public var isClosed: Bool { environment == nil }

    /// Ends what the plugin has acquired, newest first, and refuses calls from now on.
    func close() {
        guard let environment else { return }
        last = PluginLastValues(environment)
        // Before anything ends: what ends may call back into the plugin.
        self.environment = nil
        resources.close()
        environment.commands.forgetDrafts(of: owner)
        // A sticky message may reference the plugin.
        environment.bus.clearSticky(owner: owner)
    }

    /// Returns the entry for calls of the plugin's code in a phase.
    func calls(_ phase: CallPhase) -> CallEntry { calls.during(phase) }

    /// Returns the entry for calls of the plugin's code in a phase, for which a line of its source has asked.
    func calls(_ phase: CallPhase, _ file: String, _ line: Int) -> CallEntry {
        if lastFile.name != file { lastFile = (file, JournalNames.text(file)) }
        return calls.during(phase, source: lastFile.text, line: line)
    }

    // MARK: - What a plugin can do

    /// The host's log, under the plugin's name.
    public var log: PluginLog { PluginLog(self) }

    /// The notification bus: messages of the host and of other plugins.
    public var bus: PluginBus { PluginBus(self) }

    /// The plugin's windows, and the screen that they're on.
    public var windows: PluginWindows { PluginWindows(self) }

    /// The commands of the host and of all plugins.
    public var commands: PluginCommands { PluginCommands(self) }

    /// The services of the host and of all plugins.
    public var services: PluginServices { PluginServices(self) }

    /// The host's clock, timers and animations.
    public var time: PluginTime { PluginTime(self) }

    /// Asynchronous tasks, and work outside the main actor.
    public var tasks: PluginTasks { PluginTasks(self) }

    /// The plugin's stores, its cache, and the record of decisions.
    public var storage: PluginStorage { PluginStorage(self) }

    /// Files over http and https.
    public var network: PluginNetwork { PluginNetwork(self) }

    /// A new source of random numbers, which gives a script or a recording the same numbers every time.
    ///
    /// ```swift
    /// var random = context.random
    /// let die = Int.random(in: 1...6, using: &random)
    /// ```
    public var random: PluginRandom { environment(for: "random")?.random() ?? PluginRandom() }

    /// Reports about the program and all its plugins, for tools that show what goes on.
    public var inspection: PluginInspection { PluginInspection(self) }

    /// The program's lifecycle state, such as active or in the background.
    public var lifecycleState: LifecycleState {
        environment(for: "lifecycleState")?.lifecycleState() ?? .terminated
    }

    /// Returns a section of the configuration that isn't the plugin's own.
    ///
    /// Declare it in the manifest, or the person is told that nothing reads it.
    public func settings(section: String) -> SettingValues {
        environment(for: "settings(section:)")?.configuration.settings(section: section) ?? SettingValues()
    }

    // MARK: - Refusing

    /// Returns the host's parts, or logs that a call was refused and returns nil.
    ///
    /// The call's name is made only for a refusal: open calls are many.
    func environment(for call: @autoclosure () -> PluginCall) -> PluginEnvironment? {
        if let environment { return environment }
        let call = call()
        // Once for each member: a loop in a plugin that has ended must not fill the log.
        if refusedMembers.insert(call.member).inserted {
            hostLog.add(.error, "\(PluginContextError(plugin: manifest.id, call: call.text))", owner: owner)
        }
        return nil
    }

    /// Returns the host's parts; throws when the plugin has ended.
    func requireEnvironment(for call: @autoclosure () -> PluginCall) throws(PluginContextError) -> PluginEnvironment {
        guard let environment else { throw PluginContextError(plugin: manifest.id, call: call().text) }
        return environment
    }
}

/// The values that a plugin that has ended still reads.
struct PluginLastValues {
    let now: Duration
    let date: Date
    let timeZone: CivilTimeZone
    let traits: DisplayTraits

    @MainActor init(_ environment: PluginEnvironment) {
        now = environment.clock.now
        date = environment.clock.date
        timeZone = environment.clock.timeZone
        traits = environment.screen.traits
    }
}

/// A plugin used its context after the plugin had ended.
public struct PluginContextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The plugin's id.
    let plugin: String

    /// The member that was called, such as `windows.make`.
    let call: String

    /// The error as a sentence, with the way out.
    public var description: String {
        "Plugin '\(plugin)' called \(call) on its context after it had ended. "
            + "A context ends with its plugin's deactivation; do not keep it."
    }
}

/// A call of a context's member, such as `commands.start(host.quit)`.
///
/// It's written as text, in which what the caller has passed is interpolated: the
/// member is what remains without that.
struct PluginCall: ExpressibleByStringInterpolation {
    /// The member, which is the same for all arguments.
    let member: String

    /// The call as a person reads it.
    let text: String

    init(stringLiteral text: String) {
        (member, self.text) = (text, text)
    }

    init(stringInterpolation parts: StringInterpolation) {
        (member, text) = (parts.member, parts.text)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var member = ""
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            member += literal
            text += literal
        }

        mutating func appendInterpolation(_ argument: some CustomStringConvertible) {
            text += argument.description
        }
    }
}

/// The parts of a host that the plugins' contexts work on.
@MainActor struct PluginEnvironment {
    let application: (name: String, version: String)
    let configuration: HostConfiguration
    /// The sections of the configuration that the program reads or sets.
    let programSections: [ConfigurationSection]
    let bus: NotificationBus
    let clock: HostClock
    let work: WorkTracker
    let log: HostLog
    let windows: WindowScene
    let screen: HostScreen
    let commands: CommandRegistry
    let services: ServiceRegistry
    let storage: HostStorage
    let decisions: DecisionLog
    let network: HostNetwork
    /// Returns a source of random numbers that nobody else has.
    let random: @MainActor () -> PluginRandom
    let lifecycleState: @MainActor () -> LifecycleState
}

/// The host's log as a plugin sees it: entries carry the plugin's name.
@MainActor public struct PluginLog {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Logs information for diagnosing a problem later.
    public func info(_ text: String) {
        add(.info, text, "log.info")
    }

    /// Logs something that did not go as it should; the plugin continues.
    public func warning(_ text: String) {
        add(.warning, text, "log.warning")
    }

    /// Logs that something was lost or refused.
    public func error(_ text: String) {
        add(.error, text, "log.error")
    }

    private func add(_ level: HostLog.Level, _ text: String, _ call: PluginCall) {
        context.environment(for: call)?.log.add(level, text, owner: context.owner)
    }
}
