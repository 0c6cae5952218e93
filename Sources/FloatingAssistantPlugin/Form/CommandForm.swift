import HostRuntime

/// The form of a command, made from its parameters, with the entered values; a pure value.
struct CommandForm: Hashable, Sendable {
    let command: String
    let title: String
    private(set) var fields: [Field]

    /// The text above the fields; `nil` for none.
    var note: String?

    init(_ tool: CommandSummary) {
        command = tool.id
        title = tool.title
        fields = tool.fields
    }

    var parameters: [Field] { fields.filter { !$0.isOwn } }

    /// Whether the form is a single choice, so that choosing submits it.
    var isPicker: Bool { fields.count == 1 && fields[0].kind == .choice }

    /// The text of secret fields, longest first, because one may be part of another.
    var secrets: [String] {
        fields.filter { $0.kind == .secret && !$0.text.isEmpty }.map(\.text).sorted { $0.count > $1.count }
    }

    var firstWrong: Int? { fields.firstIndex { $0.message != nil } }
}

// MARK: - Entering

extension CommandForm {
    mutating func enter(_ text: String, field: Int) {
        guard fields.indices.contains(field), fields[field].text != text else { return }
        fields[field].text = text
        fields[field].message = nil
    }

    mutating func set(_ isOn: Bool, field: Int) {
        guard fields.indices.contains(field), fields[field].isOn != isOn else { return }
        fields[field].isOn = isOn
        fields[field].message = nil
    }

    /// Takes over what was entered into fields of an earlier form that have the same name and kind.
    mutating func adoptEntries(of old: CommandForm) {
        for index in fields.indices {
            let new = fields[index]
            guard let same = old.fields.first(where: { $0.name == new.name && $0.kind == new.kind }) else { continue }
            // A field that the person has left alone gets the new default.
            if same.isEntered { (fields[index].text, fields[index].isOn) = (same.text, same.isOn) }
        }
    }

    /// Whether the form asks for exactly the parameters that a command has now.
    func hasParameters(of tool: CommandSummary) -> Bool {
        tool.fields.map(\.signature) == parameters.map(\.signature)
    }

    /// Sets the choices of a field, and chooses the current one, the default or the first.
    mutating func offer(_ choices: Field.Choices, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].choices = choices
        guard case .loaded(let choices) = choices else { return }
        let entered = choices.first { $0.value == fields[field].text }
        if fields[field].isEntered, entered != nil { return }
        fields[field].choose(choices.first(where: \.isCurrent) ?? entered ?? choices.first)
    }
}

// MARK: - Checking

extension CommandForm {
    /// A command's rule for a parameter: returns the problem with a value, or `nil`.
    typealias Rule = (_ parameter: String, _ value: PlainValue) -> String?

    /// Checks all fields; returns the values to run the command with, or `nil` if a field has a problem.
    ///
    /// Each field with a problem gets a message.
    mutating func check(_ rule: Rule = { _, _ in nil }) -> [String: PlainValue]? {
        var values: [String: PlainValue] = [:]
        for index in fields.indices where !fields[index].isOwn {
            do throws(CommandFieldError) {
                fields[index].message = nil
                // Without a value, the command's default applies.
                guard let value = try fields[index].value() else { continue }
                if let message = rule(fields[index].name, value) {
                    throw CommandFieldError(fields[index].name, message)
                }
                values[fields[index].name] = value
            } catch {
                show(error)
            }
        }
        return firstWrong == nil ? values : nil
    }

    /// The most characters of a message at a field.
    private static let longestMessage = 500

    /// Shows the problem with a parameter at its field; returns `false` without a field that can show it.
    @discardableResult
    mutating func show(_ error: CommandFieldError) -> Bool {
        guard let index = fields.firstIndex(where: { $0.name == error.parameter && !$0.isOwn }) else { return false }
        // The message of a rule may repeat the value, which is hidden before the message is shortened.
        fields[index].message = String(error.message.hiding(secrets).prefix(CommandForm.longestMessage))
        // Its row says why there are no choices.
        if case .failed = fields[index].choices { return false }
        return true
    }
}

// MARK: - Logging in at start

extension CommandForm {
    /// Adds the question whether to log in at start.
    mutating func offerKeeping(isKept: Bool) {
        fields.append(Field(own: "Log in at start", isOn: isKept))
    }

    /// Whether to keep the values; `nil` if the form doesn't ask.
    var isKept: Bool? { fields.first(where: \.isOwn)?.isOn }
}
