/// A typed value that is posted on a notification bus.
///
/// The type is the topic: two types with the same name, from two modules, are two
/// topics. The name is only for people.
public protocol BusMessage: Sendable {
    /// The name in reports and transcripts; by default the type's unqualified name.
    ///
    /// Read on any thread, when a report first needs it.
    static var messageName: String { get }

    /// Whether the bus keeps the last value for later observers; false by default.
    static var isSticky: Bool { get }
}

extension BusMessage {
    /// The type's unqualified name.
    public static var messageName: String {
        String(describing: Self.self)
    }

    /// False: the bus keeps no value.
    public static var isSticky: Bool {
        false
    }
}
