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

/// A violation of the D-Bus protocol by the other side.
///
/// Every one ends the connection: without a trusted length, the next message
/// can't be found.
enum DBusProtocolError: Error, Equatable, Sendable {
    /// The first byte is neither `l` nor `B`.
    case byteOrder(UInt8)
    /// The protocol's version is not 1.
    case version(UInt8)
    /// A message is longer than the limit.
    case length(UInt64)
    /// The fixed part or a field of a header is malformed.
    case header
    /// A value exceeds its message, or doesn't match its signature.
    case value
    /// A signature is malformed or nested too deeply.
    case signature
}

extension DBusProtocolError: CustomStringConvertible {
    var description: String {
        switch self {
        case .byteOrder(let byte): "a message has the unknown byte order \(byte)"
        case .version(let version): "a message has the unknown protocol version \(version)"
        case .length(let count): "a message of \(count) bytes is over the limit of \(DBusMessageParser.longestMessage)"
        case .header: "a message has a malformed header"
        case .value: "a message has a malformed value"
        case .signature: "a message has a malformed signature"
        }
    }
}

extension String {
    /// The first 120 characters, with `?` in place of everything that could control a terminal.
    ///
    /// Text from a bus appears in reasons that people read in a log.
    var printableASCII: String {
        String(String.UnicodeScalarView(unicodeScalars.lazy.prefix(120).map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
