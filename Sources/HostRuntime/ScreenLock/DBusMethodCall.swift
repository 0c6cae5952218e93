/// A method call to send over a bus, with strings as its only arguments.
///
/// No call starts a service: asking whether the screen is locked must not start
/// a lock screen.
struct DBusMethodCall: Equatable, Sendable {
    var destination: String
    var path: String
    var interface: String
    var member: String
    var arguments: [String] = []

    /// The flag `NO_AUTO_START`.
    static let noAutoStart: UInt8 = 2

    /// Returns the message's bytes, little endian.
    func encoded(serial: UInt32) -> [UInt8] {
        var body = DBusWriter()
        for argument in arguments {
            body.string(argument)
        }
        var fields = DBusWriter()
        fields.field(1, "o", path)
        fields.field(2, "s", interface)
        fields.field(3, "s", member)
        fields.field(6, "s", destination)
        if !arguments.isEmpty {
            fields.field(8, "g", String(repeating: "s", count: arguments.count))
        }
        var message = DBusWriter()
        message.bytes = [UInt8(ascii: "l"), DBusMessage.Kind.methodCall.rawValue, DBusMethodCall.noAutoStart, 1]
        message.number(UInt32(truncatingIfNeeded: body.bytes.count))
        message.number(serial)
        message.number(UInt32(truncatingIfNeeded: fields.bytes.count))
        message.bytes += fields.bytes
        message.align(8)
        return message.bytes + body.bytes
    }
}

/// Appends values as a little-endian D-Bus message holds them.
private struct DBusWriter {
    var bytes: [UInt8] = []

    mutating func align(_ alignment: Int) {
        bytes.append(contentsOf: repeatElement(0, count: -bytes.count & (alignment - 1)))
    }

    mutating func number(_ number: UInt32) {
        align(4)
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
        }
    }

    mutating func string(_ text: String) {
        number(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    /// Appends a signature, whose length takes one byte.
    private mutating func signature(_ text: String) {
        bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
    }

    /// Appends a header field whose value is text of a given type.
    mutating func field(_ code: UInt8, _ type: String, _ text: String) {
        align(8)
        bytes.append(code)
        signature(type)
        if type == "g" {
            signature(text)
        } else {
            string(text)
        }
    }
}
