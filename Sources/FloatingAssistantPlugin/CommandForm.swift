import HostRuntime

/// A form for one command, made from its parameters alone, with what was entered; a pure value.
struct CommandForm: Hashable, Sendable {
    let command: String
    let title: String
    private(set) var fields: [Field]

    init(_ tool: Tool) {
        command = tool.id
        title = tool.title
        fields = tool.fields
    }

    /// Whether it asks for one choice and nothing else, so that choosing is all there is to do.
    var isPicker: Bool { fields.count == 1 && fields[0].kind == .choice }

    /// What was entered into secret fields.
    var secrets: [String] {
        fields.filter { $0.kind == .secret && !$0.text.isEmpty }.map(\.text)
    }
}

// MARK: - Fields

extension CommandForm {
    /// One parameter, and what was entered for it.
    struct Field: Hashable, Sendable {
        /// What may be entered.
        enum Kind: Hashable, Sendable {
            case text, secret, toggle, choice
            case number(ClosedRange<Double>?)
        }

        /// What can be chosen, which takes a while to know.
        enum Choices: Hashable, Sendable {
            case loading
            case loaded([CommandChoice])
            case failed(String)
        }

        let name: String
        let title: String
        let kind: Kind
        let defaultValue: PlainValue?
        /// What was typed, and the value of the choice that was made.
        var text = ""
        var isOn = false
        var choices = Choices.loading

        init(_ parameter: CommandParameter) {
            name = parameter.name
            title = parameter.title
            defaultValue = parameter.defaultValue
            kind =
                switch parameter.kind {
                case .text: .text
                case .secret: .secret
                case .number(let range): .number(range)
                case .toggle: .toggle
                case .choice: .choice
                }
            isOn = defaultValue?.boolValue ?? false
            // A secret is never shown, not even its default.
            if kind != .secret, kind != .toggle, let defaultValue, defaultValue != .null {
                text = defaultValue.description
            }
        }
    }

    /// Takes in what was typed or chosen.
    mutating func enter(_ text: String, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].text = text
    }

    /// Takes in whether a toggle is on.
    mutating func set(_ isOn: Bool, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].isOn = isOn
    }

    /// Takes in what can be chosen, and chooses what is in force now, or the default, or the first.
    mutating func offer(_ choices: Field.Choices, field: Int) {
        guard fields.indices.contains(field) else { return }
        fields[field].choices = choices
        guard case .loaded(let choices) = choices else { return }
        let chosen =
            choices.first(where: \.isCurrent) ?? choices.first { $0.value == fields[field].text } ?? choices.first
        fields[field].text = chosen?.value ?? ""
    }
}

// MARK: - Submitting

extension CommandForm {
    /// What keeps a form from being submitted.
    struct Problem: Error, Hashable, Sendable {
        let field: Int
        let text: String
        /// Whether the only thing wrong is that nothing was entered yet.
        let isBlank: Bool
    }

    /// Returns the values to run the command with, or throws what is wrong with the first wrong field.
    func values() throws(Problem) -> [String: PlainValue] {
        var values: [String: PlainValue] = [:]
        for (index, field) in fields.enumerated() {
            // Where nothing was entered the command's own default holds.
            if let value = try field.value(at: index) { values[field.name] = value }
        }
        return values
    }
}

extension CommandForm.Field {
    fileprivate func value(at index: Int) throws(CommandForm.Problem) -> PlainValue? {
        if kind == .toggle { return .bool(isOn) }
        let isBlank = text.allSatisfy(\.isWhitespace)
        if isBlank, defaultValue != nil { return nil }
        func wrong(_ rule: String) -> CommandForm.Problem {
            CommandForm.Problem(field: index, text: "\(title) \(rule).", isBlank: isBlank)
        }
        if isBlank {
            throw kind == .choice ? wrong("has nothing chosen") : wrong("is needed")
        }
        guard case .number(let range) = kind else { return .string(text) }
        guard let number = Double(text.filter { !$0.isWhitespace }), number.isFinite else {
            throw wrong("must be a number")
        }
        if let range, !range.contains(number) {
            throw wrong("must be from \(range.lowerBound.plain) to \(range.upperBound.plain)")
        }
        return .double(number)
    }
}

extension Double {
    /// The number without a fraction where it has none.
    var plain: String {
        self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)"
    }
}
