import HostRuntime

/// The login at the start of the program: a command and its values; a pure value.
///
/// Its description leaves the values out, so that no log and no error shows one.
struct KeptLogin: Hashable, Sendable {
    let command: String
    let values: [String: PlainValue]

    /// The values as text, longest first, which must be hidden in answers.
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
    /// Reads a stored login; returns `nil` for any other value.
    init?(stored value: PlainValue?) {
        guard let command = value?["command"]?.stringValue, !command.isEmpty,
            case .dictionary(let values) = value?["values"]
        else { return nil }
        self.init(command: command, values: values)
    }

    /// The login as a value for the store.
    var stored: PlainValue { ["command": .string(command), "values": .dictionary(values)] }
}
