internal import FoundationEssentials
internal import Synchronization

/// What scenarios that are types use, since nobody hands them anything.
enum ScenarioDefaults {
    /// Where they keep their counters: the process's file, opened at the first use, until a program says where.
    static var store: any ScenarioStorage {
        get {
            state.withLock { state in
                if let store = state.store { return store }
                let store = processStore(
                    environment: ProcessInfo.processInfo.environment,
                    program: CommandLine.arguments.first ?? ""
                )
                state.store = store
                return store
            }
        }
        set { state.withLock { $0.store = newValue } }
    }

    /// What time it is for the calls that are not told.
    static var now: @Sendable () -> Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// Is told every decision, on the thread that asked and before its completion runs.
    static var onDecision: (@Sendable (Decision) -> Void)? {
        get { state.withLock { $0.onDecision } }
        set { state.withLock { $0.onDecision = newValue } }
    }

    /// Keeps counters in memory from here on, unless they are kept somewhere already.
    ///
    /// A test leaves nothing behind in the folders of who runs it.
    static func stayInMemory() {
        state.withLock { if $0.store == nil { $0.store = ScenarioMemory() } }
    }

    /// What the file of counters is called.
    static let namespace = "scenarios"

    /// The store of a program without a host, in XDG's folder for its state.
    ///
    /// Where it cannot be written the counters are in memory; there is nobody to tell.
    static func processStore(environment: [String: String], program: String) -> KeyValueStore {
        KeyValueStore(
            namespace: namespace,
            directory: KeyValueStore.standardDirectory(environment: environment, program: program)
        )
    }

    private struct State {
        var store: (any ScenarioStorage)?
        var now: @Sendable () -> Date = { Date() }
        var onDecision: (@Sendable (Decision) -> Void)?
    }

    private static let state = Mutex(State())
}
