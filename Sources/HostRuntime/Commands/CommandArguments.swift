/// The values that a command runs with, checked against its parameters.
///
/// Every required parameter is there and of its kind, so reading one gives its
/// value; a name that the command has no parameter for gives an empty value.
public struct CommandArguments: Sendable {
    private let values: [String: PlainValue]

    init(checked values: [String: PlainValue]) {
        self.values = values
    }

    /// The value of a parameter as text; empty when there is none.
    public func text(_ name: String) -> String {
        values[name].map(\.description) ?? ""
    }

    /// The value of a number; nil when there is none.
    public func number(_ name: String) -> Double? {
        values[name]?.doubleValue
    }

    /// The value of a toggle; false when there is none.
    public func toggle(_ name: String) -> Bool {
        values[name]?.boolValue ?? false
    }
}

extension Command {
    /// Returns the values as the command's parameters want them, or throws what is wrong.
    ///
    /// Choices are compared with what the parameter offers at this moment.
    @MainActor func check(_ given: [String: PlainValue]) async throws -> CommandArguments {
        for name in given.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw CommandError.unknownParameter(command: id, parameter: name, known: parameters.map(\.name))
        }
        var checked: [String: PlainValue] = [:]
        for parameter in parameters {
            guard let value = given[parameter.name] ?? parameter.defaultValue else {
                throw CommandError.missingValue(command: id, parameter: parameter.name)
            }
            checked[parameter.name] = try await parameter.check(value, command: id)
        }
        return CommandArguments(checked: checked)
    }
}

extension CommandParameter {
    @MainActor fileprivate func check(_ value: PlainValue, command: String) async throws -> PlainValue {
        func invalid(_ rule: String) -> CommandError {
            .invalidValue(command: command, parameter: name, rule: rule)
        }
        switch kind {
        case .text, .secret:
            guard !value.description.isEmpty, value != .null else { throw invalid("may not be empty") }
            return .string(value.description)
        case .number(let range):
            guard let number = value.doubleValue ?? Double(value.description), number.isFinite else {
                throw invalid("must be a number")
            }
            if let range, !range.contains(number) {
                throw invalid("must be from \(range.lowerBound) to \(range.upperBound)")
            }
            return number == number.rounded() && abs(number) < 1e15 ? .int(Int(number)) : .double(number)
        case .toggle:
            guard let on = value.boolValue ?? Bool(value.description) else { throw invalid("must be true or false") }
            return .bool(on)
        case .choice(let offer):
            let choices = try await offer().map(\.value)
            guard choices.contains(value.description) else {
                throw invalid("must be one of \(choices.joined(separator: ", "))")
            }
            return .string(value.description)
        }
    }
}
