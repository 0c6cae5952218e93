/// The fields of a form with the entered values; a pure value.
struct FormEntries: Hashable, Sendable {
    private(set) var fields: [Field]

    /// Creates the entries for a command's parameters, with further questions of the party that shows the form.
    init(_ parameters: [CommandParameter], questions: [CommandParameter] = []) {
        fields = parameters.map { Field($0) } + questions.map { Field($0, isOwn: true) }
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

extension FormEntries {
    mutating func enter(_ text: String, field: Int) {
        guard fields.indices.contains(field), fields[field].text != text else { return }
        fields[field].text = text
        recheck(field)
    }

    mutating func set(_ isOn: Bool, field: Int) {
        guard fields.indices.contains(field), fields[field].isOn != isOn else { return }
        fields[field].isOn = isOn
        recheck(field)
    }

    /// Takes over what was entered into fields of an earlier form that have the same name and kind.
    mutating func adoptEntries(of old: FormEntries) {
        for index in fields.indices {
            let new = fields[index]
            guard
                let same = old.fields.first(where: {
                    $0.name == new.name && $0.kind == new.kind && $0.isOwn == new.isOwn
                })
            else { continue }
            // A field that the person has left alone gets the new default.
            if same.isEntered { (fields[index].text, fields[index].isOn) = (same.text, same.isOn) }
        }
    }

    /// Whether the form asks for exactly these parameters.
    func asks(for parameters: [CommandParameter]) -> Bool {
        parameters.map { Field($0).signature } == self.parameters.map(\.signature)
    }

    /// Sets the choices of a field, and chooses the current one or the default; without either, none is chosen.
    mutating func offer(_ choices: Field.Choices, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].choices = choices
        guard case .loaded(let choices) = choices else { return }
        let entered = choices.first { $0.value == fields[field].text }
        if fields[field].isEntered, entered != nil { return }
        fields[field].choose(choices.first(where: \.isCurrent) ?? entered)
    }
}

// MARK: - Checking

extension FormEntries {
    /// A command's rule for a parameter: returns the problem with a value, or `nil`.
    typealias Rule = (_ parameter: String, _ value: PlainValue) -> String?

    /// Checks all fields; returns the values to run the command with, or `nil` if a field has a problem.
    ///
    /// Each field with a problem gets a message.
    mutating func check(_ rule: Rule = { _, _ in nil }) -> [String: PlainValue]? {
        var values: [String: PlainValue] = [:]
        for index in fields.indices where !fields[index].isOwn {
            if let value = check(index, rule) { values[fields[index].name] = value }
        }
        return firstWrong == nil ? values : nil
    }

    /// Checks the fields from one on, and returns where enter goes from it; nil for the last one, and if all are right.
    ///
    /// The field or the first one below with a wrong value gets a message. One below that is
    /// still empty gets none, because the person hasn't reached it.
    mutating func goOn(from index: Int, _ rule: Rule = { _, _ in nil }) -> Int? {
        guard fields.indices.contains(index), index < fields.count - 1 else { return nil }
        for other in index..<fields.count where !fields[other].isOwn {
            if other > index, fields[other].isMissing { return other }
            _ = check(other, rule)
            if fields[other].message != nil { return other }
        }
        return nil
    }

    /// Checks a field, and returns the message that it gets; nil if it's right.
    mutating func problem(at index: Int, _ rule: Rule = { _, _ in nil }) -> String? {
        _ = check(index, rule)
        return fields[index].message
    }

    /// Checks a field again if it has shown a problem; the message goes when the value is right.
    mutating func recheck(_ index: Int, _ rule: Rule = { _, _ in nil }) {
        if fields.indices.contains(index), fields[index].isWatched { _ = check(index, rule) }
    }

    /// Checks a field and sets its message; returns nil with a problem, and without a value, when the default applies.
    private mutating func check(_ index: Int, _ rule: Rule) -> PlainValue? {
        let name = fields[index].name
        fields[index].message = nil
        do throws(CommandFieldError) {
            guard let value = try fields[index].value() else { return nil }
            if let message = rule(name, value) { throw CommandFieldError(name, message) }
            return value
        } catch {
            show(error)
            return nil
        }
    }

    /// The most characters of a message at a field.
    private static let longestMessage = 500

    /// Shows the problem with a parameter at its field; returns `false` without a field that can show it.
    @discardableResult
    mutating func show(_ error: CommandFieldError) -> Bool {
        guard let index = fields.firstIndex(where: { $0.name == error.parameter && !$0.isOwn }) else { return false }
        // The message of a rule may repeat the value, which is hidden before the message is shortened.
        fields[index].message = String(error.message.hiding(secrets).prefix(FormEntries.longestMessage))
        // Its row says why there are no choices.
        if case .failed = fields[index].choices { return false }
        return true
    }
}

// MARK: - Questions and drafts

extension FormEntries {
    /// Returns the answer to a question of the party that shows the form; nil if there is no such question.
    func answer(to question: String) -> PlainValue? {
        guard let field = fields.first(where: { $0.isOwn && $0.name == question }) else { return nil }
        return (try? field.value()) ?? field.defaultValue
    }

    /// The entered values by parameter, without secrets.
    ///
    /// A single choice has no draft: a form that is opened again begins at the current value.
    var draft: [String: PlainValue] {
        guard !isPicker else { return [:] }
        let kept = parameters.filter { $0.isEntered && $0.kind != .secret }
        // A command that nobody has offered may have two parameters with one name.
        return Dictionary(kept.map { ($0.name, $0.kind == .toggle ? .bool($0.isOn) : .string($0.text)) }) { $1 }
    }

    /// Enters what a person had entered into an earlier form of the command.
    mutating func adopt(draft: [String: PlainValue]) {
        for index in fields.indices where !fields[index].isOwn && fields[index].kind != .secret {
            switch draft[fields[index].name] {
            case .string(let text) where fields[index].kind != .toggle: fields[index].text = text
            case .bool(let isOn) where fields[index].kind == .toggle: fields[index].isOn = isOn
            default: break
            }
        }
    }
}
