import FoundationEssentials
import Scenarios

/// A greeting that comes at most once a day, however often the tool runs.
struct Greeting {
    private let scenario: Scenario

    /// Creates a greeting that counts in a store; days are those of the time zone.
    init(store: KeyValueStore, timeZone: CivilTimeZone = .current) {
        scenario = Scenario(id: "greeting", rule: .maxExecutions(1, per: .day), store: store, timeZone: timeZone)
    }

    /// Returns the greeting and counts it; nil if the day has had one.
    func text(at date: Date) -> String? {
        scenario.execute(at: date).isAllowed ? "Good to see you." : nil
    }

    /// Returns why the greeting would come or not, without counting anything.
    func reason(at date: Date) -> String {
        scenario.decide(at: date).answer(executed: "greeted")
    }
}
