import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct KeptLoginTests {
    private let login = KeptLogin(command: "session.login", values: ["phone": "555", "password": "sesame", "n": 7])

    @Test func `a login that was kept is the same one again`() {
        #expect(KeptLogin(stored: login.stored) == login)
    }

    @Test(
        arguments: [
            nil, .null, "text", ["command": "x"], ["command": "", "values": [:]], ["values": ["a": "b"]],
            ["command": 1, "values": [:]], ["command": "x", "values": "y"],
        ] as [PlainValue?]
    )
    func `what is no login is none`(value: PlainValue?) {
        #expect(KeptLogin(stored: value) == nil)
    }

    @Test func `it describes itself without its values`() {
        var dumped = ""
        dump(login, to: &dumped)

        #expect("\(login)" == "a login by 'session.login'")
        for text in ["\(login)", String(reflecting: login), dumped] { #expect(!text.contains("sesame")) }
    }

    @Test func `of its values the longest is hidden first`() {
        #expect(login.secrets == ["sesame", "555", "7"])
    }
}
