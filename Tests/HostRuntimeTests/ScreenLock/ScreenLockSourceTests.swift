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
    func `an identifier that names no session is none`(identifier: String) {
        #expect(ScreenLockSource.loginSession(identifier: identifier) == nil)
    }

    @Test func `every desktop's screen saver is known`() {
        let names = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map { "org.\($0).ScreenSaver" }

        #expect(ScreenLockSource.screenSavers.map(\.service) == names)
        #expect(gnome.question.path == "/org/gnome/ScreenSaver")
        #expect(gnome.question.member == "GetActive")
    }

    @Test(arguments: [true, false])
    func `a screen saver tells its own state`(isActive: Bool) throws {
        #expect(gnome.news(in: try message(ScreenLockBytes.activeChanged(isActive))) == .locked(isActive))
        #expect(gnome.news(in: try message(ScreenLockBytes.activeChanged(isActive, "org.mate.ScreenSaver"))) == nil)
    }

    @Test func `a signal without a boolean tells nothing`() throws {
        let fields: [ScreenLockBytes.Field] = [.text(2, "org.gnome.ScreenSaver"), .text(3, "ActiveChanged")]
        let empty = ScreenLockBytes.message(4, fields)
        let text = ScreenLockBytes.message(4, fields + [.signature("s")]) { $0.string("true") }

        #expect(gnome.news(in: try message(empty)) == nil)
        #expect(gnome.news(in: try message(text)) == nil)
    }

    @Test func `only the bus itself can say that an owner changed`() throws {
        let bus = "org.freedesktop.DBus"
        func owner(_ name: String, _ new: String, _ sender: String) throws -> ScreenLockSource.News? {
            gnome.news(in: try message(ScreenLockBytes.ownerChanged(name, from: ":1.1", to: new, sender: sender)))
        }

        #expect(try owner("org.gnome.ScreenSaver", "", bus) == .ownerChanged(isThere: false))
        #expect(try owner("org.gnome.ScreenSaver", ":1.2", bus) == .ownerChanged(isThere: true))
        #expect(try owner("org.gnome.ScreenSaver", "", ":1.9") == nil)
        #expect(try owner("org.mate.ScreenSaver", "", bus) == nil)
    }

    @Test func `a change of the session's properties makes it worth asking`() throws {
        let source = try #require(ScreenLockSource.loginSession(identifier: "c1"))
        func change(_ path: String) -> [UInt8] {
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

        #expect(source.news(in: try message(change("/org/freedesktop/login1/session/c1"))) == .changed)
        #expect(source.news(in: try message(change("/org/freedesktop/login1/session/c2"))) == nil)
        #expect(source.question.arguments == ["org.freedesktop.login1.Session", "LockedHint"])
    }
}
