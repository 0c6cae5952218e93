/// An option that a program adds to its command line; it sets a value of the configuration.
///
/// ```swift
/// static let options = [
///     ProgramOption("--city", value: "NAME", help: "show this city", sets: "city", in: "weather")
/// ]
/// ```
///
/// `--help` lists the option, and a misspelled one is an error that suggests it.
/// If an option is repeated, the last one counts; it overrides the configuration
/// file.
public struct ProgramOption: Sendable {
    let name: String
    let valueName: String
    let help: String
    let setting: String
    let section: String
    let read: @Sendable (String) throws -> PlainValue

    /// Creates an option with a value.
    ///
    /// `read` checks the value and returns what the configuration gets. An error
    /// that it throws ends the program with status 64; the error's description
    /// follows the option's name: "option --city" + " is a city, not '3'".
    ///
    /// - Precondition: The name begins with `--`, and is not an option of every program.
    public init(
        _ name: String,
        value valueName: String,
        help: String,
        sets setting: String,
        in section: String,
        read: @escaping @Sendable (String) throws -> PlainValue = { .string($0) }
    ) {
        precondition(name.hasPrefix("--") && name.count > 2, "The option '\(name)' has to begin with --.")
        precondition(!CommandLineOption.isStandard(name), "The option '\(name)' exists in every program.")
        self.name = name
        self.valueName = valueName
        self.help = help
        self.setting = setting
        self.section = section
        self.read = read
    }

    /// Creates an option for a setting that the program declares, which has the help and the rule for the value.
    ///
    /// A value that breaks the rule ends the program with status 64, also one that
    /// is only out of bounds.
    ///
    /// - Precondition: The name begins with `--`, and is not an option of every program.
    public init<Value>(_ name: String, value valueName: String, sets setting: Setting<Value>, in section: String) {
        self.init(name, value: valueName, help: setting.help, sets: setting.name, in: section) { text in
            // What looks like a number can be meant as text.
            let values = [try? CommandLineOption.readValue(text), .string(text)].compactMap(\.self)
            let value = values.first { if case .exact = setting.read($0) { true } else { false } }
            guard let value else {
                throw OptionRule("is \(setting.rule)" + (setting.isSecret ? "" : ", not \(text.quoted)"))
            }
            return value
        }
    }
}
