import FoundationEssentials
import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct SessionRecorderTests {
    private func key(_ name: String) throws -> HostInput { .key(try #require(KeyEvent(name: name))) }

    @Test func `a step has the wait before it, and none at the same moment`() throws {
        var recorder = SessionRecorder()

        #expect(recorder.record(.lock, at: .milliseconds(1204)) == [.wait(.milliseconds(1204)), .lock])
        #expect(recorder.record(.unlock, at: .milliseconds(1204)) == [.unlock])
        #expect(recorder.record(.quit, at: .seconds(2)) == [.wait(.milliseconds(796)), .quit])
    }

    @Test func `a moment before the last one counts as the last one`() throws {
        var recorder = SessionRecorder()
        _ = recorder.record(.lock, at: .seconds(2))

        #expect(recorder.record(.unlock, at: .seconds(1)) == [.unlock])
        #expect(recorder.record(.quit, at: .seconds(3)) == [.wait(.seconds(1)), .quit])
    }

    @Test func `what is typed into a secret field is left out, and which secret it belongs to is kept`() throws {
        var recorder = SessionRecorder()
        var steps: [ScriptStep] = []
        func type(_ names: String..., secretly isSecret: Bool) throws {
            for name in names { steps += recorder.record(try key(name), isSecret: isSecret, at: .zero) }
        }
        let backspace = try #require(KeyEvent(name: "backspace"))
        let tab = try #require(KeyEvent(name: "tab"))

        try type("a", secretly: false)
        try type("p", "w", "backspace", "x", "tab", "q", secretly: true)

        #expect(
            steps == [
                .key(KeyEvent(.character("a"))), .typeSecret(1), .typeSecret(1),
                .key(backspace), .typeSecret(1), .key(tab), .typeSecret(2),
            ]
        )
    }

    @Test(
        arguments: [
            ("ctrl-h", .typeSecret(1)), ("ctrl-m", .typeSecret(2)),
        ] as [(String, ScriptStep)]
    )
    func `a key counts for a secret as its legacy key`(name: String, next: ScriptStep) throws {
        var recorder = SessionRecorder()
        _ = recorder.record(try key("p"), isSecret: true, at: .zero)
        _ = recorder.record(try key(name), isSecret: true, at: .zero)

        #expect(recorder.record(try key("w"), isSecret: true, at: .zero) == [next])
    }

    @Test func `a paste into a secret field is a secret as a whole`() throws {
        var recorder = SessionRecorder()

        #expect(recorder.record(.paste("p4ss"), isSecret: true, at: .zero) == [.pasteSecret(1)])
        #expect(recorder.record(.paste("open"), isSecret: false, at: .zero) == [.paste("open")])
        #expect(recorder.record(try key("x"), isSecret: true, at: .zero) == [.typeSecret(2)])
    }

    @Test func `a touch ends the secret that was being typed`() throws {
        var recorder = SessionRecorder()
        _ = recorder.record(try key("x"), isSecret: true, at: .zero)
        _ = recorder.record(.touch(Touch(.began, at: .zero)), isSecret: true, at: .zero)

        #expect(recorder.record(try key("y"), isSecret: true, at: .zero) == [.typeSecret(2)])
    }

    @Test func `a week without events is one wait`() {
        var recorder = SessionRecorder()

        #expect(recorder.record(.quit, at: .seconds(604_800)).compactMap(\.text) == ["wait 604800", "quit"])
    }
}
