import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.lifecycle)) struct ScreenLockConversationTests {
    private static let bus = "org.freedesktop.DBus"
    private static let gnome = "org.gnome.ScreenSaver"
    private static let mate = "org.mate.ScreenSaver"

    private var conversation = ScreenLockConversation(
        sources: [.screenSaver(gnome), .screenSaver(mate)],
        userID: 0
    )

    /// Returns the calls in bytes to send, by member, serial and destination.
    private func calls(_ effects: [ScreenLockConversation.Effect]) throws -> [DBusMessage] {
        var parser = DBusMessageParser()
        for case .send(let bytes) in effects {
            let begins = bytes.starts(with: DBusHandshake.begin)
            parser.append(begins ? bytes.dropFirst(DBusHandshake.begin.count) : bytes[...])
        }
        var messages: [DBusMessage] = []
        while let message = try parser.next() { messages.append(message) }
        return messages
    }

    /// Makes the bus accept, and returns the serials of the two questions.
    private mutating func accept() throws -> (gnome: UInt32, mate: UInt32) {
        let questions = try calls(conversation.receive(ScreenLockBytes.ok)).filter { $0.member == "GetActive" }
        return (try #require(questions.first).serial, try #require(questions.last).serial)
    }

    @Test mutating func `the hello, the match rules and the questions are sent at once, in this order`() throws {
        let effects = conversation.receive(ScreenLockBytes.ok)

        let calls = try calls(effects)
        let expected = ["Hello", "AddMatch", "AddMatch", "AddMatch", "AddMatch", "GetActive", "GetActive"]
        #expect(effects.count == 1)
        #expect(calls.map(\.member) == expected)
        #expect(calls.map(\.serial) == Array(1...7))
        #expect(calls.allSatisfy { $0.flags == DBusMethodCall.noAutoStart })
        #expect(
            calls[1].body == [.string("type='signal',interface='org.gnome.ScreenSaver',member='ActiveChanged'")]
        )
    }

    @Test mutating func `a screen that is locked at the start is a change`() throws {
        let serials = try accept()

        #expect(conversation.receive(ScreenLockBytes.reply(to: serials.gnome, true)) == [.lockChanged(true)])
    }

    @Test mutating func `a screen that is unlocked at the start reports no change`() throws {
        let serials = try accept()

        #expect(conversation.receive(ScreenLockBytes.reply(to: serials.gnome, false)) == [])
        #expect(conversation.receive(ScreenLockBytes.error(to: serials.mate)) == [])
    }

    @Test mutating func `a state that is reported twice is one change`() throws {
        _ = try accept()
        let bytes = [true, true, false, false].flatMap { ScreenLockBytes.activeChanged($0) }

        #expect(conversation.receive(bytes) == [.lockChanged(true), .lockChanged(false)])
    }

    @Test mutating func `the screen is locked while any source says so`() throws {
        _ = try accept()
        let on = ScreenLockBytes.activeChanged(true, Self.gnome) + ScreenLockBytes.activeChanged(true, Self.mate)

        #expect(conversation.receive(on) == [.lockChanged(true)])
        #expect(conversation.receive(ScreenLockBytes.activeChanged(false, Self.gnome)) == [])
        #expect(conversation.receive(ScreenLockBytes.activeChanged(false, Self.mate)) == [.lockChanged(false)])
    }

    @Test mutating func `a source that leaves no longer counts as locked`() throws {
        _ = try accept()
        _ = conversation.receive(ScreenLockBytes.activeChanged(true))

        let gone = ScreenLockBytes.ownerChanged(Self.gnome, from: ":1.1", to: "", sender: Self.bus)

        #expect(conversation.receive(gone) == [.lockChanged(false)])
    }

    @Test mutating func `a source that appears is asked, and its former owner's answer is ignored`() throws {
        let serials = try accept()

        let new = ScreenLockBytes.ownerChanged(Self.gnome, from: "", to: ":1.2", sender: Self.bus)
        let question = try #require(try calls(conversation.receive(new)).first)

        #expect(question.member == "GetActive")
        #expect(conversation.receive(ScreenLockBytes.reply(to: serials.gnome, true)) == [])
        #expect(conversation.receive(ScreenLockBytes.reply(to: question.serial, true)) == [.lockChanged(true)])
    }

    @Test func `a flood of changes causes one question`() throws {
        let source = try #require(ScreenLockSource.loginSession(identifier: "c1"))
        var conversation = ScreenLockConversation(sources: [source], userID: 0)
        let first = try #require(try calls(conversation.receive(ScreenLockBytes.ok)).last).serial
        let change = ScreenLockBytes.message(
            4,
            [
                .text(1, "/org/freedesktop/login1/session/c1"), .text(2, "org.freedesktop.DBus.Properties"),
                .text(3, "PropertiesChanged"), .signature("s"),
            ]
        ) { $0.string("org.freedesktop.login1.Session") }
        let answer = ScreenLockBytes.message(2, [.number(5, first), .signature("v")]) { body in
            body.signature("b")
            body.number(1)
        }

        let whileOpen = conversation.receive(change + change)
        let answered = conversation.receive(answer)
        let later = conversation.receive(change + change)

        #expect(whileOpen == [])
        #expect(answered == [.lockChanged(true)])
        #expect(try calls(later).map(\.member) == ["Get"])
    }

    @Test(arguments: [UInt32(1), 2])
    func `a bus that refuses the hello or a rule ends the conversation`(serial: UInt32) throws {
        var conversation = self.conversation
        _ = conversation.receive(ScreenLockBytes.ok)

        let effects = conversation.receive(ScreenLockBytes.error(to: serial, "org.x.Limits\u{1B}"))

        let what = serial == 1 ? "the hello" : "a rule to listen by"
        #expect(effects == [.end("the bus refused \(what): org.x.Limits?")])
    }

    @Test mutating func `an end reports an unlock first, and nothing is handled after it`() throws {
        _ = try accept()
        _ = conversation.receive(ScreenLockBytes.activeChanged(true))

        let effects = conversation.receive([0] + ScreenLockBytes.activeChanged(true))

        #expect(effects == [.lockChanged(false), .end("a message has the unknown byte order 0")])
        #expect(conversation.receive(ScreenLockBytes.activeChanged(true)) == [])
        #expect(conversation.end("again") == [])
    }

    @Test mutating func `a refused login ends the conversation`() {
        let effects = conversation.receive(Array("REJECTED\r\n".utf8))

        #expect(effects == [.end("the bus answered the login with 'REJECTED'")])
    }

    @Test(arguments: seeds(of: 0..<10))
    func `changes don't depend on how the bytes are split`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes =
            ScreenLockBytes.ok + ScreenLockBytes.reply(to: 1, true) + ScreenLockBytes.capturedSignal
            + ScreenLockBytes.activeChanged(false, isBigEndian: true) + [9]
        var whole = conversation
        var pieces = conversation

        let expected = whole.receive(bytes)
        let effects = bytes.chopped(by: &random).flatMap { pieces.receive(Array($0)) }

        #expect(expected.count == 4)
        #expect(effects == expected)
    }
}
