import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct DBusMessageParserTests {
    /// Parses messages, and returns them with the error if there was one.
    private static func parse(
        _ pieces: some Sequence<some Sequence<UInt8>>
    ) -> (messages: [DBusMessage], error: DBusProtocolError?) {
        var parser = DBusMessageParser()
        var messages: [DBusMessage] = []
        do throws(DBusProtocolError) {
            for piece in pieces {
                parser.append(piece)
                while let message = try parser.next() { messages.append(message) }
            }
            return (messages, nil)
        } catch {
            return (messages, error)
        }
    }

    private static func parse(_ bytes: [UInt8]) -> (messages: [DBusMessage], error: DBusProtocolError?) {
        parse([bytes])
    }

    @Test(arguments: [false, true])
    func `a signal with a boolean is parsed in both byte orders`(isBigEndian: Bool) {
        let result = Self.parse(ScreenLockBytes.activeChanged(true, isBigEndian: isBigEndian))

        let expected = DBusMessage(
            kind: .signal,
            serial: 9,
            path: "/x",
            interface: "org.gnome.ScreenSaver",
            member: "ActiveChanged",
            sender: ":1.7",
            body: [.boolean(true)]
        )
        #expect(result.messages == [expected])
        #expect(result.error == nil)
    }

    @Test func `the messages of a real bus are parsed`() {
        let result = Self.parse(ScreenLockBytes.captured + ScreenLockBytes.capturedSignal)

        let bus = "org.freedesktop.DBus"
        #expect(result.error == nil)
        #expect(
            result.messages == [
                DBusMessage(
                    kind: .methodReturn,
                    flags: 1,
                    serial: 1,
                    replySerial: 1,
                    destination: ":1.0",
                    sender: bus,
                    body: [.string(":1.0")]
                ),
                DBusMessage(
                    kind: .signal,
                    flags: 1,
                    serial: 2,
                    path: "/org/freedesktop/DBus",
                    interface: bus,
                    member: "NameAcquired",
                    destination: ":1.0",
                    sender: bus,
                    body: [.string(":1.0")]
                ),
                DBusMessage(
                    kind: .methodReturn,
                    flags: 1,
                    serial: 3,
                    replySerial: 2,
                    destination: ":1.0",
                    sender: bus
                ),
                DBusMessage(
                    kind: .error,
                    flags: 1,
                    serial: 4,
                    errorName: "org.freedesktop.DBus.Error.NameHasNoOwner",
                    replySerial: 3,
                    destination: ":1.0",
                    sender: bus,
                    body: [.string("Name \"org.gnome.ScreenSaver\" does not exist")]
                ),
                DBusMessage(
                    kind: .signal,
                    flags: 1,
                    serial: 2,
                    path: "/org/gnome/ScreenSaver",
                    interface: "org.gnome.ScreenSaver",
                    member: "ActiveChanged",
                    sender: ":1.1",
                    body: [.boolean(true)]
                ),
            ]
        )
    }

    @Test(arguments: seeds(of: 0..<20))
    func `messages don't depend on how the bytes are split`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let broken = [UInt8](repeating: 0x6C, count: 16)
        let bytes = ScreenLockBytes.captured + ScreenLockBytes.activeChanged(false, isBigEndian: true) + broken

        let whole = Self.parse(bytes)
        let pieces = Self.parse(bytes.chopped(by: &random))
        let single = Self.parse(bytes.map { [$0] })

        #expect(whole.messages.count == 5)
        #expect(whole.error == .version(0x6C))
        #expect(pieces == whole)
        #expect(single == whole)
    }

    @Test func `unused values are skipped`() {
        let bytes = ScreenLockBytes.message(
            4,
            [.text(2, "i"), .signature("sa{sv}asv(yb)xu")]
        ) { body in
            body.string("first")
            body.number(12)
            body.align(8)
            body.bytes += [UInt8](repeating: 7, count: 12)
            body.number(0)
            body.signature("b")
            body.number(1)
            body.align(8)
            body.bytes.append(3)
            body.number(0)
            body.align(8)
            body.bytes += [UInt8](repeating: 9, count: 8)
            body.number(42)
        }

        let expected: [DBusValue] = [.string("first"), .other, .other, .boolean(true), .other, .other, .number(42)]
        #expect(Self.parse(bytes).messages.map(\.body) == [expected])
    }

    @Test func `an unknown field of any type is ignored`() {
        let bytes = ScreenLockBytes.message(
            4,
            [.raw(77, "(ys)", [0, 1, 0, 0, 0, 1, 0, 0, 0, 65, 0]), .text(3, "M")]
        )

        #expect(Self.parse(bytes).messages.map(\.member) == ["M"])
    }

    @Test func `a message of an unknown kind is skipped`() {
        let bytes = ScreenLockBytes.message(200, []) + ScreenLockBytes.activeChanged(true)

        #expect(Self.parse(bytes).messages.map(\.member) == ["ActiveChanged"])
    }

    @Test(arguments: [
        (0, 0x00, DBusProtocolError.byteOrder(0)), (1, 0, .header), (3, 2, .version(2)), (8, 0, .header),
        (16, 0, .header), (6, 1, .length(65652)), (15, 0xFF, .length(0xFF00_0074)), (12, 1, .value),
    ])
    func `a malformed header ends the stream`(index: Int, byte: UInt8, error: DBusProtocolError) {
        var bytes = ScreenLockBytes.activeChanged(true)
        bytes[index] = byte
        if index == 12 { bytes[13] = 0 }

        #expect(Self.parse(bytes + bytes).error == error)
    }

    @Test func `nothing is parsed after an error`() {
        var parser = DBusMessageParser()
        parser.append([0])
        #expect(throws: DBusProtocolError.byteOrder(0)) { try parser.next() }

        parser.append(ScreenLockBytes.activeChanged(true))

        #expect(throws: DBusProtocolError.byteOrder(0)) { try parser.next() }
    }

    @Test func `a message of 64 KiB is parsed, and a longer one is refused before it has arrived`() {
        func message(_ count: Int) -> [UInt8] {
            ScreenLockBytes.message(4, [.signature("s")]) { $0.string(String(repeating: "x", count: count)) }
        }
        let overhead = message(0).count
        let limit = DBusMessageParser.longestMessage

        let longest = message(limit - overhead)
        let tooLong = message(limit - overhead + 1)

        #expect(longest.count == limit)
        #expect(Self.parse(longest).messages.count == 1)
        #expect(Self.parse(Array(tooLong.prefix(16))).error == .length(UInt64(limit + 1)))
    }

    @Test(
        arguments: [
            ("b", [2, 0, 0, 0]), ("b", [1, 0, 0]), ("", [0]), ("s", [1, 0, 0, 0, 65, 65]), ("s", [1, 0, 0, 0, 0, 0]),
            ("s", [1, 0, 0, 0, 0xFF, 0]), ("s", [255, 255, 255, 255, 0]), ("as", [9, 0, 0, 0]),
            ("y", [1, 2]),
        ] as [(String, [UInt8])]
    )
    func `a body that doesn't match its signature is refused`(signature: String, body: [UInt8]) {
        let bytes = ScreenLockBytes.message(4, [.signature(signature)]) { $0.bytes = body }

        #expect(Self.parse(bytes).error == .value)
    }

    @Test(arguments: [
        "a", "(", "()", "(y", ")", "{yy}", "a{yy", "z", "a(", "a{}", String(repeating: "a", count: 70) + "y",
        String(repeating: "(", count: 70) + "y" + String(repeating: ")", count: 70),
    ])
    func `a malformed signature is refused`(signature: String) {
        let bytes = ScreenLockBytes.message(4, [.signature(signature)]) { $0.bytes = .init(repeating: 0, count: 16) }

        #expect(Self.parse(bytes).error == .signature)
    }

    @Test func `the nesting of variants is limited`() {
        let nested = [UInt8](repeating: 0, count: 2) + (0..<200).flatMap { _ in [1, 0x76, 0] as [UInt8] }
        let bytes = ScreenLockBytes.message(4, [.signature("yyv")]) { $0.bytes = nested }

        #expect(Self.parse(bytes).error == .signature)
    }

    @Test(arguments: seeds(of: 0..<40))
    func `parsing never traps, and every message is within the limits`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sample = ScreenLockBytes.captured + ScreenLockBytes.activeChanged(true, isBigEndian: true)

        for _ in 0..<50 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
                }
            }
            let whole = Self.parse(bytes)
            let pieces = Self.parse(bytes.chopped(by: &random))

            #expect(whole == pieces)
            #expect(whole.messages.count <= 5)
        }
    }

    @Test(arguments: seeds(of: 0..<20))
    func `random bytes after a valid start don't trap`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let noise = (0..<400).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let header: [UInt8] = [0x6C, 4, 0, 1, 160, 0, 0, 0, 1, 0, 0, 0, 200, 0, 0, 0]

        let result = Self.parse(header + noise)

        #expect(result.error != nil)
    }
}
