/// A rule of the D-Bus protocol that the other side broke.
///
/// None can be recovered from: without a trusted length there is no next
/// message to find, so the connection ends.
enum DBusProtocolError: Error, Equatable, Sendable {
    /// The first byte is neither `l` nor `B`.
    case byteOrder(UInt8)
    /// The protocol's version is not 1.
    case version(UInt8)
    /// A message is longer than we accept.
    case length(UInt64)
    /// The fixed part or a field of a header is not as specified.
    case header
    /// A value ends after its message, or is not as its signature says.
    case value
    /// A signature is not one, or is nested too deeply.
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
    /// The text without anything that could steer a terminal, at most 120 characters of it.
    ///
    /// What a bus sends goes into reasons that people read in a log.
    var printableASCII: String {
        String(String.UnicodeScalarView(unicodeScalars.lazy.prefix(120).map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
