import Foundation
import HostRuntime
import TestSupport
import Testing

/// What is typed into a field for secrets is in no transcript, picture, recording or log, but in the file for it.
@Suite struct TypedSecretsTests {
    private static let isAttached = PluginRecord.loaded.contains { $0.type.manifest.id == "floating-assistant" }
    private static let password = "xyzzy-plugh"

    private let folder = TemporaryFolder()

    private func run(_ script: String) throws -> Program.Outcome {
        try Program.run(
            "--script",
            "-",
            "--state",
            folder.path,
            "--disable-plugin",
            "splash-ad",
            "--secret",
            TypedSecretsTests.password,
            input: script.replacing("FOLDER", with: folder.path)
        )
    }

    private static let first = """
        key f3
        type 5550100
        key tab
        \(password.map { _ in "type-secret 1" }.joined(separator: "\n"))
        snapshot FOLDER/typed.txt
        key tab
        key space
        key enter
        expect Welcome
        wait 2
        show store
        snapshot FOLDER/after.svg
        """

    private static let second = """
        expect merchant 0100
        key f3
        expect [x] yes
        snapshot FOLDER/form.txt
        key escape
        show store
        show commands
        """

    @Test(.enabled(if: isAttached))
    func `the password of two runs is in the file for it and nowhere else`() throws {
        let outcomes = [try run(TypedSecretsTests.first), try run(TypedSecretsTests.second)]

        #expect(outcomes.map(\.status) == [0, 0])
        for outcome in outcomes {
            #expect(!outcome.output.contains(TypedSecretsTests.password))
            #expect(!outcome.errors.contains(TypedSecretsTests.password))
        }
        #expect(outcomes[1].output.contains("command finished  session.login  Welcome, merchant 0100."))
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        let holders = files.filter { file in
            folder.text(file)?.contains(TypedSecretsTests.password) == true
        }
        #expect(holders == ["secrets/floating-assistant.json"])
        #expect(files.contains("after.svg") && files.contains("form.txt"))
    }
}
