/// A notification for parties that share no type.
public struct NamedNotification: Hashable, Sendable {
    /// Its name.
    public let name: NotificationName

    /// What it carries.
    public let values: [String: PlainValue]

    /// Creates a notification.
    public init(name: NotificationName, values: [String: PlainValue] = [:]) {
        self.name = name
        self.values = values
    }

    /// The value under a key; nil where there is none.
    public subscript(key: String) -> PlainValue? {
        values[key]
    }
}

extension NamedNotification: CustomStringConvertible {
    /// The name and the values, in alphabetical order: the line in a transcript.
    public var description: String {
        let shown = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([name.text] + (shown.isEmpty ? [] : [shown.joined(separator: " ")])).joined(separator: "  ")
    }
}
