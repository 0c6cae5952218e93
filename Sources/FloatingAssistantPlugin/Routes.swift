import HostRuntime

/// The command that each gesture opens, from the configuration; a pure value.
struct Routes: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        /// The list of all commands.
        case tools
        /// The command with an id, which may not be offered.
        case command(String)
    }

    private let targets: [TapGesture: Target]

    /// Reads the routes from the plugin's section of the configuration; an invalid one keeps its default.
    init(_ settings: SettingValues = SettingValues()) {
        targets = TapGesture.all.reduce(into: [:]) { targets, gesture in
            let id = settings[gesture.route]
            targets[gesture] = id.isEmpty ? .tools : .command(id)
        }
    }

    subscript(gesture: TapGesture) -> Target {
        targets[gesture] ?? gesture.target
    }

    /// The command that may run at the start of the program; `nil` if its gesture opens the tools.
    var login: String? {
        guard let gesture = TapGesture.all.first(where: \.offersLoginAtStart) else { return nil }
        return if case .command(let id) = self[gesture] { id } else { nil }
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
}
