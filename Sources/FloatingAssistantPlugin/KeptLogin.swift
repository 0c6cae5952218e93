import HostRuntime

/// What the program logs in with at its start: a command and its values; a pure value.
///
/// It describes itself without them, so that no log and no error shows one.
struct KeptLogin: Hashable, Sendable {
    let command: String
    let values: [String: PlainValue]

    /// The values as text, the longest first: what must not be seen of an answer.
    var secrets: [String] {
        values.values.map(\.description).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }
}

extension KeptLogin: CustomStringConvertible, CustomReflectable {
    var description: String { "a login by '\(command)'" }

    var customMirror: Mirror { Mirror(self, children: ["command": command]) }
}

// MARK: - Remembering

extension KeptLogin {
    /// Reads what `stored` gave; nil for anything else, as another program may leave it.
    init?(stored value: PlainValue?) {
        guard let command = value?["command"]?.stringValue, !command.isEmpty,
            case .dictionary(let values) = value?["values"]
        else { return nil }
        self.init(command: command, values: values)
    }

    /// The login as it is kept in a store.
    var stored: PlainValue { ["command": .string(command), "values": .dictionary(values)] }
}
