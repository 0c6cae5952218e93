import Foundation
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// The whole history of a scenario, counted again for every decision.
private struct History {
    var events: [Date] = []
    var executions: [Date] = []
}

private struct Oracle {
    var histories: [String: History] = [:]
    let calendar: Calendar

    func holds(_ rule: ScenarioRule, _ name: String, _ now: Date, _ facts: [ScenarioRule.Fact: Bool]) -> Bool {
        let history = histories[name] ?? History()
        func since(_ date: Date?, _ limit: Double) -> Bool { date.map { now.timeIntervalSince($0) > limit } ?? true }
        switch rule {
        case .minEventsRequired(let limit): return history.events.count >= limit
        case .maxEventsPermitted(let limit): return history.events.count <= limit
        case .maxExecutionsPermitted(let limit): return history.executions.count < limit
        case .maxExecutions(let limit, let period):
            let unit: Calendar.Component = period == .day ? .day : period == .week ? .weekOfYear : .month
            return history.executions.count { calendar.isDate($0, equalTo: now, toGranularity: unit) } < limit
        case .minSecondsSinceFirstEvent(let limit): return since(history.events.first, limit)
        case .minSecondsSinceLastEvent(let limit): return since(history.events.last, limit)
        case .minSecondsBetweenExecutions(let limit): return since(history.executions.last, limit)
        // Not drawn at random, since it doesn't depend on the history.
        case .minSeconds: return true
        case .fact(let fact): return facts[fact] ?? false
        case .all(let rules): return rules.allSatisfy { holds($0, name, now, facts) }
        case .any(let rules): return rules.contains { holds($0, name, now, facts) }
        case .not(let rule): return !holds(rule, name, now, facts)
        case .group(let group, let rule): return holds(rule, "group \(group)", now, facts)
        }
    }
}

private func randomRule(_ random: inout SeededGenerator, depth: Int) -> ScenarioRule {
    let seconds = Double([0, 60, 3_600, 40_000, 200_000].randomElement(using: &random) ?? 0)
    let count = Int.random(in: 0...6, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 15 : 10), using: &random) {
    case 0: return .minEventsRequired(count)
    case 1: return .maxEventsPermitted(count * 8)
    case 2: return .maxExecutionsPermitted(count * 5)
    case 3: return .maxExecutions(count, per: .day)
    case 4: return .maxExecutions(count * 2, per: .week)
    case 5: return .maxExecutions(count * 3, per: .month)
    case 6: return .minSecondsSinceFirstEvent(seconds)
    case 7: return .minSecondsSinceLastEvent(seconds)
    case 8: return .minSecondsBetweenExecutions(seconds)
    case 9: return .fact([.isDark, .isBright, .isWet].randomElement(using: &random) ?? .isDark)
    case 10, 11: return .all((0..<3).map { _ in randomRule(&random, depth: depth - 1) })
    case 12: return .any((0..<3).map { _ in randomRule(&random, depth: depth - 1) })
    case 13: return .not(randomRule(&random, depth: depth - 1))
    default: return .group(["x", "y"].randomElement(using: &random) ?? "x", randomRule(&random, depth: depth - 1))
    }
}

@Suite(.tags(.scenarios)) struct ScenarioOracleTests {
    @Test(arguments: seeds(of: 1...60), ["Europe/Berlin", "America/New_York"])
    func `rules decide the same as counting the whole history again`(seed: UInt64, identifier: String) throws {
        var random = SeededGenerator(seed: seed)
        let store = KeyValueStore()
        let scenarios = ["p", "q", "r"].map {
            scenario(randomRule(&random, depth: 3), id: $0, store: store, timeZone: zone(identifier))
        }
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = try #require(TimeZone(identifier: identifier))
        var oracle = Oracle(calendar: calendar)
        var now = noon(Double.random(in: 0...(300 * day), using: &random))
        var disagreements: [String] = []

        for _ in 0..<120 {
            now +=
                Bool.random(using: &random)
                ? Double(Int.random(in: 0...60, using: &random)) : Double.random(in: 0...day, using: &random)
            let one = scenarios[Int.random(in: 0..<3, using: &random)]
            let facts: [ScenarioRule.Fact: Bool] = [
                .isDark: Bool.random(using: &random), .isBright: Bool.random(using: &random),
            ]
            let names = [one.id] + one.rule.groups.map { "group \($0)" }
            let expected = oracle.holds(one.rule, one.id, now, facts)
            var happens = expected
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                one.trigger(at: now)
                for name in names { oracle.histories[name, default: History()].events.append(now) }
                continue
            case 1:
                let decision = one.execute(at: now, facts: facts)
                if decision.isAllowed != expected { disagreements.append(decision.description) }
            default:
                switch one.reserve(at: now, facts: facts) {
                case .success(let reservation):
                    if !expected { disagreements.append(reservation.decision.description) }
                    now += Double.random(in: 0...30, using: &random)
                    happens = Bool.random(using: &random) && reservation.commit(at: now)
                case .failure(let decision):
                    if expected { disagreements.append(decision.description) }
                }
            }
            if happens { for name in names { oracle.histories[name, default: History()].executions.append(now) } }
        }

        #expect(disagreements == [])
    }
}
