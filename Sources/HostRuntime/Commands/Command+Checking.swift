extension Command {
    /// Returns the values as the command's parameters require them, or throws all errors in them.
    ///
    /// Choices are fetched, and compared with the value.
    @MainActor func check(_ given: [String: PlainValue]) async throws -> [String: PlainValue] {
        for name in given.keys.sorted() where !parameters.contains(where: { $0.name == name }) {
            throw CommandError.unknownParameter(command: id, parameter: name, known: parameters.map(\.name))
        }
        let (checked, problems) = try await parameters.check(given)
        guard problems.isEmpty else { throw CommandError.invalidArguments(command: id, problems) }
        return checked
    }
}

extension [CommandParameter] {
    /// Returns the values as the parameters require them, and all errors in them.
    ///
    /// Choices are fetched, and compared with the value. Throws the error of that if nothing else is wrong.
    @MainActor func check(
        _ given: [String: PlainValue]
    ) async throws -> (values: [String: PlainValue], problems: [CommandFieldError]) {
        var checked: [String: PlainValue] = [:]
        var problems: [CommandFieldError] = []
        var failure: (any Error)?
        for parameter in self {
            do {
                checked[parameter.name] = try await parameter.check(given[parameter.name])
            } catch let problem as CommandFieldError {
                problems.append(problem)
            } catch {
                // A failure to fetch choices isn't an error of the value.
                failure = failure ?? error
            }
        }
        if problems.isEmpty, let failure { throw failure }
        return (checked, problems)
    }
}

extension CommandParameter {
    @MainActor fileprivate func check(_ given: PlainValue?) async throws -> PlainValue {
        guard let value = given ?? defaultValue else { throw CommandFieldError(name, "needs a value") }
        let checked = try checkKind(value)
        if case .choice(let offer) = kind { try check(checked.description, among: try await offer().map(\.value)) }
        if let message = validate?(checked) { throw CommandFieldError(name, hidingSecret(checked, in: message)) }
        return checked
    }

    /// Returns the value as the kind requires it; whether a choice is offered is checked when the command runs.
    func checkKind(_ value: PlainValue) throws(CommandFieldError) -> PlainValue {
        func invalid(_ rule: String) -> CommandFieldError { CommandFieldError(name, rule) }
        switch kind {
        case .text, .secret:
            // An empty value is allowed if it's the default.
            guard !value.description.isEmpty || defaultValue == "", value != .null else {
                throw invalid("may not be empty")
            }
            return .string(value.description)
        case .number(let range):
            guard let number = value.number, let size = number.doubleValue else { throw invalid("must be a number") }
            if let range, !range.contains(size) {
                throw invalid("must be from \(range.lowerBound.plain) to \(range.upperBound.plain)")
            }
            return number
        case .toggle:
            guard let on = value.boolValue ?? Bool(value.description) else { throw invalid("must be true or false") }
            return .bool(on)
        case .choice: return .string(value.description)
        }
    }

    private func check(_ chosen: String, among choices: [String]) throws(CommandFieldError) {
        guard choices.contains(chosen) || allowsOtherValues && !chosen.isEmpty else {
            throw CommandFieldError(name, CommandParameter.rule(for: choices, insteadOf: chosen))
        }
    }

    /// Lists the choices, as many as fit on a line, and names the one that a mistyped value most likely means.
    private static func rule(for choices: [String], insteadOf value: String) -> String {
        guard !choices.isEmpty else { return "has nothing to choose from" }
        let shown = 12
        let more = choices.count > shown ? " and \(choices.count - shown) more" : ""
        // A single letter is near to every other single letter.
        let nearest = value.count > 2 ? nearestName(to: value, in: choices) : nil
        let hint = nearest.map { "; '\($0)' is the nearest" } ?? ""
        return "must be one of \(choices.prefix(shown).joined(separator: ", "))\(more)\(hint)"
    }

    // A rule's message may repeat the value.
    private func hidingSecret(_ value: PlainValue, in message: String) -> String {
        guard case .secret = kind else { return message }
        return message.hiding([value.description])
    }
}

extension Double {
    /// The number as text, without a fraction if it's whole.
    var plain: String {
        self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)"
    }
}
