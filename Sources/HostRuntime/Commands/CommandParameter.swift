/// One thing that a command needs to know.
public struct CommandParameter: Sendable {
    /// The name that scripts and routes use: `phone`.
    public let name: String

    /// What a person reads beside the field.
    public let title: String

    /// What may be entered.
    public let kind: Kind

    /// What may be entered, in a few words for whoever is asked: `6 to 15 digits`; nil for nothing.
    public let hint: String?

    /// What is taken when nothing is entered; without it the parameter is required.
    public let defaultValue: PlainValue?

    /// A rule of the command's own, beside those of the kind.
    ///
    /// It gets a value that keeps the rules of the kind, and returns what is
    /// wrong with it as `CommandFieldError.message` says it, or nil.
    public typealias Validation = @MainActor @Sendable (PlainValue) -> String?

    /// The rule of the command's own, for whoever shows a form and wants to say it before the command runs.
    public let validate: Validation?

    /// Creates a parameter.
    public init(
        name: String,
        title: String,
        kind: Kind = .text,
        hint: String? = nil,
        defaultValue: PlainValue? = nil,
        validate: Validation? = nil
    ) {
        self.name = name
        self.title = title
        self.kind = kind
        self.hint = hint
        self.defaultValue = defaultValue
        self.validate = validate
    }

    /// The rule that a number has no fraction, to be given as `validate`.
    @MainActor public static func wholeNumber(_ value: PlainValue) -> String? {
        value.intValue == nil ? "must be a whole number" : nil
    }

    /// Whether its value is never shown or written anywhere.
    var isSecret: Bool {
        if case .secret = kind { true } else { false }
    }

    /// What may be entered for a parameter.
    public enum Kind: Sendable {
        /// A line of text, which may not be empty.
        case text
        /// Text that is never shown or written anywhere, such as a password.
        case secret
        /// A number, within a range where one is given.
        case number(ClosedRange<Double>?)
        /// Yes or no.
        case toggle
        /// One of several values, fetched each time they are shown.
        case choice(@MainActor @Sendable () async throws -> [CommandChoice])
    }
}

/// One of the values that a parameter can be chosen from.
public struct CommandChoice: Hashable, Sendable {
    /// What the command is given.
    public let value: String

    /// What a person reads.
    public let title: String

    /// A second, quieter text; empty for none.
    public let detail: String

    /// What the row means: its colour is for whoever draws it to choose.
    public let tint: Tint

    /// Whether this is the value in force now.
    public let isCurrent: Bool

    /// Creates a choice.
    public init(value: String, title: String, detail: String = "", tint: Tint = .normal, isCurrent: Bool = false) {
        self.value = value
        self.title = title
        self.detail = detail
        self.tint = tint
        self.isCurrent = isCurrent
    }

    /// What a row means.
    public enum Tint: String, Hashable, Sendable {
        /// Nothing in particular.
        case normal
        /// In order: green.
        case good
        /// Wants attention: yellow.
        case caution
        /// Dangerous: red.
        case danger
    }
}
