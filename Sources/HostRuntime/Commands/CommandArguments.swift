/// The values that a command runs with, checked against its parameters, and its way to say how far it is.
///
/// Every required parameter is there and of its kind, so reading one gives its
/// value; a name that the command has no parameter for gives an empty value.
public struct CommandArguments: Sendable {
    private let values: [String: PlainValue]
    private let report: @MainActor @Sendable (Double?, String) -> Void

    init(checked values: [String: PlainValue], report: @escaping @MainActor @Sendable (Double?, String) -> Void) {
        self.values = values
        self.report = report
    }

    /// The value of a parameter as text; empty when there is none.
    public func text(_ name: String) -> String {
        values[name].map(\.description) ?? ""
    }

    /// The value of a number; nil when there is none.
    public func number(_ name: String) -> Double? {
        values[name]?.doubleValue
    }

    /// The value of a number without a fraction; nil when there is none or it has one.
    public func integer(_ name: String) -> Int? {
        values[name]?.intValue
    }

    /// The value of a toggle; false when there is none.
    public func toggle(_ name: String) -> Bool {
        values[name]?.boolValue ?? false
    }

    /// Tells whoever runs the command how far it is: a part from 0 to 1, or nil where that cannot be told.
    ///
    /// A fraction outside is clamped; one that is no number leaves the one
    /// before. What is told after the run has ended reaches nobody.
    @MainActor public func progress(_ fraction: Double?, _ text: String = "") {
        report(fraction, text)
    }
}
