import Testing

@testable import HostRuntime

@Suite struct ScreenLockSourceTests {
    private let gnome = ScreenLockSource.screenSaver("org.gnome.ScreenSaver")

    private func message(_ bytes: [UInt8]) throws -> DBusMessage {
        var parser = DBusMessageParser()
        parser.append(bytes)
        return try #require(try parser.next())
    }

    @Test(arguments: [
        ("2", "_32"), ("c1", "c1"), ("12", "_312"), ("a-b", "a_2db"), ("_x", "_5fx"), ("\t", "_09"), ("é", "_c3_a9"),
    ])
    func `a session's path is written as logind writes it`(identifier: String, label: String) {
        let expected = ScreenLockSource.loginSession("/org/freedesktop/login1/session/\(label)")

        #expect(ScreenLockSource.loginSession(identifier: identifier) == expected)
    }

    @Test(arguments: ["", String(repeating: "1", count: 256)])
    func `an identifier that names no session has no source`(identifier: String) {
        #expect(ScreenLockSource.loginSession(identifier: identifier) == nil)
    }

    @Test func `every desktop's screen saver is known`() {
        let names = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map { "org.\($0).ScreenSaver" }

        #expect(ScreenLockSource.screenSavers.map(\.service) == names)
        #expect(gnome.question.path == "/org/gnome/ScreenSaver")
        #expect(gnome.question.member == "GetActive")
    }

    @Test(arguments: [true, false])
    func `a screen saver's signal reports its state`(isActive: Bool) throws {
        #expect(gnome.change(in: try message(ScreenLockBytes.activeChanged(isActive))) == .locked(isActive))
        #expect(gnome.change(in: try message(ScreenLockBytes.activeChanged(isActive, "org.mate.ScreenSaver"))) == nil)
    }

    @Test func `a signal without a boolean is ignored`() throws {
        let fields: [ScreenLockBytes.Field] = [.text(2, "org.gnome.ScreenSaver"), .text(3, "ActiveChanged")]
        let empty = ScreenLockBytes.message(4, fields)
        let text = ScreenLockBytes.message(4, fields + [.signature("s")]) { $0.string("true") }

        #expect(gnome.change(in: try message(empty)) == nil)
        #expect(gnome.change(in: try message(text)) == nil)
    }

    @Test func `only the bus itself can report a change of owner`() throws {
        let bus = "org.freedesktop.DBus"
        func owner(_ name: String, _ new: String, _ sender: String) throws -> ScreenLockSource.Change? {
            gnome.change(in: try message(ScreenLockBytes.ownerChanged(name, from: ":1.1", to: new, sender: sender)))
        }

        #expect(try owner("org.gnome.ScreenSaver", "", bus) == .ownerChanged(isThere: false))
        #expect(try owner("org.gnome.ScreenSaver", ":1.2", bus) == .ownerChanged(isThere: true))
        #expect(try owner("org.gnome.ScreenSaver", "", ":1.9") == nil)
        #expect(try owner("org.mate.ScreenSaver", "", bus) == nil)
    }

    @Test func `a change of the session's properties causes a question`() throws {
        let source = try #require(ScreenLockSource.loginSession(identifier: "c1"))
        func changed(_ path: String) -> [UInt8] {
            ScreenLockBytes.message(
                4,
                [
                    .text(1, path), .text(2, "org.freedesktop.DBus.Properties"), .text(3, "PropertiesChanged"),
                    .signature("sa{sv}as"),
                ]
            ) { body in
                body.string("org.freedesktop.login1.Session")
                body.number(0)
                body.align(8)
                body.number(0)
            }
        }

        #expect(source.change(in: try message(changed("/org/freedesktop/login1/session/c1"))) == .changed)
        #expect(source.change(in: try message(changed("/org/freedesktop/login1/session/c2"))) == nil)
        #expect(source.question.arguments == ["org.freedesktop.login1.Session", "LockedHint"])
    }
}
