/// A setting of a plugin or a program: its name, the values that it takes, its default and its help.
///
/// Declare each setting once, name it in the manifest, and read it by its type:
///
/// ```swift
/// enum ClockSettings {
///     static let width = Setting("width", in: 10...40, default: 20, help: "the columns of the clock")
///     static let style = Setting("style", default: Style.digits, help: "the look of the clock")
/// }
///
/// configuration: [ConfigurationSection("clock", settings: [ClockSettings.width, ClockSettings.style])]
///
/// let width = context.settings[ClockSettings.width]
/// ```
///
/// A number out of bounds counts as the nearest one, and a value of another type
/// as none. The log has a warning for both, with the source of the value.
///
/// A dot in the name stands for a value in an object: `routes.home` is `home` in
/// the object `routes`.
public struct Setting<Value: Sendable>: Sendable {
    /// The name in the configuration.
    public let name: String

    /// The value where nobody sets another one.
    public let defaultValue: Value

    /// The rule for its values, such as "a whole number from 1 to 60".
    public let rule: String

    /// The meaning of the setting in a few words, for `--help`.
    public let help: String

    /// Whether lists hide the value; a name such as `password` or `api-token` hides it anyway.
    public private(set) var isSecret = false

    /// The value as the configuration has it.
    private let plain: @Sendable (Value) -> PlainValue

    private let reading: @Sendable (PlainValue) -> SettingReading<Value>

    /// Creates a setting from a function that reads its values and one that writes them.
    init(
        _ name: String,
        default defaultValue: Value,
        rule: String,
        help: String,
        plain: @escaping @Sendable (Value) -> PlainValue,
        read: @escaping @Sendable (PlainValue) -> SettingReading<Value>
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.rule = rule
        self.help = help
        self.plain = plain
        reading = read
    }

    /// The setting as a secret, whose value lists hide.
    public var secret: Setting {
        var setting = self
        setting.isSecret = true
        return setting
    }

    /// Reads a value, of the configuration or of another source such as a server.
    public func read(_ value: PlainValue) -> SettingReading<Value> { reading(value) }

    /// Returns a value as the configuration has it.
    public func plainValue(of value: Value) -> PlainValue { plain(value) }
}

/// The result of reading a value by a setting's rule.
public enum SettingReading<Value: Sendable>: Sendable {
    /// The value keeps to the rule.
    case exact(Value)
    /// The value is out of bounds, and this is the nearest one.
    case nearest(Value)
    /// The value is of another type, or breaks the rule.
    case refused

    /// The value to use; nil if it's refused.
    public var value: Value? {
        switch self {
        case .exact(let value), .nearest(let value): value
        case .refused: nil
        }
    }

    /// Returns the same result with another form of the value.
    public func map<Other>(_ transform: (Value) -> Other) -> SettingReading<Other> {
        switch self {
        case .exact(let value): .exact(transform(value))
        case .nearest(let value): .nearest(transform(value))
        case .refused: .refused
        }
    }
}

extension SettingReading: Equatable where Value: Equatable {}
extension SettingReading: Hashable where Value: Hashable {}

// MARK: - Numbers

extension Setting where Value == Int {
    /// Creates a setting that takes whole numbers.
    public init(_ name: String, in bounds: ClosedRange<Int>, default defaultValue: Int, help: String) {
        self.init(
            name,
            default: defaultValue,
            rule: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
            help: help,
            plain: { .int($0) },
            read: { $0.wholeNumber(in: bounds) }
        )
    }
}

extension Setting where Value == Double {
    /// Creates a setting that takes numbers.
    public init(_ name: String, in bounds: ClosedRange<Double>, default defaultValue: Double, help: String) {
        let ends = [bounds.lowerBound, bounds.upperBound].map { $0.text(decimals: 0...9) }
        self.init(
            name,
            default: defaultValue,
            rule: "a number from \(ends[0]) to \(ends[1])",
            help: help,
            plain: { .double($0) },
            read: { $0.number(in: bounds) }
        )
    }
}

extension Setting where Value == Duration {
    /// Creates a setting that takes a number of seconds, which may have a fraction, to the millisecond.
    public init(_ name: String, seconds bounds: ClosedRange<Int>, default defaultValue: Duration, help: String) {
        self.init(
            name,
            default: defaultValue,
            rule: "a number of seconds from \(bounds.lowerBound) to \(bounds.upperBound)",
            help: help,
            plain: { duration in
                guard (.seconds(Int.min)...(.seconds(Int.max))).contains(duration), duration.components.attoseconds == 0
                else { return .double(duration / .seconds(1)) }
                return .int(Int(duration.components.seconds))
            },
            read: { $0.seconds(in: bounds) }
        )
    }
}

