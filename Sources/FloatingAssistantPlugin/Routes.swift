import HostRuntime

/// A way to call the assistant: a number of taps on the ball, or the key that stands for it.
enum TapGesture: String, CaseIterable, Hashable, Sendable {
    case one = "one-tap"
    case two = "two-taps"
    case three = "three-taps"
    case four = "four-taps"

    /// The gesture of so many taps; nil for a number that means nothing.
    init?(taps: Int) {
        guard (1...TapGesture.allCases.count).contains(taps) else { return nil }
        self = TapGesture.allCases[taps - 1]
    }
}

/// Which command each gesture opens, as the configuration says; a pure value.
struct Routes: Hashable, Sendable {
    /// What a gesture opens.
    enum Target: Hashable, Sendable {
        /// The list of all commands.
        case tools
        /// The command of an id, whether anybody offers it or not.
        case command(String)
    }

    private var targets: [TapGesture: Target] = [
        .one: .tools,
        .two: .command("session.login"),
        .three: .command("shop.switch"),
        .four: .command("environment.switch"),
    ]

    /// The routes that hold without a configuration.
    init() {}

    /// What a gesture opens.
    subscript(gesture: TapGesture) -> Target {
        targets[gesture] ?? .tools
    }

    /// The command that logs in: the one of two taps; nil where those open the tools.
    var login: String? {
        if case .command(let id) = self[.two] { id } else { nil }
    }

    /// Reads the plugin's section of the configuration; what is wrong there leaves the default.
    ///
    /// `{"routes": {"two-taps": "session.login", "one-tap": ""}}`: an empty id
    /// stands for the tools. Returns a sentence for each thing that is wrong.
    static func read(_ configuration: [String: PlainValue]) -> (routes: Routes, warnings: [String]) {
        var routes = Routes()
        guard let value = configuration["routes"] else { return (routes, []) }
        guard case .dictionary(let entries) = value else {
            return (routes, ["'routes' must be an object of gestures and command ids; the defaults hold"])
        }
        var warnings: [String] = []
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard let gesture = TapGesture(rawValue: name) else {
                let known = TapGesture.allCases.map(\.rawValue).joined(separator: ", ")
                warnings.append("'routes' names a gesture '\(name)' that does not exist; there are \(known)")
                continue
            }
            guard let id = value.stringValue else {
                warnings.append("the route '\(name)' must be a command's id, or \"\" for the tools; the default holds")
                continue
            }
            routes.targets[gesture] = id.isEmpty ? .tools : .command(id)
        }
        return (routes, warnings)
    }
}
