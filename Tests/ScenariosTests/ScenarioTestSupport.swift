import FoundationEssentials
import TestSupport

@testable import HostBase
@testable import Scenarios

extension ScenarioRule.Fact {
    static let isDark = Self("dark", title: "it is dark")
    static let isBright = Self("bright", title: "it is bright")
    static let isWet = Self("wet", title: "it is wet")
}

extension ScenarioRule.Moment {
    static let leaving = Self("leaving", title: "the program was left")
    static let other = Self("other", title: "something else")
}

func scenario(
    _ rule: ScenarioRule,
    id: String = "test",
    store: KeyValueStore = KeyValueStore(),
    timeZone: CivilTimeZone = .gmt,
    process: Int = 1,
    alive: Set<Int>? = nil,
    moments: Scenario.Moments = .clock
) -> Scenario {
    Scenario(
        id: id,
        rule: rule,
        store: store,
        timeZone: timeZone,
        owner: ReservationOwner(process: process, started: 0),
        isAlive: { alive?.contains($0.process) ?? true },
        moments: moments
    )
}

func zone(_ identifier: String) -> CivilTimeZone {
    CivilTimeZone(identifier: identifier) ?? .gmt
}

extension Scenario {
    /// Returns whether it executed at each of several moments after noon.
    func executions(at seconds: [Double]) -> [Bool] {
        seconds.map { execute(at: noon($0)).isAllowed }
    }
}