extension PlainValue {
    /// Reads a whole number; one that is too large for an `Int`, such as 1e30, is out of bounds.
    fileprivate func wholeNumber(in bounds: ClosedRange<Int>) -> SettingReading<Int> {
        switch self {
        case .int(let value):
            return value.reading(in: bounds)
        case .double(let value):
            if let whole = Int(exactly: value) { return PlainValue.int(whole).wholeNumber(in: bounds) }
            guard let floor = Int(exactly: value.rounded(.down)) else { return value.end(of: bounds) }
            if floor < bounds.lowerBound { return .nearest(bounds.lowerBound) }
            return floor >= bounds.upperBound ? .nearest(bounds.upperBound) : .refused
        default: return .refused
        }
    }

    /// Reads a number of seconds, to the millisecond.
    fileprivate func seconds(in bounds: ClosedRange<Int>) -> SettingReading<Duration> {
        guard case .double(let value) = self else { return wholeNumber(in: bounds).map { .seconds($0) } }
        let floor = value.rounded(.down)
        guard let seconds = Int(exactly: floor) else { return value.end(of: bounds).map { .seconds($0) } }
        let duration = Duration.seconds(seconds) + .milliseconds(Int(((value - floor) * 1000).rounded()))
        return duration.reading(in: .seconds(bounds.lowerBound)...(.seconds(bounds.upperBound)))
    }

    fileprivate func number(in bounds: ClosedRange<Double>) -> SettingReading<Double> {
        // NaN is near to nothing.
        guard let value = doubleValue, !value.isNaN else { return .refused }
        return value.reading(in: bounds)
    }
}

extension Comparable where Self: Sendable {
    /// Returns the value itself within bounds, and their nearest end outside.
    fileprivate func reading(in bounds: ClosedRange<Self>) -> SettingReading<Self> {
        bounds.contains(self) ? .exact(self) : .nearest(min(max(self, bounds.lowerBound), bounds.upperBound))
    }
}

extension Double {
    /// Returns the end of bounds that is nearest to a number too large for an `Int`; NaN is near to nothing.
    fileprivate func end(of bounds: ClosedRange<Int>) -> SettingReading<Int> {
        if isNaN { return .refused }
        return .nearest(self < 0 ? bounds.lowerBound : bounds.upperBound)
    }
}

// MARK: - Other types

extension Setting where Value == Bool {
    /// Creates a setting that is true or false.
    public init(_ name: String, default defaultValue: Bool, help: String) {
        self.init(
            name,
            default: defaultValue,
            rule: "true or false",
            help: help,
            plain: { .bool($0) },
            read: { $0.boolValue.map { .exact($0) } ?? .refused }
        )
    }
}

extension Setting where Value == String {
    /// Creates a setting that takes lines of text, all of them or those that keep to a rule.
    ///
    /// A text with line breaks, control or invisible characters is refused in any
    /// case. The rule in words follows "is", as in "is the id of a command, not 'a b'".
    public init(
        _ name: String,
        default defaultValue: String,
        help: String,
        rule: String = "a line of text",
        isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.init(
            name,
            default: defaultValue,
            rule: rule,
            help: help,
            plain: { .string($0) },
            read: { value in
                value.stringValue.flatMap { !$0.hasHiddenScalars && isValid($0) ? .exact($0) : nil } ?? .refused
            }
        )
    }
}

extension Setting where Value == [String] {
    /// Creates a setting that takes lists of lines of text.
    ///
    /// The rule in words follows "is"; one text that breaks it refuses the list.
    public init(
        _ name: String,
        default defaultValue: [String],
        help: String,
        rule: String = "a list of lines of text",
        isValid: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.init(
            name,
            default: defaultValue,
            rule: rule,
            help: help,
            plain: { .array($0.map { .string($0) }) },
            read: { value in
                guard let values = value.arrayValue else { return .refused }
                let texts = values.compactMap(\.stringValue)
                let areValid = texts.count == values.count && texts.allSatisfy { !$0.hasHiddenScalars && isValid($0) }
                return areValid ? .exact(texts) : .refused
            }
        )
    }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// Creates a setting that takes the words of a type's cases.
    public init(_ name: String, default defaultValue: Value, help: String) {
        self.init(
            name,
            default: defaultValue,
            rule: "one of " + Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "),
            help: help,
            plain: { .string($0.rawValue) },
            read: { value in value.stringValue.flatMap(Value.init).map { .exact($0) } ?? .refused }
        )
    }
}
