/// A reason not to make a plugin.
enum NewPluginError: Error, CustomStringConvertible {
    case usage
    case wrongName(String)

    var description: String {
        switch self {
        case .usage:
            return "The command takes one name: 'swift package new-plugin NAME' makes the target 'NAMEPlugin'."
        case .wrongName(let name):
            let text = name.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : String($0) }.joined()
            return "'\(text)' can't be the name of a plugin. A name begins with a capital letter, has at most "
                + "\(PluginName.limit) ASCII letters and digits, and is free: no target and no folder in Sources or Tests "
                + "is called NAMEPlugin or NAMEPluginTests. Nothing was written."
        }
    }
}
