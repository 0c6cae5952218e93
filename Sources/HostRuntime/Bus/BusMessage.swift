/// A typed value that is posted on a notification bus.
///
/// Its type is its topic: two types of one name, from two modules, are two
/// topics. The name is for people only.
public protocol BusMessage: Sendable {
    /// The name that reports and transcripts show; by default the type's unqualified name.
    static var messageName: String { get }

    /// Whether the bus keeps the last value for observers that come later; false by default.
    static var isSticky: Bool { get }
}

extension BusMessage {
    /// The type's unqualified name.
    public static var messageName: String {
        String(describing: Self.self)
    }

    /// False: nothing is kept.
    public static var isSticky: Bool {
        false
    }
}
