import Testing

@testable import HostRuntime

@Suite struct DBusHandshakeTests {
    private static let guid = "cb9959256e361e7ded7d61206b018bc5"

    @Test func `the opening is a zero byte and the user's id in hex digits`() {
        let handshake = DBusHandshake(userID: 1000)

        #expect(handshake.opening == [0] + Array("AUTH EXTERNAL 31303030\r\n".utf8))
    }

    @Test func `the bytes after the acceptance belong to the messages`() {
        var handshake = DBusHandshake(userID: 0)

        #expect(handshake.receive(ScreenLockBytes.ok + [1, 13, 10]) == .accepted(rest: [1, 13, 10]))
    }

    @Test func `the answer may arrive byte by byte`() {
        var handshake = DBusHandshake(userID: 0)

        let steps = ScreenLockBytes.ok.map { handshake.receive([$0]) }

        #expect(steps.dropLast().allSatisfy { $0 == .incomplete })
        #expect(steps.last == .accepted(rest: []))
    }

    @Test(arguments: [
        "REJECTED EXTERNAL DBUS_COOKIE_SHA1", "ERROR", "DATA", "OK", "OK 12", "ok \(guid)", "OK \(guid) x", "",
        "OK \(String(repeating: "g", count: 32))",
    ])
    func `any other answer ends the handshake`(line: String) {
        var handshake = DBusHandshake(userID: 0)

        let step = handshake.receive(Array((line + "\r\n").utf8))

        #expect(step == .refused("the bus answered the login with '\(line)'"))
    }

    @Test func `an answer can't control the terminal that shows it`() {
        var handshake = DBusHandshake(userID: 0)

        let step = handshake.receive(Array("ERROR \u{1B}[2J\u{7}é\r\n".utf8))

        #expect(step == .refused("the bus answered the login with 'ERROR ?[2J??'"))
    }

    @Test func `a line without an end is refused`() {
        var handshake = DBusHandshake(userID: 0)
        let line = [UInt8](repeating: 65, count: DBusHandshake.longestLine)

        #expect(handshake.receive(line) == .incomplete)
        #expect(handshake.receive([65]) == .refused("the answer to the login is too long"))
    }
}
