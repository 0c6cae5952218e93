import HostRuntime

/// The command that each gesture opens, from the configuration; a pure value.
struct Routes: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        /// The list of all commands.
        case tools
        /// The command with an id, which may not be offered.
        case command(String)
    }

    // The targets that the configuration names.
    private var named: [TapGesture: Target] = [:]

    init() {}

    subscript(gesture: TapGesture) -> Target {
        named[gesture] ?? gesture.target
    }

    /// The command that may run at the start of the program; `nil` if its gesture opens the tools.
    var login: String? {
        guard let gesture = TapGesture.all.first(where: \.offersLoginAtStart) else { return nil }
        return if case .command(let id) = self[gesture] { id } else { nil }
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
            guard let gesture = TapGesture.all.first(where: { $0.name == name }) else {
                let known = TapGesture.all.map(\.name).joined(separator: ", ")
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
            guard !TapGesture.all.contains(where: { $0.commandID == id }) else {
                warnings.append(
                    "the route '\(name)' can't lead to a gesture's own command '\(id)'; the default is used"
                )
                continue
            }
            routes.named[gesture] = id.isEmpty ? .tools : .command(id)
        }
        return (routes, warnings)
    }
}

// MARK: - In words

extension Routes {
    var openers: [String: String] {
        TapGesture.all.reduce(into: [:]) { openers, gesture in
            if case .command(let id) = self[gesture], openers[id] == nil { openers[id] = gesture.commandID }
        }
    }

    /// Returns a word for the target of a gesture: the id for a command that the configuration names.
    func word(for gesture: TapGesture) -> String {
        switch self[gesture] {
        case .tools: "tools"
        case .command(let id): TapGesture.all.first { $0.target == .command(id) }?.word ?? id
        }
    }

    /// Returns a line for each gesture that opens something while these commands are offered.
    func lines(isOffered: (String) -> Bool) -> [BubbleView.Line] {
        TapGesture.all.filter { isOpened(self[$0], isOffered) }.map {
            BubbleView.Line(gesture: $0, word: word(for: $0))
        }
    }

    private func isOpened(_ target: Target, _ isOffered: (String) -> Bool) -> Bool {
        if case .command(let id) = target { isOffered(id) } else { true }
    }
}
