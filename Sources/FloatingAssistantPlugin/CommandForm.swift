import HostRuntime

/// A form for one command, made from its parameters alone, with what was entered; a pure value.
struct CommandForm: Hashable, Sendable {
    let command: String
    let title: String
    private(set) var fields: [Field]

    /// What is said above the fields; nil for nothing.
    var note: String?

    init(_ tool: Tool) {
        command = tool.id
        title = tool.title
        fields = tool.fields
    }

    /// The fields that are the command's parameters.
    var parameters: [Field] { fields.filter { !$0.isOwn } }

    /// Whether it asks for one choice and nothing else, so that choosing is all there is to do.
    var isPicker: Bool { fields.count == 1 && fields[0].kind == .choice }

    /// What was entered into secret fields, the longest first: one may be a part of another.
    var secrets: [String] {
        fields.filter { $0.kind == .secret && !$0.text.isEmpty }.map(\.text).sorted { $0.count > $1.count }
    }

    /// The first field that is wrong.
    var firstWrong: Int? { fields.firstIndex { $0.message != nil } }
}

// MARK: - Entering

extension CommandForm {
    /// Takes in what was typed or chosen; what was wrong with it is not said any more.
    mutating func enter(_ text: String, field: Int) {
        guard fields.indices.contains(field), fields[field].text != text else { return }
        fields[field].text = text
        fields[field].message = nil
    }

    /// Takes in whether a toggle is on.
    mutating func set(_ isOn: Bool, field: Int) {
        guard fields.indices.contains(field), fields[field].isOn != isOn else { return }
        fields[field].isOn = isOn
        fields[field].message = nil
    }

    /// Takes in what can be chosen, and chooses what is in force now, or the default, or the first.
    mutating func offer(_ choices: Field.Choices, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].choices = choices
        guard case .loaded(let choices) = choices else { return }
        let chosen =
            choices.first(where: \.isCurrent) ?? choices.first { $0.value == fields[field].text } ?? choices.first
        enter(chosen?.value ?? "", field: field)
    }
}

// MARK: - Checking

extension CommandForm {
    /// A rule of a command's own for one of its parameters, by the name: what is wrong with a value, or nil.
    typealias Rule = (_ parameter: String, _ value: PlainValue) -> String?

    /// Checks all that was entered; returns the values to run the command with, or nil where something is wrong.
    ///
    /// Every field that is wrong says so.
    mutating func check(_ rule: Rule = { _, _ in nil }) -> [String: PlainValue]? {
        var values: [String: PlainValue] = [:]
        for index in fields.indices where !fields[index].isOwn {
            do throws(CommandFieldError) {
                fields[index].message = nil
                // Where nothing was entered the command's own default holds.
                guard let value = try fields[index].value() else { continue }
                if let message = rule(fields[index].name, value) {
                    throw CommandFieldError(fields[index].name, message)
                }
                values[fields[index].name] = value
            } catch {
                say(error)
            }
        }
        return firstWrong == nil ? values : nil
    }

    /// Says what is wrong with a parameter at its field; returns false where there is no such field.
    @discardableResult
    mutating func say(_ error: CommandFieldError) -> Bool {
        guard let index = fields.firstIndex(where: { $0.name == error.parameter && !$0.isOwn }) else { return false }
        // What a rule says may repeat what it was told.
        fields[index].message = error.message.hiding(secrets)
        return true
    }
}

// MARK: - Logging in at start

extension CommandForm {
    /// Asks too whether the values are kept, for a login at the next start.
    mutating func offerKeeping(isKept: Bool) {
        fields.append(Field(own: "Log in at start", isOn: isKept))
    }

    /// Whether the values are to be kept; nil where that is not asked.
    var isKept: Bool? { fields.first(where: \.isOwn)?.isOn }
}
