import Testing

@testable import HostRuntime

@Suite struct DBusMethodCallTests {
    @Test func `an encoded call is parsed back unchanged, and starts no service`() throws {
        let call = DBusMethodCall(destination: "a.b", path: "/c", interface: "d.e", member: "F", arguments: ["g", "é"])
        var parser = DBusMessageParser()

        parser.append(call.encoded(serial: 258))

        let expected = DBusMessage(
            kind: .methodCall,
            flags: DBusMethodCall.noAutoStart,
            serial: 258,
            path: "/c",
            interface: "d.e",
            member: "F",
            destination: "a.b",
            body: [.string("g"), .string("é")]
        )
        #expect(try parser.next() == expected)
    }

    @Test func `a hello has the bytes that the specification requires`() {
        let fields: [ScreenLockBytes.Field] = [
            .text(1, "/org/freedesktop/DBus"), .text(2, "org.freedesktop.DBus"), .text(3, "Hello"),
            .text(6, "org.freedesktop.DBus"),
        ]
        var expected = ScreenLockBytes.message(1, serial: 1, fields)
        expected[2] = DBusMethodCall.noAutoStart

        #expect(DBusMethodCall(bus: "Hello").encoded(serial: 1) == expected)
    }
}
