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
