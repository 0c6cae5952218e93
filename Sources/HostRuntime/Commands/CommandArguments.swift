/// The values that a command runs with, checked against its parameters, and a way to report progress.
///
/// Every required parameter has a value of its kind. A name without a parameter
/// has an empty value.
public struct CommandArguments: Sendable {
    private let values: [String: PlainValue]
    private let report: @MainActor @Sendable (Double?, String) -> Void

    init(checked values: [String: PlainValue], report: @escaping @MainActor @Sendable (Double?, String) -> Void) {
        self.values = values
        self.report = report
    }

    /// The value of a parameter as text; empty if there is none.
    public func text(_ name: String) -> String {
        values[name].map(\.description) ?? ""
    }

    /// The value of a number; nil if there is none.
    public func number(_ name: String) -> Double? {
        values[name]?.doubleValue
    }

    /// The value of a toggle; false if there is none.
    public func toggle(_ name: String) -> Bool {
        values[name]?.boolValue ?? false
    }

    /// Reports progress to where the command was run: a fraction from 0 to 1, or nil if it's indeterminate.
    ///
    /// A fraction outside that range is clamped; one that isn't a number keeps
    /// the previous one. A report after the end of the run has no effect.
    @MainActor public func reportProgress(_ fraction: Double?, _ text: String = "") {
        report(fraction, text)
    }
}
