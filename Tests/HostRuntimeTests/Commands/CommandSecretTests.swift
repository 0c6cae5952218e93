import Testing

@testable import HostRuntime

/// A command's texts are shown without the secrets that it was given.
@MainActor @Suite struct CommandSecretTests {
    private struct Refused: Error {
        let password: String
    }

    private let registry = CommandRegistry()

    private func offerLogin(defaultValue: PlainValue? = nil, action: @escaping Command.Action) throws {
        let password = CommandParameter(name: "password", title: "P", kind: .secret, defaultValue: defaultValue)
        try registry.register(
            Command(id: "login", title: "L", parameters: [password], action: action),
            owner: .plugin("me")
        )
    }

    private func outcomes(of id: String, _ values: [String: PlainValue] = [:]) async -> [CommandOutcome] {
        var told: [CommandOutcome] = []
        registry.onRun = { _, _, outcome in told.append(outcome) }
        _ = try? await registry.run(id, values)
        return told
    }

    @Test func `a run that runs another tells nothing of the secrets that it gives`() async throws {
        try offerLogin { throw Refused(password: $0.text("password")) }
        try registry.register(
            Command(id: "outer", title: "O") { [registry] _ in try await registry.run("login", ["password": "tea"]) },
            owner: .plugin("me")
        )

        let told = await outcomes(of: "outer")

        #expect(told == [.failed("Refused(password: \"•••\")"), .failed("Refused(password: \"•••\")")])
    }

    @Test func `a default secret is hidden in the outcome`() async throws {
        try offerLogin(defaultValue: "tea") { "with \($0.text("password"))" }

        #expect(await outcomes(of: "login") == [.finished("with •••")])
    }

    @Test func `a progress says no secret, also not where the line is cut`() async throws {
        try offerLogin {
            $0.reportProgress(nil, String(repeating: "-", count: 197) + $0.text("password"))
            return nil
        }
        var told: [String] = []

        _ = try await registry.start("login", ["password": "teapot"]) { _ in
        } onProgress: {
            told.append($0.text)
        }.value

        #expect(told == [String(repeating: "-", count: 197) + "•••"])
    }

    @Test(arguments: ["tea", "tea.", "tea. ", "t\"e\\a", "te\na", "te\u{7}a", "\u{301}tea", "tea🇩", "té"])
    func `a secret is found in the text that a field's error and a progress make of it`(secret: String) {
        let says = [
            CommandFieldError("password", "is not \(secret)").description,
            CommandProgress(fraction: nil, text: "with \(secret)").text,
        ]

        let hidden = says.map { $0.hiding([secret]) }

        #expect(hidden.allSatisfy { $0.contains("•••") }, "\(hidden)")
        #expect(!hidden.contains { $0.contains("tea") || $0.contains("é") }, "\(hidden)")
    }
}
