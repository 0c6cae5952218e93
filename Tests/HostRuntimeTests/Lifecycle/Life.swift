@testable import HostRuntime

/// A machine by reference, so that an expectation can let something happen to it.
final class Life {
    private var machine = LifecycleMachine()

    init(_ inputs: LifecycleMachine.Input...) {
        for input in inputs { _ = hears(input) }
    }

    var state: LifecycleState { machine.state }

    func hears(_ input: LifecycleMachine.Input, at seconds: Double = 0) -> [LifecycleEvent] {
        machine.handle(input, at: .seconds(seconds))
    }

    func returns(_ inputs: [LifecycleMachine.Input], every gap: Double) -> [BackgroundPeriod.Cause] {
        let events = inputs.enumerated().flatMap { hears($1, at: Double($0 + 1) * gap) }
        return events.compactMap {
            guard case .willEnterForeground(let period) = $0 else { return nil }
            return period.cause
        }
    }
}

extension LifecycleEvent {
    static func willEnterForeground(
        _ cause: BackgroundPeriod.Cause,
        _ start: Double,
        _ end: Double
    ) -> LifecycleEvent {
        .willEnterForeground(BackgroundPeriod(start: .seconds(start), end: .seconds(end), cause: cause))
    }
}
