public import FoundationEssentials

/// Something that may happen only so often, declared as a type, with WaitForIt's API.
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
/// Counters are stored under the full name of the type, including its module and
/// the types around it; renaming any of these starts them from zero. All members can
/// be called on any thread. A limit that is nil doesn't apply. A type may have its own
/// version of any member, which generic code calls, too.
///
/// Give a private or local type a name of its own: a program doesn't know the file or
/// the function of such a type, so two of one name share their counters.
public protocol ScenarioProtocol {
    /// Sets the limits; called before every event and every attempt.
    ///
    /// Limits set here apply to that one call, and take precedence over limits
    /// set elsewhere, which stay until they are set again.
    static func config()

    /// The number of events needed before it can execute.
    static var minEventsRequired: Int? { get set }
    /// The greatest number of events at which it still executes.
    static var maxEventsPermitted: Int? { get set }
    /// The number of times it can execute.
    static var maxExecutionsPermitted: Int? { get set }
    /// More than this many seconds must have passed since the first event, if there was one.
    static var minSecondsSinceFirstEvent: TimeInterval? { get set }
    /// More than this many seconds must have passed since the last event, if there was one.
    static var minSecondsSinceLastEvent: TimeInterval? { get set }
    /// More than this many seconds must have passed since the last execution, if there was one.
    static var minSecondsBetweenExecutions: TimeInterval? { get set }
    /// A custom condition, called once in each attempt, on the thread of the attempt.
    static var customConditions: (() -> Bool)? { get set }

    /// Counts an event.
    ///
    /// By default, this calls `triggerEvent(timeNow:)` with the moment of the clock.
    static func triggerEvent()

    /// Counts an event at a moment, which is taken as it is.
    ///
    /// Without `timeNow`, a moment before the last one counts as a clock that was
    /// set back.
    static func triggerEvent(timeNow: Date)

    /// Executes if every condition is met.
    ///
    /// By default, this calls `tryToExecute(timeNow:completion:)` with the moment of
    /// the clock.
    static func tryToExecute(completion: @escaping (Bool) -> Void)

    /// Executes if every condition is met at a moment, which is taken as it is.
    ///
    /// Calls the completion exactly once, before it returns, with whether it
    /// executes; the execution has been counted by then. All conditions are
    /// evaluated each time, the custom one last.
    static func tryToExecute(timeNow: Date, completion: @escaping (Bool) -> Void)

    /// Forgets all events and executions; the limits stay.
    static func reset()
}

// MARK: - Events and attempts

extension ScenarioProtocol {
    /// Counts an event.
    public static func triggerEvent() {
        ScenarioDefaults.withPresent { triggerEvent(timeNow: $0) }
    }

    /// Counts an event at a moment, which is taken as it is.
    public static func triggerEvent(timeNow: Date) {
        ScenarioAttempt(Self.self, at: timeNow).scenario.trigger(at: timeNow)
    }

    /// Executes if every condition is met.
    public static func tryToExecute(completion: @escaping (Bool) -> Void) {
        ScenarioDefaults.withPresent { tryToExecute(timeNow: $0, completion: completion) }
    }

    /// Executes if every condition is met at a moment, which is taken as it is.
    public static func tryToExecute(timeNow: Date, completion: @escaping (Bool) -> Void) {
        completion(ScenarioAttempt(Self.self, at: timeNow).execute(at: timeNow).isAllowed)
    }

    /// Forgets all events and executions; the limits stay.
    public static func reset() {
        ScenarioAttempt(Self.self).scenario.reset()
    }
}

// MARK: - Limits

extension ScenarioProtocol {
    /// The number of events needed before it can execute.
    public static var minEventsRequired: Int? {
        get { ScenarioLimits.of(Self.self, \.minEventsRequired) }
        set { ScenarioLimits.set(Self.self, \.minEventsRequired, newValue) }
    }

    /// The greatest number of events at which it still executes.
    public static var maxEventsPermitted: Int? {
        get { ScenarioLimits.of(Self.self, \.maxEventsPermitted) }
        set { ScenarioLimits.set(Self.self, \.maxEventsPermitted, newValue) }
    }

    /// The number of times it can execute.
    public static var maxExecutionsPermitted: Int? {
        get { ScenarioLimits.of(Self.self, \.maxExecutionsPermitted) }
        set { ScenarioLimits.set(Self.self, \.maxExecutionsPermitted, newValue) }
    }

    /// The seconds that must have passed since the first event.
    public static var minSecondsSinceFirstEvent: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsSinceFirstEvent) }
        set { ScenarioLimits.set(Self.self, \.minSecondsSinceFirstEvent, newValue) }
    }

    /// The seconds that must have passed since the last event.
    public static var minSecondsSinceLastEvent: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsSinceLastEvent) }
        set { ScenarioLimits.set(Self.self, \.minSecondsSinceLastEvent, newValue) }
    }

    /// The seconds that must have passed since the last execution.
    public static var minSecondsBetweenExecutions: TimeInterval? {
        get { ScenarioLimits.of(Self.self, \.minSecondsBetweenExecutions) }
        set { ScenarioLimits.set(Self.self, \.minSecondsBetweenExecutions, newValue) }
    }

    /// A custom condition.
    public static var customConditions: (() -> Bool)? {
        get { ScenarioLimits.of(Self.self, \.customConditions)?.body }
        set { ScenarioLimits.set(Self.self, \.customConditions, newValue.map(CustomCondition.init)) }
    }
}

// MARK: - One call

/// One call of a scenario that is a type, with the limits that apply to it.
struct ScenarioAttempt {
    private let defaults = ScenarioDefaults.current
    private let limits: ScenarioLimits
    let scenario: Scenario

    /// Creates a call at a moment; it matters only for one that counts or asks for the time.
    init(_ type: any ScenarioProtocol.Type, at date: Date? = nil) {
        limits = ScenarioLimits.configured(type)
        // The limits count no days, so any time zone will do.
        scenario = Scenario(
            id: ScenarioAttempt.id(of: type),
            rule: limits.rule,
            store: defaults.store,
            timeZone: .gmt,
            moments: date.map(ScenarioDefaults.moments) ?? .clock
        )
    }

    func execute(at date: Date) -> Decision {
        let decision = decide(at: date)
        defaults.onDecision?(decision)
        return decision
    }

    private func decide(at date: Date) -> Decision {
        guard let custom = limits.customConditions.flatMap(\.self) else { return scenario.execute(at: date) }
        // The custom condition comes last and may use scenarios itself, so it is
        // called while nothing is locked. Events that it triggers don't count
        // for this attempt; executions elsewhere in the meantime do.
        let before = scenario.counters(at: date)
        return scenario.execute(at: date, facts: [.customConditions: custom.body()], eventsOf: before)
    }

    /// The full name of a type, the same in every run of the program.
    static func id(of type: any ScenarioProtocol.Type) -> String {
        var name = ""
        var rest = String(reflecting: type)[...]
        // The name of a private type has an address in it, which changes from run to run.
        let marker = "(unknown context at $"
        while let start = rest.firstRange(of: marker), let end = rest[start.upperBound...].firstIndex(of: ")") {
            name += rest[..<start.lowerBound] + "(private)"
            rest = rest[rest.index(after: end)...]
        }
        return name + rest
    }
}
