extension FormEntries {
    /// A field of a form, with the entered value.
    struct Field: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case text, secret, toggle, choice
            case number(ClosedRange<Double>?)
        }

        enum Choices: Hashable, Sendable {
            case loading
            case loaded([CommandChoice])
            case failed(String)
        }

        let name: String
        let title: String
        let kind: Kind
        /// A short description of valid values.
        let hint: String?
        let defaultValue: PlainValue?
        /// Whether the field is a question of the party that shows the form, not a parameter of the command.
        let isOwn: Bool
        var text = ""
        var isOn = false
        var choices = Choices.loading
        /// The text and the state before anything was entered.
        private(set) var initialText = ""
        private(set) var initialIsOn = false
        /// The problem with the value, worded to follow the title.
        var message: String? {
            didSet { if message != nil { isWatched = true } }
        }
        /// Whether the field has shown a problem, so that it's checked anew at each letter.
        private(set) var isWatched = false

        init(_ parameter: CommandParameter, isOwn: Bool = false) {
            name = parameter.name
            title = parameter.title
            defaultValue = parameter.defaultValue
            self.isOwn = isOwn
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
            isOn = defaultValue.flatMap { $0.boolValue ?? Bool($0.description) } ?? false
            // A secret is never shown, not even its default value.
            if kind != .secret, kind != .toggle, let defaultValue, defaultValue != .null {
                text = defaultValue.description
            }
            initialText = text
            initialIsOn = isOn
        }
    }
}

extension FormEntries.Field {
    /// Whether a person has changed the value.
    var isEntered: Bool { text != initialText || isOn != initialIsOn }

    /// Sets the value to a choice that nobody has made yet; nil for none.
    mutating func choose(_ choice: CommandChoice?) {
        initialText = choice?.value ?? ""
        guard text != initialText else { return }
        text = initialText
        message = nil
    }

    var isMissing: Bool { kind != .toggle && isBlank && defaultValue == nil }

    /// Whether the person has to fetch the choices again.
    var wantsRetry: Bool {
        switch choices {
        case .loading: false
        case .loaded(let choices): kind == .choice && choices.isEmpty
        case .failed: kind == .choice
        }
    }

    /// The identity of the field, without the entered value.
    var signature: [String] { [name, title, "\(kind)", defaultValue?.description ?? ""] }

    private var isBlank: Bool {
        // A choice is a value, whatever it is.
        if kind == .choice, case .loaded(let choices) = choices, choices.contains(where: { $0.value == text }) {
            return false
        }
        return text.allSatisfy(\.isWhitespace)
    }

    /// Returns the entered value; `nil` for the default.
    func value() throws(CommandFieldError) -> PlainValue? {
        if kind == .toggle { return .bool(isOn) }
        if isMissing { throw CommandFieldError(name, whatIsMissing) }
        if isBlank { return nil }
        guard case .number(let range) = kind else { return .string(text) }
        let digits = PlainValue.string(text.filter { !$0.isWhitespace })
        // As the command receives it, so that its rule sees the same value.
        guard let number = digits.number, let size = number.doubleValue else {
            throw CommandFieldError(name, "must be a number")
        }
        if let range, !range.contains(size) {
            throw CommandFieldError(name, "must be from \(range.lowerBound.plain) to \(range.upperBound.plain)")
        }
        return number
    }

    private var whatIsMissing: String {
        guard kind == .choice else { return "needs a value" }
        return switch choices {
        case .loading: "is still being fetched"
        case .loaded(let choices): choices.isEmpty ? "has nothing to choose from" : "choose one"
        case .failed: "could not be fetched"
        }
    }
}
