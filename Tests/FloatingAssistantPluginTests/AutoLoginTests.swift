import HostRuntime
import HostTestKit
import TestSupport
import Testing

import class Foundation.FileManager

@testable import FloatingAssistantPlugin

/// The login at the start of the program, in two runs on one folder.
@MainActor @Suite struct AutoLoginTests {
    private static let file = "secrets/floating-assistant.json"
    private let folder = TemporaryFolder()

    /// The file of the kept login.
    private var text: String? { folder.text(AutoLoginTests.file) }

    private func launched(
        password: String = "tea",
        offersRoutes: Bool = true,
        configuration: HostConfiguration = HostConfiguration()
    ) async throws -> Stage {
        try await Stage.launched(
            configuration: configuration,
            stateDirectory: folder.path,
            offersRoutes: offersRoutes,
            password: password
        )
    }

    /// Logs in from the panel, with the toggle as it is or turned.
    private func logIn(_ stage: Stage, password: String = "tea", turning: Bool = true) async {
        await stage.host.key("f3")
        await stage.host.key("ctrl-u")
        await stage.host.type("555")
        await stage.host.key("tab")
        await stage.host.type(password)
        await stage.host.key("tab")
        if turning { await stage.host.key("space") }
        await stage.host.key("enter")
        await stage.host.advance(by: .seconds(2))
    }

    private func kept() async throws {
        let stage = try await launched()
        await logIn(stage)
        await stage.host.terminate()
    }

    // MARK: - Keeping

    @Test func `a login that succeeds with the toggle on is kept in a file of its own for the user alone`() async throws
    {
        let stage = try await launched()
        #expect(text == nil)

        await logIn(stage)

        #expect(text?.contains("tea") == true)
        let mode = try folder.permissions(of: AutoLoginTests.file)
        #expect(mode == 0o600)
        #expect(!"\(stage.host.app.store("floating-assistant").all)".contains("tea"))
    }

    @Test func `a login that fails, or without the toggle, is not kept`() async throws {
        let stage = try await launched()

        await logIn(stage, password: "milk")
        #expect(text == nil)
        await stage.host.key("escape")
        await logIn(stage, turning: false)

        #expect(stage.shop.runs == ["login 555"])
        #expect(text == nil)
    }

    @Test func `the form shows whether a login is kept, and turning it off forgets it`() async throws {
        try await kept()
        let stage = try await launched()
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("[x] yes"))
        await stage.host.key("escape")

        await logIn(stage)

