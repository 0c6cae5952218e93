import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct DBusAddressTests {
    private static func path(_ text: String) -> DBusAddress {
        DBusAddress(place: .path(Array(text.utf8)))
    }

    @Test func `a path is parsed, and a guid is left`() {
        #expect(DBusAddress.list("unix:path=/run/bus,guid=abc") == [Self.path("/run/bus")])
    }

    @Test func `an abstract name is parsed`() {
        #expect(DBusAddress.list("unix:abstract=/tmp/x") == [DBusAddress(place: .abstract(Array("/tmp/x".utf8)))])
    }

    @Test func `addresses keep their order, and unknown ones are skipped`() {
        let text = "unix:path=/a;tcp:host=h,port=1;;unixexec:path=/b;unix:path=/c;autolaunch:;disabled:"

        #expect(DBusAddress.list(text) == [Self.path("/a"), Self.path("/c")])
    }

    @Test(arguments: [
        ("unix:path=/a%20b", "/a b"), ("unix:path=%2Ftmp%2fx", "/tmp/x"), ("unix:path=/%25", "/%"),
        ("unix:path=/a%2cb%3b%3d", "/a,b;="), ("unix:path=/a=b", "/a=b"),
    ])
    func `escaped bytes are unescaped`(text: String, path: String) {
        #expect(DBusAddress.list(text) == [Self.path(path)])
    }

    @Test func `a path need not be valid text`() {
        #expect(DBusAddress.list("unix:path=/%ff") == [DBusAddress(place: .path([0x2F, 0xFF]))])
    }

    @Test(arguments: [
        "", ";", "unix", "unix:", ":path=/a", "unix:path", "unix:=x", "unix:path=", "unix:guid=1",
        "unix:path=/a%", "unix:path=/a%2", "unix:path=/a%zz", "unix:path=/a%00", "unix:path=/a,path=/b",
        "unix:path=/a,abstract=b", "unix:tmpdir=/tmp", "unix:path=/" + String(repeating: "x", count: 107),
    ])
    func `an unusable address is skipped`(text: String) {
        #expect(DBusAddress.list(text).isEmpty)
    }

    @Test func `the longest path that fits is accepted`() {
        let path = "/" + String(repeating: "x", count: 106)

        #expect(DBusAddress.list("unix:path=\(path)") == [Self.path(path)])
    }

    @Test(arguments: [["XDG_RUNTIME_DIR": "/run/u"], ["XDG_RUNTIME_DIR": "/run/u", "DBUS_SESSION_BUS_ADDRESS": ""]])
    func `without an address the runtime directory is tried`(environment: [String: String]) {
        let expected = DBusAddress(place: .path(Array("/run/u/bus".utf8)), mayBeAbsent: true)

        #expect(DBusAddress.sessionBus(environment: environment) == [expected])
    }

    @Test func `an address that is set is the only one`() {
        let environment = ["XDG_RUNTIME_DIR": "/run/u", "DBUS_SESSION_BUS_ADDRESS": "tcp:host=h"]

        #expect(DBusAddress.sessionBus(environment: environment).isEmpty)
    }

    @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "relative"]])
    func `an environment may name no bus`(environment: [String: String]) {
        #expect(DBusAddress.sessionBus(environment: environment).isEmpty)
    }

    @Test func `the system bus has a default address and a variable`() {
        let usual = DBusAddress(place: .path(Array("/run/dbus/system_bus_socket".utf8)), mayBeAbsent: true)

        #expect(DBusAddress.systemBus(environment: [:]) == [usual])
        #expect(
            DBusAddress.systemBus(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/s"]) == [Self.path("/s")]
        )
    }

    @Test(arguments: seeds(of: 0..<50))
    func `parsing never traps, whatever the text`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("unix:path=/abstract,guid;%20\u{0}é".unicodeScalars)
        let scalars = (0..<200).map { _ in alphabet.randomElement(using: &random) ?? "x" }

        let addresses = DBusAddress.list("unix:path=/a;" + String(String.UnicodeScalarView(scalars)))

        #expect(addresses.allSatisfy { !$0.description.unicodeScalars.contains("\u{0}") })
    }
}
