/// The source of a value of the configuration.
public enum ConfigurationSource: Hashable, Sendable {
    /// Nobody sets the value, so the reader's default applies.
    case none
    /// A configuration file with a path.
    case file(String)
    /// An option of the command line, such as `--set`.
    case option(String)
    /// The program itself.
    case program
}

extension ConfigurationSource: CustomStringConvertible {
    /// The source for people to read.
    public var description: String {
        switch self {
        case .none: "default"
        case .file(let path): "file \(path)"
        case .option(let name): "option \(name)"
        case .program: "the program"
        }
    }
}
