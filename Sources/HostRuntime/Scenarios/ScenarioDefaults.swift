internal import FoundationEssentials
internal import Synchronization

/// The storage and the clock of scenarios that are types, which are given neither.
enum ScenarioDefaults {
    /// The storage of the counters: the process's file, opened on first use, unless a program sets another one.
    static var storage: any ScenarioStorage {
        get {
            state.withLock { state in
                if let storage = state.storage { return storage }
                let storage = processStore(
                    environment: ProcessEnvironment.all,
                    program: CommandLine.arguments.first ?? ""
                )
                state.storage = storage
                return storage
            }
        }
        set { state.withLock { $0.storage = newValue } }
    }

    /// The clock for calls without a `timeNow`.
    static var now: @Sendable () -> Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// Called with every decision, on the thread of the attempt and before its completion.
    static var onDecision: (@Sendable (Decision) -> Void)? {
        get { state.withLock { $0.onDecision } }
        set { state.withLock { $0.onDecision = newValue } }
    }

    /// Keeps counters in memory from here on, unless they have a storage already.
    ///
    /// Tests call it so that they leave nothing behind in the user's folders.
    static func stayInMemory() {
        state.withLock { if $0.storage == nil { $0.storage = ScenarioMemory() } }
    }

    /// The namespace of the store with the counters.
    static let namespace = "scenarios"

    /// The store of a program without a host, under XDG's state directory.
    ///
    /// If it can't be written, the counters are in memory; nothing reports that.
    static func processStore(environment: [String: String], program: String) -> KeyValueStore {
        KeyValueStore(
            namespace: namespace,
            directory: StandardDirectory.state(of: program, environment)
        )
    }

    private struct State {
        var storage: (any ScenarioStorage)?
        var now: @Sendable () -> Date = { Date() }
        var onDecision: (@Sendable (Decision) -> Void)?
    }

    private static let state = Mutex(State())
}
