/// A setting of any type, as a section of the configuration declares it.
public protocol DeclaredSetting: Sendable {
    /// The setting without its type.
    var declaration: SettingDeclaration { get }
}

extension Setting: DeclaredSetting {
    /// The setting without its type.
    public var declaration: SettingDeclaration {
        SettingDeclaration(
            name: name,
            rule: rule,
            help: help,
            defaultValue: plainValue(of: defaultValue),
            isSecret: isSecret
        ) { value in
            read(value).map { plainValue(of: $0) }
        }
    }
}

/// A setting without its type, for what lists and checks settings.
///
/// Two declarations are equal if they say the same; the function that reads a
/// value isn't compared.
public struct SettingDeclaration: Sendable {
    /// The name in the configuration; a dot stands for a value in an object.
    public let name: String

    /// The rule for its values, such as "a whole number from 1 to 60"; empty if any value will do.
    public let rule: String

    /// The meaning of the setting in a few words; may be empty.
    public let help: String

    /// The value where nobody sets another one; nil if it's unknown.
    public let defaultValue: PlainValue?

    /// Whether lists hide the value.
    public let isSecret: Bool

    private let reading: @Sendable (PlainValue) -> SettingReading<PlainValue>

    init(
        name: String,
        rule: String = "",
        help: String = "",
        defaultValue: PlainValue? = nil,
        isSecret: Bool = false,
        read: @escaping @Sendable (PlainValue) -> SettingReading<PlainValue> = { .exact($0) }
    ) {
        self.name = name
        self.rule = rule
        self.help = help
        self.defaultValue = defaultValue
        self.isSecret = isSecret
        reading = read
    }

    /// Reads a value by the setting's rule.
    public func read(_ value: PlainValue) -> SettingReading<PlainValue> { reading(value) }
}

extension SettingDeclaration: Hashable {
    private var contents: [AnyHashable?] { [name, rule, help, defaultValue, isSecret] }

    /// Returns whether two declarations say the same.
    public static func == (left: SettingDeclaration, right: SettingDeclaration) -> Bool {
        left.contents == right.contents
    }

    /// Hashes what the declaration says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(contents)
    }
}

/// The values of a section of the configuration, or of a source such as a server, read by declared settings.
public struct SettingValues: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private let values: [String: PlainValue]

    /// Creates values by name.
    public init(_ values: [String: PlainValue] = [:]) {
        self.values = values
    }

    /// The value of a setting: the one that is set, the nearest to it, or the default.
    public subscript<Value>(setting: Setting<Value>) -> Value {
        reading(of: setting)?.value ?? setting.defaultValue
    }

    /// Returns what reading the value of a setting gives; nil if nobody sets one.
    public func reading<Value>(of setting: Setting<Value>) -> SettingReading<Value>? {
        self[name: setting.name].map { setting.read($0) }
    }

    /// The value under a setting's name, whatever its type; nil if nobody sets one.
    public subscript(name name: String) -> PlainValue? {
        if let value = values[name] { return value }
        guard let dot = name.firstIndex(of: ".") else { return nil }
        return values[String(name[..<dot])]?[String(name[name.index(after: dot)...])]
    }

    /// Creates values by name.
    public init(dictionaryLiteral values: (String, PlainValue)...) {
        self.init(Dictionary(values) { $1 })
    }

    /// The names under which there are values, in alphabetical order.
    ///
    /// The values of an object have names of their own if settings in it are declared.
    func names(among declared: [String]) -> [String] {
        values.flatMap { name, value -> [String] in
            guard case .dictionary(let inner) = value, !declared.contains(name),
                declared.contains(where: { $0.hasPrefix(name + ".") })
            else { return [name] }
            return inner.keys.map { "\(name).\($0)" }
        }.sorted()
    }
}
