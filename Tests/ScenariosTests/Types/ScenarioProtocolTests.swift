import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

// MARK: - The three examples of WaitForIt

struct ShowTutorial: ScenarioProtocol {
    static func config() {
        maxExecutionsPermitted = 1
    }
}

struct AskToSubscribe: ScenarioProtocol {
    static func config() {
        minEventsRequired = 5
        minSecondsSinceFirstEvent = 604_800  // seconds in one week
        maxExecutionsPermitted = 4
        minSecondsBetweenExecutions = 172_800  // seconds in two days
    }
}

struct ShowLowBrightnessAlertOnce: ScenarioProtocol {
    static func config() {
        customConditions = {
            UIScreen.main.brightness < 0.3
        }
        maxExecutionsPermitted = 1
    }
}

private struct UIScreen {
    static let main = UIScreen()
    private static let level = Mutex(1.0)

    var brightness: Double {
        get { UIScreen.level.withLock { $0 } }
        nonmutating set { UIScreen.level.withLock { $0 = newValue } }
    }
}

@MainActor private final class ViewController {
    var shown = 0

    func viewDidLoad() {
        ShowTutorial.tryToExecute { didExecute in
            if didExecute {
                self.showTutorial()
            }
        }
    }

    func showTutorial() { shown += 1 }
}

extension ScenarioProtocol {
    fileprivate static func attempt(_ seconds: Double = 0) -> Bool {
        var results: [Bool] = []
        tryToExecute(timeNow: noon(seconds)) { results.append($0) }
        return results == [true]
    }

    fileprivate static func event(_ seconds: Double = 0) {
        triggerEvent(timeNow: noon(seconds))
    }
}

