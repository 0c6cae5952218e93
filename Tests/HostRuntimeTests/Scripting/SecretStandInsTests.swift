import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct SecretStandInsTests {
    private func problem(_ text: String, _ secrets: SecretStandIns) throws -> String? {
        let script = try Script(Array(text.utf8), size: Size(width: 80, height: 24))
        let problems = secrets.problems(of: script)
        return problems.isEmpty ? nil : problems.map { "\($0)" }.joined(separator: "\n")
    }

    @Test func `a script without secrets needs no text`() throws {
        #expect(try problem("key a", SecretStandIns()) == nil)
    }

    @Test func `each missing text is asked for at once, with the line and the length`() throws {
        let script = "wait 1\ntype-secret 1\ntype-secret 1\npaste-secret 2"

        let way = "with --secret TEXT, once for each secret, or in SCRIPT_SECRET for all"
        let first =
            "line 2 types secret 1, which a recording leaves out; give a text of 2 characters or more in its place "
            + way
        let second = "line 4 types secret 2, which a recording leaves out; give a text in its place " + way
        #expect(try problem(script, SecretStandIns()) == first + "\n" + second)
        #expect(try problem(script, SecretStandIns(texts: ["ab"])) == second)
        #expect(try problem(script, SecretStandIns(texts: ["ab", "c"])) == nil)
        #expect(try problem(script, SecretStandIns(other: "ab")) == nil)
    }

    @Test func `a text that is too short is refused before the run`() throws {
        let script = "type-secret 1\ntype-secret 1\ntype-secret 1"

        #expect(try problem(script, SecretStandIns(texts: ["ab"]))?.contains("of 3 characters") == true)
    }

    @Test func `the very text that was typed can be replayed, whatever its characters are made of`() throws {
        let secret = "sécret👩‍👩‍👧"
        var recorder = SessionRecorder()
        let steps = secret.unicodeScalars.flatMap {
            recorder.record(.key(KeyEvent(.character(Character($0)))), isSecret: true, at: .zero)
        }
        var secrets = SecretStandIns(texts: [secret])

        let typed = try steps.map { step -> Character in
            guard case .typeSecret(let number) = step else { throw ScriptSecretError(number: 0, length: 0) }
            return try secrets.nextCharacter(of: number)
        }

        #expect(typed.map(String.init).joined() == secret)
    }

    @Test func `each secret has its own text`() throws {
        var secrets = SecretStandIns(texts: ["ab"], other: "xyz")

        #expect(try [1, 2, 1, 2].map { try secrets.nextCharacter(of: $0) } == ["a", "x", "b", "y"])
        #expect(try secrets.text(of: 2) == "xyz")
    }
}
