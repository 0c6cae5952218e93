import HostRuntime

/// A gesture that opens the assistant: a number of taps on the ball, or its key.
enum TapGesture: Int, CaseIterable, Hashable, Sendable {
    case one = 1
    case two, three, four

    var taps: Int { rawValue }
    var name: String { ["one-tap", "two-taps", "three-taps", "four-taps"][taps - 1] }
}

/// The command that each gesture opens, from the configuration; a pure value.
struct Routes: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        /// The list of all commands.
        case tools
        /// The command with an id, which may not be offered.
        case command(String)
    }

    private var targets: [TapGesture: Target] = [
        .one: .tools,
        .two: .command("session.login"),
        .three: .command("shop.switch"),
        .four: .command("environment.switch"),
    ]

    init() {}

    subscript(gesture: TapGesture) -> Target {
        targets[gesture] ?? .tools
    }

    /// The command that logs in, which is the target of two taps; `nil` if they open the tools.
    var login: String? {
        if case .command(let id) = self[.two] { id } else { nil }
    }

    /// Reads the plugin's section of the configuration; an invalid route keeps its default.
    ///
    /// `{"routes": {"two-taps": "session.login", "one-tap": ""}}`: an empty id
    /// stands for the tools. Returns a sentence for each problem.
    static func read(_ configuration: [String: PlainValue]) -> (routes: Routes, warnings: [String]) {
        var routes = Routes()
        guard let value = configuration["routes"] else { return (routes, []) }
        guard case .dictionary(let entries) = value else {
            return (routes, ["'routes' must be an object of gestures and command ids; the defaults are used"])
        }
        var warnings: [String] = []
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            guard let gesture = TapGesture.allCases.first(where: { $0.name == name }) else {
                let known = TapGesture.allCases.map(\.name).joined(separator: ", ")
                warnings.append("'routes' names a gesture '\(name)' that does not exist; there are \(known)")
                continue
            }
            guard let id = value.stringValue else {
                warnings.append(
                    "the route '\(name)' must be a command's id, or \"\" for the tools; the default is used"
                )
                continue
            }
            // Two of them could open one another for ever.
            guard !TapGesture.allCases.contains(where: { $0.command.id == id }) else {
                warnings.append(
                    "the route '\(name)' can't lead to a gesture's own command '\(id)'; the default is used"
                )
                continue
            }
            routes.targets[gesture] = id.isEmpty ? .tools : .command(id)
        }
        return (routes, warnings)
    }
}