@Suite(.tags(.scenarios)) struct ScenarioProtocolTests {
    private func record(of type: any ScenarioProtocol.Type) -> ScenarioRecord {
        ScenarioRecord(ScenarioDefaults.current.store.all["scenario/\(ScenarioAttempt.id(of: type))"])
    }

    @Test @MainActor func `the tutorial shows once`() {
        let controller = ViewController()

        controller.viewDidLoad()
        controller.viewDidLoad()

        #expect(controller.shown == 1)
    }

    @Test func `the subscription is offered after a week and five starts, every two days, four times`() {
        var asked: [Int] = []
        for launch in 0..<30 {
            AskToSubscribe.event(Double(launch) * day)
            if AskToSubscribe.attempt(Double(launch) * day) { asked.append(launch) }
        }

        // Exactly seven days, and exactly two, are not yet enough.
        #expect(asked == [8, 11, 14, 17])
    }

    @Test func `the brightness alert shows once, when it is dark`() {
        UIScreen.main.brightness = 0.9
        let bright = ShowLowBrightnessAlertOnce.attempt()
        UIScreen.main.brightness = 0.2

        #expect(
            [bright, ShowLowBrightnessAlertOnce.attempt(), ShowLowBrightnessAlertOnce.attempt()] == [
                false, true, false,
            ]
        )
    }

    private struct SinceFirst: ScenarioProtocol {
        static func config() { minSecondsSinceFirstEvent = 10 }
    }

    @Test func `a missing date is long ago, and an equal time is not enough`() {
        let without = SinceFirst.attempt(0)
        SinceFirst.event(0)
        SinceFirst.event(8)

        #expect([without, SinceFirst.attempt(10), SinceFirst.attempt(10.001)] == [true, false, true])
    }

    private struct SinceLast: ScenarioProtocol {
        static func config() { minSecondsSinceLastEvent = 10 }
    }

    @Test func `the time since the last event starts again with each event`() {
        let without = SinceLast.attempt(0)
        SinceLast.event(0)
        SinceLast.event(8)

        #expect([without, SinceLast.attempt(18), SinceLast.attempt(18.001)] == [true, false, true])
    }

    private struct Between: ScenarioProtocol {
        static func config() { minSecondsBetweenExecutions = 10 }
    }

    @Test func `the first execution does not wait, and a refused attempt does not make the next one wait`() {
        #expect(
            [0, 5, 9, 10, 10.5, 20.5, 20.6].map(Between.attempt) == [true, false, false, false, true, false, true]
        )
    }

    private struct EventOnly: ScenarioProtocol {
        static let configured = Tally()
        static func config() { configured.add() }
    }

    @Test func `an event alone executes nothing`() {
        EventOnly.event()

        let record = record(of: EventOnly.self)
        #expect(record.events == 1)
        #expect(record.executions == 0)
    }

    private struct Order: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 1 }
    }

    @Test func `an execution is counted before the completion runs`() {
        var inner: Bool?
        Order.tryToExecute(timeNow: noon()) { _ in inner = Order.attempt() }

        #expect(inner == false)
    }

    private struct Eager: ScenarioProtocol {
        static let calls = Tally()
        static func config() {
            maxExecutionsPermitted = 0
            customConditions = {
                calls.add()
                return true
            }
        }
    }

    @Test func `the custom condition is evaluated even when others are not met`() {
        #expect(!Eager.attempt())
        #expect(Eager.calls.value == 1)
    }

    private struct SelfTriggering: ScenarioProtocol {
        static func config() {
            minEventsRequired = 1
            customConditions = {
                SelfTriggering.event()
                return true
            }
        }
    }

    @Test func `an event that the custom condition triggers does not count for its own attempt`() {
        #expect([SelfTriggering.attempt(), SelfTriggering.attempt()] == [false, true])
    }

    private struct Resettable: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 1 }
    }

    @Test func `reset forgets the counts and keeps the limits`() {
        let before = [Resettable.attempt(), Resettable.attempt()]
        Resettable.reset()

        #expect(before + [Resettable.attempt(), Resettable.attempt()] == [true, false, true, false])
    }

    private struct Wavering: ScenarioProtocol {
        static let limited = Mutex(true)
        static func config() {
            if limited.withLock({ $0 }) { maxExecutionsPermitted = 0 }
        }
    }

    @Test func `a limit that config no longer sets is gone`() {
        let limited = Wavering.attempt()
        Wavering.limited.withLock { $0 = false }

        #expect([limited, Wavering.attempt()] == [false, true])
        #expect(Wavering.maxExecutionsPermitted == nil)
    }

    private struct Outside: ScenarioProtocol {
        static func config() { minEventsRequired = 0 }
    }

    @Test func `a limit set outside config stays, and config takes precedence`() {
        Outside.maxExecutionsPermitted = 1
        Outside.minEventsRequired = 9

        #expect([Outside.attempt(), Outside.attempt()] == [true, false])
        #expect(Outside.maxExecutionsPermitted == 1)
        #expect(Outside.minEventsRequired == 0)
    }

    private struct Reading: ScenarioProtocol {
        static let seen = Mutex<[Int?]>([])
        static func config() {
            let before = maxExecutionsPermitted
            maxExecutionsPermitted = (before ?? 0) + 1
            let after = maxExecutionsPermitted
            seen.withLock { $0 = [before, after] }
        }
    }

    @Test(arguments: 1...2) func `config starts without limits each time and reads those that it has set`(turn: Int) {
        Reading.event()

        #expect(Reading.seen.withLock { $0 } == [nil, 1])
    }

    private enum One {
        struct Same: ScenarioProtocol { static func config() { maxExecutionsPermitted = 1 } }
    }
    private enum Other {
        struct Same: ScenarioProtocol { static func config() { maxExecutionsPermitted = 1 } }
    }

    @Test func `types of the same name in different scopes do not share counters`() {
        #expect([One.Same.attempt(), Other.Same.attempt(), One.Same.attempt()] == [true, true, false])
    }

    @Test func `the id of a scenario has its module, the types around it and its name`() {
        #expect(ScenarioAttempt.id(of: ShowTutorial.self) == "ScenariosTests.ShowTutorial")
        struct Local: ScenarioProtocol { static func config() {} }
        #expect(!ScenarioAttempt.id(of: Local.self).contains("$"))
        #expect(ScenarioAttempt.id(of: Local.self).hasSuffix("(private).Local"))
    }

    private struct Recorded: ScenarioProtocol {
        static let calls = Mutex<[String]>([])
        static func record(_ call: String) { calls.withLock { $0.append(call) } }

        static func config() { maxExecutionsPermitted = 0 }
        static func triggerEvent() { record("event") }
        static func tryToExecute(completion: @escaping (Bool) -> Void) {
            record("attempt")
            completion(true)
        }
        static func reset() { record("reset") }
    }

    @Test func `generic code calls a type's own event, attempt and reset`() {
        func use<S: ScenarioProtocol>(_ scenario: S.Type) -> Bool? {
            var result: Bool?
            S.triggerEvent()
            S.tryToExecute { result = $0 }
            S.reset()
            return result
        }

        #expect(use(Recorded.self) == true)
        #expect(Recorded.calls.withLock { $0 } == ["event", "attempt", "reset"])
    }

    private struct Late: ScenarioProtocol {
        static let moments = Mutex<[Date]>([])
        static func config() {}
        static func triggerEvent(timeNow: Date) { moments.withLock { $0.append(timeNow) } }
        static func tryToExecute(timeNow: Date, completion: @escaping (Bool) -> Void) {
            moments.withLock { $0.append(timeNow) }
            completion(false)
        }
    }

    @Test func `an event or attempt without a moment is a type's own one at the moment of the clock`() {
        let before = Date()
        var result: Bool?

        Late.triggerEvent()
        Late.tryToExecute { result = $0 }

        let moments = Late.moments.withLock { $0 }
        #expect(result == false)
        #expect(moments.count == 2 && moments.allSatisfy { before <= $0 && $0 <= Date() })
    }

    private struct Foreign: ScenarioProtocol {
        static func config() { maxExecutionsPermitted = 1 }
    }

    @Test(
        .serialized,
        arguments: [PlainValue.string("nonsense"), .int(3), ["executions": "many", "lastExecution": [1], "day": 7]]
    )
    func `a foreign value in the store counts as nothing`(value: PlainValue) {
        ScenarioDefaults.current.store.update { $0["scenario/\(ScenarioAttempt.id(of: Foreign.self))"] = value }

        #expect(Foreign.attempt())
    }

    private struct Contended: ScenarioProtocol {
        static func config() {
            minEventsRequired = nil
            maxExecutionsPermitted = 100
            customConditions = { true }
        }
    }

    @Test func `concurrent attempts execute exactly as often as permitted`() async {
        let executed = Tally()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        Contended.event()
                        if Contended.attempt() { executed.add() }
                    }
                }
            }
        }

        let record = record(of: Contended.self)
        #expect([executed.value, record.executions, record.events] == [100, 100, 400])
    }
}
