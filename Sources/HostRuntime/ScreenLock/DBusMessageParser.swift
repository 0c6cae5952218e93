/// Turns the bytes of a bus connection into messages, in pieces of any size.
///
/// Whatever the bytes are, it returns messages or throws; how they were cut
/// into pieces makes no difference. Messages before a broken one are still
/// returned; after it the parser only throws the same error, because nothing
/// in the protocol marks where the next message would begin.
struct DBusMessageParser {
    /// The longest message that is accepted.
    ///
    /// The specification allows 128 MiB. What we ask a bus for has some hundred
    /// bytes, so anything much longer is a mistake or an attack.
    static let longestMessage = 64 * 1024

    private static let fixedHeader = 16

    private var buffer: [UInt8] = []
    private var failure: DBusProtocolError?

    /// Takes further bytes; those after an error are dropped.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        if failure == nil {
            buffer.append(contentsOf: bytes)
        }
    }

    /// Returns the next whole message, or nil where more bytes are needed first.
    ///
    /// Messages of a kind that the specification does not know are passed over.
    mutating func next() throws(DBusProtocolError) -> DBusMessage? {
        if let failure { throw failure }
        do {
            while let frame = try takeFrame() {
                if let message = try DBusMessageParser.message(frame) { return message }
            }
            return nil
        } catch {
            failure = error
            buffer = []
            throw error
        }
    }

    /// Cuts one message off the front of the buffer.
    private mutating func takeFrame() throws(DBusProtocolError) -> [UInt8]? {
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

    /// Reads a message from exactly its own bytes; nil if its kind is unknown.
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
