/// A parameter of a command.
public struct CommandParameter: Sendable {
    /// The name in scripts and routes, such as `phone`.
    public let name: String

    /// The label of the field in a form.
    public let title: String

    /// The kind of value.
    public private(set) var kind: Kind

    /// A hint at the field, such as `6 to 15 digits`; nil for none.
    public let hint: String?

    /// The value to use if none is given; without it the parameter is required.
    public let defaultValue: PlainValue?

    /// Whether a choice may have another value than those that are offered, such as an id that only the command can find.
    ///
    /// A form offers the choices alone.
    public let allowsOtherValues: Bool

    /// A rule in addition to those of the kind.
    ///
    /// It's called with a value that is valid for the kind, and returns the
    /// problem, worded as `CommandFieldError.message`, or nil.
    public typealias Validation = @MainActor @Sendable (PlainValue) -> String?

    /// The additional rule, which a form can apply before the command runs.
    public private(set) var validate: Validation?

    /// Creates a parameter.
    public init(
        name: String,
        title: String,
        kind: Kind = .text,
        hint: String? = nil,
        defaultValue: PlainValue? = nil,
        allowsOtherValues: Bool = false,
        validate: Validation? = nil
    ) {
        self.name = name
        self.title = title
        self.kind = kind
        self.hint = hint
        self.defaultValue = defaultValue
        self.allowsOtherValues = allowsOtherValues
        self.validate = validate
    }

    /// Returns the parameter with closures that run in its owner's name, whoever calls them.
    func offered(by owner: Owner, in entry: CallEntry) -> CommandParameter {
        var parameter = self
        parameter.kind = kind.offered(by: owner, in: entry)
        if let validate { parameter.validate = { value in RunningCode.call(entry) { validate(value) } } }
        return parameter
    }

    /// Whether the value is secret, so that it's neither shown nor written.
    var isSecret: Bool {
        if case .secret = kind { true } else { false }
    }

    /// The kind of a parameter's value.
    public enum Kind: Sendable {
        /// A line of text; may not be empty.
        case text
        /// Text that is neither shown nor written, such as a password.
        case secret
        /// A number, within a range if there is one.
        case number(ClosedRange<Double>?)
        /// A Boolean value.
        case toggle
        /// One of several values, fetched each time they're shown.
        case choice(@MainActor @Sendable () async throws -> [CommandChoice])

        fileprivate func offered(by owner: Owner, in entry: CallEntry) -> Kind {
            guard case .choice(let fetch) = self else { return self }
            return .choice {
                // A task of its own, because a call can't be suspended.
                let task = RunningCode.$taskOwner.withValue(owner) {
                    RunningCode.call(entry) { Task { @MainActor in try await fetch() } }
                }
                return try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
            }
        }
    }
}

/// A choice for the value of a parameter.
public struct CommandChoice: Hashable, Sendable {
    /// The value.
    public let value: String

    /// The title in a list.
    public let title: String

    /// The detail after the title; empty for none.
    public let detail: String

    /// The meaning of the choice; the list chooses its color.
    public let tint: Tint

    /// Whether this is the current value.
    public let isCurrent: Bool

    /// Creates a choice.
    public init(value: String, title: String, detail: String = "", tint: Tint = .normal, isCurrent: Bool = false) {
        self.value = value
        self.title = title
        self.detail = detail
        self.tint = tint
        self.isCurrent = isCurrent
    }

    /// The meaning of a choice.
    public enum Tint: String, Hashable, Sendable {
        /// No special meaning.
        case normal
        /// Good: green.
        case good
        /// Needs attention: yellow.
        case caution
        /// Dangerous: red.
        case danger
    }
}
