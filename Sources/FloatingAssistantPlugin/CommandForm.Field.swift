import HostRuntime

extension CommandForm {
    /// One thing that is asked, and what was entered for it.
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
        /// What may be entered, in a few words.
        let hint: String?
        let defaultValue: PlainValue?
        /// Whether it is a question of the form itself and no parameter of the command.
        let isOwn: Bool
        /// What was typed, and the value of the choice that was made.
        var text = ""
        var isOn = false
        var choices = Choices.loading
        /// What is wrong with what was entered, as it follows the title.
        var message: String?

        init(_ parameter: CommandParameter) {
            name = parameter.name
            title = parameter.title
            defaultValue = parameter.defaultValue
            isOwn = false
            kind =
                switch parameter.kind {
                case .text: .text
                case .secret: .secret
                case .number(let range): .number(range)
                case .toggle: .toggle
                case .choice: .choice
                }
            if case .number(let range?) = kind, parameter.hint == nil {
                hint = "\(range.lowerBound.plain) to \(range.upperBound.plain)"
            } else {
                hint = parameter.hint
            }
            isOn = defaultValue?.boolValue ?? false
            // A secret is never shown, not even its default.
            if kind != .secret, kind != .toggle, let defaultValue, defaultValue != .null {
                text = defaultValue.description
            }
        }

        /// A question of the form itself: yes or no.
        init(own title: String, isOn: Bool) {
            name = ""
            self.title = title
            kind = .toggle
            hint = nil
            defaultValue = nil
            isOwn = true
            self.isOn = isOn
        }
    }
}

extension CommandForm.Field {
    /// Whether something is needed and nothing was entered yet.
    var isMissing: Bool { kind != .toggle && isBlank && defaultValue == nil }

    /// Whether the person has to act before there is anything to choose from.
    var wantsRetry: Bool {
        switch choices {
        case .loading: false
        case .loaded(let choices): kind == .choice && choices.isEmpty
        case .failed: kind == .choice
        }
    }

    /// What a field is, without what was entered.
    var signature: [String] { [name, title, "\(kind)", defaultValue?.description ?? ""] }

    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// The value that was entered; nil for the default.
    func value() throws(CommandFieldError) -> PlainValue? {
        if kind == .toggle { return .bool(isOn) }
        if isMissing { throw CommandFieldError(name, whatIsMissing) }
        if isBlank { return nil }
        guard case .number(let range) = kind else { return .string(text) }
        guard let number = Double(text.filter { !$0.isWhitespace }), number.isFinite else {
            throw CommandFieldError(name, "must be a number")
        }
        if let range, !range.contains(number) {
            throw CommandFieldError(name, "must be from \(range.lowerBound.plain) to \(range.upperBound.plain)")
        }
        // As the command gets it, so that its own rule sees what it will see.
        return number == number.rounded() && number.magnitude < 1e15 ? .int(Int(number)) : .double(number)
    }

    private var whatIsMissing: String {
        guard kind == .choice else { return "needs a value" }
        return switch choices {
        case .loading: "is still being fetched"
        case .loaded: "has nothing to choose from"
        case .failed: "could not be fetched"
        }
    }
}

extension Double {
    /// The number without a fraction where it has none.
    var plain: String {
        self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)"
    }
}
