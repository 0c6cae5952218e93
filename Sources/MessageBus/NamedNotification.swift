/// A notification for parties that share no type.
public struct NamedNotification: Hashable, Sendable {
    /// The name.
    public let name: NotificationName

    /// The values.
    public let values: [String: PlainValue]

    /// Creates a notification; what is nested in a value deeper than 64 levels becomes null.
    public init(name: NotificationName, values: [String: PlainValue] = [:]) {
        self.name = name
        self.values = values.bounded
    }

    /// The value for a key; nil if there is none.
    public subscript(key: String) -> PlainValue? {
        values[key]
    }
}

extension NamedNotification: CustomStringConvertible {
    /// The line in a transcript: the name, and the values in alphabetical order, without those that are secret by name.
    public var description: String {
        values.isEmpty ? name.text : "\(name.text)  \(values.shownAsWords)"
    }
}

extension [String: PlainValue] {
    /// The values as `key=value`, in alphabetical order, without those that are secret by name.
    package var shownAsWords: String {
        sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.hidingSecrets(under: $0.key))" }.joined(separator: " ")
    }
}

/// The name of a notification for parties that share no type, such as `com.example.shop.changed`.
public struct NotificationName: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Creates a name from its text; equal strings are equal names.
    public init(_ text: String) {
        self.text = text
    }
}

extension NotificationName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a name from a literal.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The text.
    public var description: String {
        text
    }
}
