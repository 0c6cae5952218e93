import Synchronization

/// The name of a notification for parties that share no type, such as `com.example.shop.changed`.
///
/// Names are made once and compared by identity, so a name kept in a constant
/// is found as fast as a type. They live as long as the process.
public struct NotificationName: Sendable {
    private final class Interned: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private static let all = Mutex<[String: Interned]>([:])

    private let interned: Interned

    /// Creates a name from its text; equal texts are equal names.
    public init(_ text: String) {
        interned = Self.all.withLock { all in
            if let interned = all[text] { return interned }
            let interned = Interned(text)
            all[text] = interned
            return interned
        }
    }

    /// The text.
    public var text: String {
        interned.text
    }

    /// Unique among names and message types, since both are addresses of what is never freed.
    var key: TopicTable.Key {
        UInt(bitPattern: ObjectIdentifier(interned))
    }
}

extension NotificationName: Hashable {
    /// Whether both have the same text.
    public static func == (left: NotificationName, right: NotificationName) -> Bool {
        left.interned === right.interned
    }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(interned))
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
