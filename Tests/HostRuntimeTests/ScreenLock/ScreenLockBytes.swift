import TestSupport

/// Encoded messages in both byte orders, for the tests of the screen lock.
struct ScreenLockBytes {
    var isBigEndian = false
    var bytes: [UInt8] = []

    mutating func align(_ alignment: Int) {
        while !bytes.count.isMultiple(of: alignment) { bytes.append(0) }
    }

    mutating func number(_ number: UInt32) {
        align(4)
        let four = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        bytes += isBigEndian ? four.reversed() : four
    }

    mutating func string(_ text: String) {
        number(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func signature(_ text: String) {
        bytes += [UInt8(text.utf8.count)] + Array(text.utf8) + [0]
    }

    enum Field {
        case text(UInt8, String)
        case number(UInt8, UInt32)
        case signature(String)
        case raw(UInt8, String, [UInt8])
    }

    static func message(
        _ kind: UInt8,
        serial: UInt32 = 9,
        _ fields: [Field],
        body: (inout ScreenLockBytes) -> Void = { _ in },
        isBigEndian: Bool = false
    ) -> [UInt8] {
        var content = ScreenLockBytes(isBigEndian: isBigEndian)
        body(&content)
        var header = ScreenLockBytes(isBigEndian: isBigEndian)
        for field in fields {
            header.align(8)
            switch field {
            case .text(let code, let text):
                header.bytes.append(code)
                header.signature(code == 1 ? "o" : "s")
                header.string(text)
            case .number(let code, let number):
                header.bytes.append(code)
                header.signature("u")
                header.number(number)
            case .signature(let text):
                header.bytes.append(8)
                header.signature("g")
                header.signature(text)
            case .raw(let code, let type, let value):
                header.bytes.append(code)
                header.signature(type)
                header.bytes += value
            }
        }
        var message = ScreenLockBytes(isBigEndian: isBigEndian)
        message.bytes = [isBigEndian ? 0x42 : 0x6C, kind, 0, 1]
        message.number(UInt32(content.bytes.count))
        message.number(serial)
        message.number(UInt32(header.bytes.count))
        message.bytes += header.bytes
        message.align(8)
        return message.bytes + content.bytes
    }

    static func activeChanged(
        _ isActive: Bool,
        _ name: String = "org.gnome.ScreenSaver",
        isBigEndian: Bool = false
    ) -> [UInt8] {
        message(
            4,
            [.text(1, "/x"), .text(2, name), .text(3, "ActiveChanged"), .signature("b"), .text(7, ":1.7")],
            body: { $0.number(isActive ? 1 : 0) },
            isBigEndian: isBigEndian
        )
    }

    static func ownerChanged(_ name: String, from old: String, to new: String, sender: String) -> [UInt8] {
        message(
            4,
            [
                .text(1, "/org/freedesktop/DBus"), .text(2, "org.freedesktop.DBus"), .text(3, "NameOwnerChanged"),
                .signature("sss"), .text(7, sender),
            ],
            body: { body in
                for text in [name, old, new] { body.string(text) }
            }
        )
    }

    static func reply(to serial: UInt32, _ isActive: Bool) -> [UInt8] {
        message(2, [.number(5, serial), .signature("b"), .text(7, ":1.7")], body: { $0.number(isActive ? 1 : 0) })
    }

    static func error(to serial: UInt32, _ name: String = "org.freedesktop.DBus.Error.NameHasNoOwner") -> [UInt8] {
        message(3, [.number(5, serial), .text(4, name), .text(7, "org.freedesktop.DBus")])
    }

    /// The line with which a bus accepts a user.
    static let ok = Array("OK cb9959256e361e7ded7d61206b018bc5\r\n".utf8)

    /// The messages of a real bus (dbus-daemon 1.14): the answer to a hello, the name
    /// acquired, the answer to a rule, and the error for a missing service.
    static let captured = hex(
        """
        6c02010109000000010000003d00000006017300040000003a312e3000000000050175000100000008016700017300000701730014000000\
        6f72672e667265656465736b746f702e4442757300000000040000003a312e30006c04010109000000020000008d00000001016f00150000\
        002f6f72672f667265656465736b746f702f4442757300000002017300140000006f72672e667265656465736b746f702e44427573000000\
        00030173000c0000004e616d6541637175697265640000000006017300040000003a312e3000000000080167000173000007017300140000\
        006f72672e667265656465736b746f702e4442757300000000040000003a312e30006c02010100000000030000003500000006017300040\
        000003a312e3000000000050175000200000007017300140000006f72672e667265656465736b746f702e44427573000000006c03010130\
        000000040000007500000006017300040000003a312e300000000004017300290000006f72672e667265656465736b746f702e444275732e\
        4572726f722e4e616d654861734e6f4f776e6572000000000000000501750003000000080167000173000007017300140000006f72672e66\
        7265656465736b746f702e44427573000000002b0000004e616d6520226f72672e676e6f6d652e53637265656e53617665722220646f6573\
        206e6f7420657869737400
        """
    )

    /// The message of a real bus after `dbus-send` sent that a screen saver became active.
    static let capturedSignal = hex(
        """
        6c04010104000000020000006d00000001016f00160000002f6f72672f676e6f6d652f53637265656e536176657200000201730015000000\
        6f72672e676e6f6d652e53637265656e5361766572000000030173000d0000004163746976654368616e6765640000000801670001620000\
        07017300040000003a312e310000000001000000
        """
    )

    private static func hex(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

extension [UInt8] {
    /// Returns the bytes in pieces of random sizes.
    func chopped(by random: inout SeededGenerator) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...40, using: &random))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
