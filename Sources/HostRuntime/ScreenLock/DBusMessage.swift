/// A message received from a bus, as far as a listener needs it.
struct DBusMessage: Equatable, Sendable {
    enum Kind: UInt8, Sendable {
        case methodCall = 1
        case methodReturn = 2
        case error = 3
        case signal = 4
    }

    var kind: Kind
    var flags: UInt8 = 0
    var serial: UInt32
    var path: String?
    var interface: String?
    var member: String?
    var errorName: String?
    var replySerial: UInt32?
    var destination: String?
    var sender: String?
    var body: [DBusValue] = []
}

/// A value in a message's body.
enum DBusValue: Equatable, Sendable {
    case boolean(Bool)
    case number(UInt32)
    /// A string, an object path or a signature.
    case string(String)
    /// A value of another type, which is not read.
    case other
}
