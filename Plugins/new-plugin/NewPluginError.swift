/// A reason not to make a plugin.
enum NewPluginError: Error, CustomStringConvertible {
    case usage
    case invalidName(String, rule: String, suggestion: String?)
    case taken(PluginName, reason: String)

    var description: String {
        switch self {
        case .usage:
            return "The command takes one name: 'swift package new-plugin NAME' makes the target 'NAMEPlugin'."
        case .invalidName(let name, let rule, let suggestion):
            let text = name.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : String($0) }.joined()
            return "'\(text)' can't be the name of a plugin: it \(rule). Nothing was written. "
                + (suggestion.map { "Try '\($0)'." } ?? "Choose another name.")
        case .taken(let name, let reason):
            return "A plugin '\(name.type)' can't be made: \(reason). Nothing was written. Choose another name."
        }
    }
}
