internal import FoundationEssentials
internal import Synchronization

/// What scenarios that are types use, since nobody hands them anything.
enum ScenarioDefaults {
    /// Where they keep their counters; in memory until a program says where.
    static var store: any ScenarioStorage {
        get { state.withLock { $0.store } }
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

    private struct State {
        var store: any ScenarioStorage = ScenarioMemory()
        var now: @Sendable () -> Date = { Date() }
        var onDecision: (@Sendable (Decision) -> Void)?
    }

    private static let state = Mutex(State())
}
