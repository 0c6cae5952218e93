/// Turns the bytes of a bus connection into messages, in pieces of any size.
///
/// The result is the same however the bytes are split. Messages before a malformed
/// one are still returned; from then on the parser throws the same error, because the protocol doesn't mark where the next message begins.
struct DBusMessageParser {
    /// The maximum length of a message.
    ///
    /// The specification allows 128 MiB. The messages that a screen lock needs
    /// have some hundred bytes, so a much longer one is a mistake or an attack.
    static let longestMessage = 64 * 1024

    private static let fixedHeader = 16

    private var buffer: [UInt8] = []
    private var failure: DBusProtocolError?

    /// Adds bytes; those after an error are dropped.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        if failure == nil {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Returns the next whole message, or nil if it needs more bytes.
    ///
    /// Messages of unknown kinds are skipped.
    mutating func next() throws(DBusProtocolError) -> DBusMessage? {
        if let failure { throw failure }
        do {
            while let frame = try removeFrame() {
                if let message = try DBusMessageParser.message(frame) { return message }
            }
            return nil
        } catch {
            failure = error
            buffer = []
            throw error
        }
    }

    /// Removes one message from the front of the buffer.
    private mutating func removeFrame() throws(DBusProtocolError) -> [UInt8]? {
        guard let order = buffer.first else { return nil }
        guard order == UInt8(ascii: "l") || order == UInt8(ascii: "B") else { throw .byteOrder(order) }
        guard buffer.count >= DBusMessageParser.fixedHeader else { return nil }
        guard buffer[3] == 1 else { throw .version(buffer[3]) }
        var reader = DBusReader(buffer, from: 4, to: buffer.count, isBigEndian: order == UInt8(ascii: "B"))
        let body = UInt64(try reader.number())
        _ = try reader.number()
        let fields = UInt64(try reader.number())
        let length = (UInt64(DBusMessageParser.fixedHeader) + fields + 7) & ~7 + body
        guard length <= UInt64(DBusMessageParser.longestMessage) else { throw .length(length) }
        guard buffer.count >= Int(length) else { return nil }
        let frame = Array(buffer.prefix(Int(length)))
        buffer.removeFirst(Int(length))
        return frame
    }

    /// Parses a message from exactly its bytes; nil if its kind is unknown.
    private static func message(_ frame: [UInt8]) throws(DBusProtocolError) -> DBusMessage? {
        let isBigEndian = frame.first == UInt8(ascii: "B")
        var fixed = DBusReader(frame, from: 1, to: fixedHeader, isBigEndian: isBigEndian)
        let kind = try fixed.byte()
        let flags = try fixed.byte()
        _ = try fixed.byte()
        let bodyLength = Int(try fixed.number())
        let serial = try fixed.number()
        let fieldsEnd = fixedHeader + Int(try fixed.number())
        guard kind != 0, serial != 0 else { throw .header }
        guard let kind = DBusMessage.Kind(rawValue: kind) else { return nil }

        var message = DBusMessage(kind: kind, flags: flags, serial: serial)
        var signature = ""
        var fields = DBusReader(frame, from: fixedHeader, to: fieldsEnd, isBigEndian: isBigEndian)
        while !fields.isAtEnd {
            try fields.align(8)
            let code = try fields.byte()
            switch (code, try fields.variant()) {
            case (1, ("o", .string(let text))): message.path = text
            case (2, ("s", .string(let text))): message.interface = text
            case (3, ("s", .string(let text))): message.member = text
            case (4, ("s", .string(let text))): message.errorName = text
            case (5, ("u", .number(let number))): message.replySerial = number
            case (6, ("s", .string(let text))): message.destination = text
            case (7, ("s", .string(let text))): message.sender = text
            case (8, ("g", .string(let text))): signature = text
            case (0...8, _): throw .header
            default: break
            }
        }
        var body = DBusReader(
            frame,
            from: frame.count - bodyLength,
            to: frame.count,
            isBigEndian: isBigEndian
        )
        message.body = try body.values(signature)
        guard body.isAtEnd else { throw .value }
        return message
    }
}
