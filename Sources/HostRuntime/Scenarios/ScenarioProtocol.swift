public import FoundationEssentials

/// Something that happens only so often, declared as a type; the API is WaitForIt's.
///
///     struct ShowTutorial: ScenarioProtocol {
///         static func config() {
///             maxExecutionsPermitted = 1
///         }
///     }
///
///     ShowTutorial.tryToExecute { didExecute in
///         if didExecute { showTutorial() }
///     }
///
/// Counters are kept under the full name of the type, with its module and the
/// types around it; renaming any of them starts anew. Everything may be called
/// on any thread. A limit that is nil is no condition.
public protocol ScenarioProtocol {
    /// Sets the limits; it is called before every event and every attempt.
    ///
    /// What it sets holds for that one call. What is set outside stays until it
    /// is set again, and gives way to what `config` sets.
    static func config()

    /// The number of events needed before it can execute.
    static var minEventsRequired: Int? { get set }
    /// The number of events after which it does not execute any more; at that number it still does.
    static var maxEventsPermitted: Int? { get set }
    /// The number of times it can execute.
    static var maxExecutionsPermitted: Int? { get set }
    /// The time that must have passed since the first event; without an event nothing waits.
    static var minSecondsSinceFirstEvent: TimeInterval? { get set }
    /// The time that must have passed since the last event; without an event nothing waits.
    static var minSecondsSinceLastEvent: TimeInterval? { get set }
    /// The time that must have passed since the last execution; the first one does not wait.
    static var minSecondsBetweenExecutions: TimeInterval? { get set }
    /// A condition of the program's own; it is called once in each attempt, on the thread of the attempt.
    static var customConditions: (() -> Bool)? { get set }
}

// MARK: - Doing

extension ScenarioProtocol {
    /// Counts an event.
    public static func triggerEvent() {
        ScenarioAttempt(Self.self).trigger(at: ScenarioDefaults.now())
    }

    /// Counts an event at a moment.
    ///
    /// The moment is taken as it is. That a clock may have been set back is
    /// thought of only where the moment is read from it.
    public static func triggerEvent(timeNow: Date) {
        ScenarioAttempt(Self.self, moments: .caller).trigger(at: timeNow)
    }

    /// Executes when every condition holds.
    ///
    /// The completion is called exactly once, before this returns, with whether
    /// it executes; the execution has been counted by then. Every condition is
    /// looked at each time, the custom one last.
    public static func tryToExecute(completion: @escaping (Bool) -> Void) {
        completion(ScenarioAttempt(Self.self).execute(at: ScenarioDefaults.now()).isAllowed)
    }

    /// Executes when every condition holds at a moment, which is taken as it is.
    public static func tryToExecute(timeNow: Date, completion: @escaping (Bool) -> Void) {
        completion(ScenarioAttempt(Self.self, moments: .caller).execute(at: timeNow).isAllowed)
    }

    /// Forgets all events and executions; the limits stay.
    public static func reset() {
        ScenarioAttempt(Self.self).reset()
    }
}

// MARK: - Limits

extension ScenarioProtocol {
    /// The number of events needed before it can execute.
    public static var minEventsRequired: Int? {
        get { ScenarioLimits.of(Self.self, \.minEventsRequired) }
        set { ScenarioLimits.set(Self.self, \.minEventsRequired, newValue) }
    }

    /// The number of events after which it does not execute any more.
    public static var maxEventsPermitted: Int? {
        get { ScenarioLimits.of(Self.self, \.maxEventsPermitted) }
        set { ScenarioLimits.set(Self.self, \.maxEventsPermitted, newValue) }
    }

    /// The number of times it can execute.
    public static var maxExecutionsPermitted: Int? {
        get { ScenarioLimits.of(Self.self, \.maxExecutionsPermitted) }
        set { ScenarioLimits.set(Self.self, \.maxExecutionsPermitted, newValue) }
    }

    /// The time that must have passed since the first event.
    public static var minSecondsSinceFirstEvent: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsSinceFirstEvent) }
        set { ScenarioLimits.set(Self.self, \.minSecondsSinceFirstEvent, newValue) }
    }

    /// The time that must have passed since the last event.
    public static var minSecondsSinceLastEvent: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsSinceLastEvent) }
        set { ScenarioLimits.set(Self.self, \.minSecondsSinceLastEvent, newValue) }
    }

    /// The time that must have passed since the last execution.
    public static var minSecondsBetweenExecutions: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsBetweenExecutions) }
        set { ScenarioLimits.set(Self.self, \.minSecondsBetweenExecutions, newValue) }
    }

    /// A condition of the program's own.
    public static var customConditions: (() -> Bool)? {
        get { ScenarioLimits.of(Self.self, \.customConditions)?.body }
        set { ScenarioLimits.set(Self.self, \.customConditions, newValue.map(CustomCondition.init)) }
    }
}