        #expect(text?.contains("tea") == false)
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("[ ] no"))
    }

    @Test func `a command forgets the kept login`() async throws {
        try await kept()
        let stage = try await launched()

        let first = try await stage.host.run("assistant.forget-login")
        let second = await #expect(throws: CommandUnavailable.self) {
            try await stage.host.run("assistant.forget-login")
        }

        #expect(first == "The login at start is forgotten.")
        #expect(second?.reason == "No readable login is saved.")
        #expect(text?.contains("tea") == false)
    }

    // MARK: - Logging in

    @Test func `a launch into the background logs nobody in, shows no ball and keeps the login`() async throws {
        try await kept()
        let stored = text
        let host = TestHost(plugins: [FloatingAssistant.self], stateDirectory: folder.path) { host in
            let parameters = [
                CommandParameter(name: "phone", title: "Phone"),
                CommandParameter(name: "password", title: "Password", kind: .secret),
            ]
            try? host.commands.offer(
                Command(id: "session.login", title: "Log in", parameters: parameters) { _ in "Welcome" }
            )
            return host
        }

        await host.launchIntoBackground()
        await host.advance(by: .seconds(60))

        #expect(host.visibleWindows == [])
        #expect(host.events.filter { $0.contains("session.login") } == [])
        await host.terminate()
        #expect(text == stored)
    }

    @Test func `the next start logs in once, without the panel`() async throws {
        try await kept()

        let stage = try await launched()
        await stage.host.advance(by: .seconds(60))
        await stage.host.enterBackground()
        await stage.host.enterForeground()

        #expect(stage.shop.runs == ["login 555"])
        #expect(!stage.isPanelOpen)
        #expect(stage.keyWindow == "page")
    }

    @Test func `without a kept login nothing runs at the start`() async throws {
        let stage = try await launched()

        #expect(!stage.host.events.contains { $0.contains("session.login") })
        #expect(text == nil)
    }

    @Test func `a plugin that is enabled later does not log in`() async throws {
        try await kept()
        let stage = try await launched()

        try stage.host.app.plugins.disable("floating-assistant")
        try stage.host.app.plugins.enable("floating-assistant")
        await stage.host.advance(by: .seconds(1))

        #expect(stage.shop.runs == ["login 555"])
    }

    @Test func `values kept for another command are not passed to the route's command`() async throws {
        try await kept()
        let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "shop.switch"]]])

        let stage = try await launched(configuration: routes)
        await stage.host.advance(by: .seconds(1))

        #expect(stage.shop.runs == [])
    }

    // MARK: - Failing

    @Test func `a failed login is reported once on the ball, in its form and in the log, and stays kept`()
        async throws
    {
        try await kept()
        let stage = try await launched(password: "changed")
        await stage.host.advance(by: .seconds(600))

        #expect(stage.host.events.count { $0.hasPrefix("command failed  session.login") } == 1)
        #expect(stage.host.frame.cell(at: Point(x: stage.ball.maxX - 1, y: stage.ball.minY))?.character == "!")
        #expect(
            stage.host.events.filter { $0.hasPrefix("warning") } == [
                "warning  floating-assistant  the login at the start failed: wrong password: •••"
            ]
        )
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("! The login at start failed: wrong password: •••"))
        await stage.host.key("escape")
        #expect(stage.host.frame.cell(at: Point(x: stage.ball.maxX - 1, y: stage.ball.minY))?.character != "!")
        await stage.host.key("f3")
        #expect(stage.host.frame.contains("! The login at start failed: wrong password: •••"))
        #expect(text?.contains("tea") == true)
    }

    @Test func `a login by hand removes the warning`() async throws {
        try await kept()
        let stage = try await launched(password: "milk")

        await logIn(stage, password: "milk", turning: false)

        #expect(stage.host.frame.cell(at: Point(x: stage.ball.maxX - 1, y: stage.ball.minY))?.character != "!")
        #expect(text?.contains("milk") == true)
        await stage.host.key("f3")
        #expect(!stage.host.frame.contains("failed"))
    }

    @Test func `a login whose command is not offered at the start is reported`() async throws {
        try await kept()

        let stage = try await launched(offersRoutes: false)

        #expect(
            stage.host.events.contains(
                "warning  floating-assistant  the login at the start failed: No command 'session.login' was offered at launch."
            )
        )
    }

    @Test func `a file that others may read is not used, with a warning`() async throws {
        try await kept()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: folder.file(AutoLoginTests.file)
        )

        let stage = try await launched()

        #expect(stage.shop.runs == [])
        #expect(stage.host.events.contains { $0.contains("it holds secrets and its mode is 644") })
    }

    @Test func `a damaged file counts as no login`() async throws {
        try await kept()
        try folder.write(#"{"login": {"command": 3}}"#, to: AutoLoginTests.file)

        let stage = try await launched()

        #expect(stage.shop.runs == [])
    }

    @Test func `the password is in no event and on no frame of two runs`() async throws {
        try await kept()
        let stage = try await launched(password: "changed")
        await stage.host.key("f3")
        let seen = stage.host.events + [stage.host.frame.text, stage.host.frame.svg]

        #expect(!seen.contains { $0.contains("tea") })
        #expect(!stage.host.app.log.entries.contains { $0.text.contains("tea") })
    }

    @Test func `a command that logs in with its own password shows it nowhere`() async throws {
        let stage = try await Stage.launched(password: "other") { host in
            let command = Command(id: "quick", title: "Quick login") { [weak host] _ in
                try await host?.commands.run("session.login", ["phone": "5", "password": "s3same"])
            }
            try host.commands.offer(command)
        }

        await stage.host.key("f2")
        await stage.host.type("quick")
        await stage.host.key("enter")

        #expect(stage.host.frame.contains("wrong password: •••"))
        #expect(!stage.host.frame.contains("s3same"))
        #expect(!stage.host.events.contains { $0.contains("s3same") })
    }

    @Test func `a login that fails while its form is open is reported there`() async throws {
        try await kept()
        let stage = try await Stage.launched(
            stateDirectory: folder.path,
            password: "changed",
            patience: .seconds(5)
        )
        await stage.host.key("f3")

        await stage.host.advance(by: .seconds(6))

        #expect(stage.host.frame.contains("! The login at start failed: wrong password: •••"))
        await stage.host.key("escape")
        #expect(stage.host.frame.cell(at: Point(x: stage.ball.maxX - 1, y: stage.ball.minY))?.character != "!")
    }

    @Test func `a login that passes another secret on writes neither into the log`() async throws {
        try await kept()
        let text = try #require(self.text).replacing("session.login", with: "quick.login")
        try folder.write(text, to: AutoLoginTests.file)

        let stage = try await Stage.launched(
            configuration: HostConfiguration(["floating-assistant": ["routes": ["two-taps": "quick.login"]]]),
            stateDirectory: folder.path,
            password: "changed"
        ) { host in
            let parameters = ["phone", "password"].map { CommandParameter(name: $0, title: $0, kind: .secret) }
            let quick = Command(id: "quick.login", title: "Quick", parameters: parameters) { [weak host] _ in
                try await host?.commands.run("session.login", ["phone": "5", "password": "s3same"])
            }
            try host.commands.offer(quick)
        }

        #expect(
            stage.host.events.contains(
                "warning  floating-assistant  the login at the start failed: wrong password: •••"
            )
        )
        #expect(!stage.host.events.contains { $0.contains("s3same") })
    }
}

@Suite struct KeptLoginTests {
    private let login = KeptLogin(command: "session.login", values: ["phone": "555", "password": "sesame", "n": 7])

    @Test func `a stored login reads back the same`() {
        #expect(KeptLogin(stored: login.stored) == login)
    }

    @Test(
        arguments: [
            nil, .null, "text", ["command": "x"], ["command": "", "values": [:]], ["values": ["a": "b"]],
            ["command": 1, "values": [:]], ["command": "x", "values": "y"],
        ] as [PlainValue?]
    )
    func `a stored value of another kind is no login`(value: PlainValue?) {
        #expect(KeptLogin(stored: value) == nil)
    }

    @Test func `a kept login describes itself without its values`() {
        var dumped = ""
        dump(login, to: &dumped)

        #expect("\(login)" == "a login by 'session.login'")
        for text in ["\(login)", String(reflecting: login), dumped] { #expect(!text.contains("sesame")) }
    }

    @Test func `the longest secret is hidden first`() {
        #expect(login.secrets == ["sesame", "555", "7"])
    }
}
