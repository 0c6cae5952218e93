import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// After any command, the person gets back the page and can run the next command.
@MainActor @Suite(.tags(.assistant, .faults)) struct HostileCommandsTests {
    private let host: TestHost
    private let windows: [String]

    init() async throws {
        let routes = HostConfiguration(["floating-assistant": ["routes": ["two-taps": "hostile.form"]]])
        host = try TestHost(plugins: [FloatingAssistant.self, HostileCommands.self], configuration: routes) { host in
            let disable = { (id: String) in
                Command(id: "disable.\(id)", title: "Disable \(id)") { [weak host] _ in
                    try host?.plugins.disable(id)
                    return "Disabled"
                }
            }
            try host.commands.offer(disable("hostile"))
            try host.commands.offer(disable("floating-assistant"))
            let page = View()
            page.background = Theme.page
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        windows = host.app.windows.windows.map(\.title).sorted()
    }

    private var keyWindow: String? { host.app.windows.keyWindow?.title }

    private var isPanelOpen: Bool { host.visibleWindows.contains("assistant panel") }

    /// Runs a command by its name in the tools, as a person does.
    private func run(_ title: String) async {
        await host.key("f2")
        // A result that waits comes first.
        if host.frame.contains("f2 tools") { await host.key("f2") }
        await host.type(title)
        await host.key("enter")
    }

    /// Leaves the panel, with a further key for a running command.
    private func leave() async {
        for _ in 0..<3 where isPanelOpen { await host.key("escape") }
    }

    /// Checks the conditions that hold after every misbehavior.
    private func expectOrder(_ location: SourceLocation = #_sourceLocation) async {
        await leave()
        expectRest(location)
        await run("Say hello")
        #expect(host.frame.contains("Hello"), sourceLocation: location)
        await host.advance(by: .seconds(2))
        expectRest(location)
        // A running command may answer by then.
        await host.advance(by: HostileCommands.delay)
        expectRest(location)
    }

    private func expectRest(_ location: SourceLocation) {
        #expect(keyWindow == "page", sourceLocation: location)
        #expect(host.visibleWindows == ["page", "assistant ball"], sourceLocation: location)
        #expect(host.app.windows.windows.map(\.title).sorted() == windows, sourceLocation: location)
    }

    // MARK: - Ends

    @Test func `a command that throws says why, and the panel can be left`() async {
        await run("Throw")

        #expect(host.frame.contains("✕ Throw: out of tea"))
        #expect(host.frame.contains("╭─ Tools"))
        await expectOrder()
    }

    @Test func `a result after the panel was closed opens nothing`() async {
        await run("Wait")
        await leave()

        await host.advance(by: HostileCommands.delay)

        #expect(!host.frame.contains("Late"))
        await expectOrder()
    }

    @Test(arguments: ["Wait", "Wait for a guest"])
    func `a result that arrives while another page is open leaves that page alone`(title: String) async {
        await run(title)
        if title != "Wait" {
            await host.type("Ann")
            await host.key("enter")
        }

        await leave()
        await host.key("f3")
        await host.type("Bob")
        await host.advance(by: HostileCommands.delay)

        #expect(host.frame.contains("Bob"))
        #expect(!host.frame.contains("Late"))
        #expect(!host.frame.contains("out of tea"))
        #expect(keyWindow == "assistant panel")
        await expectOrder()
    }

    // MARK: - Providers

    @Test func `a form whose plugin is disabled can be left`() async throws {
        await host.key("f3")
        await host.type("Ann")

        try host.app.plugins.disable("hostile")
        await host.advance(by: .zero)

        #expect(host.frame.contains("not offered any more"))
        await host.key("enter")
        await leave()
        try host.app.plugins.enable("hostile")
        await host.advance(by: .zero)
        await expectOrder()
    }

    @Test(arguments: ["Hang", "Drip without end"])
    func `a running command ends when its plugin is disabled`(title: String) async throws {
        await run(title)

        try host.app.plugins.disable("hostile")
        await host.advance(by: .seconds(1))
        #expect(host.app.commands.runs.isEmpty)
        await leave()
        try host.app.plugins.enable("hostile")
        await host.advance(by: .zero)

        await expectOrder()
    }

    @Test func `a command that disables the assistant gives the page the keyboard`() async throws {
        await run("Disable floating-assistant")
        #expect(keyWindow == "page")
        #expect(host.app.windows.windows.map(\.title) == ["page"])

        try host.app.plugins.enable("floating-assistant")
        await host.advance(by: .zero)

        await expectOrder()
    }

    // MARK: - Windows

    @Test(arguments: ["Open a dialog", "Alert"])
    func `a window that a command opens has the keyboard once the command has ended`(title: String) async {
        await run(title)

        #expect(keyWindow == "question")
        #expect(!isPanelOpen)
        await host.key("y")
        await expectOrder()
    }

    @Test func `an alert that a command waits for has the keyboard, and the page after the answer`() async {
        await run("Alert and wait")
        await host.advance(by: .seconds(1))

        #expect(keyWindow == "question")
        await host.key("y")
        await expectOrder()
    }

    @Test func `a dialog that a command waits for gets the keyboard at the latest when the panel is gone`() async {
        await run("Open a dialog and wait")
        await host.advance(by: .seconds(1))
        // As often as needed, because an escape that reaches the dialog answers it.
        for _ in 0..<3 where keyWindow != "question" { await host.key("escape") }

        #expect(keyWindow == "question")
        await host.key("y")
        await expectOrder()
    }

    // MARK: - Other commands

    @Test func `the answer of a command that runs another is shown`() async {
        await run("Chain")

        #expect(host.frame.contains("Hello"))
        await host.advance(by: .seconds(2))
        await expectOrder()
    }

    @Test func `the error of a command that runs another is shown`() async {
        await run("Chain to a throw")

        #expect(host.frame.contains("out of tea"))
        await expectOrder()
    }

    @Test(arguments: ["Chain to the tools", "Chain to the guests"])
    func `a command may open the panel from the panel`(title: String) async {
        await run(title)
        await host.advance(by: .seconds(1))

        #expect(keyWindow == (isPanelOpen ? "assistant panel" : "page"))
        await expectOrder()
    }

    @Test(arguments: ["Quit", "Chain to the end"])
    func `a command that ends the program closes the panel`(title: String) async {
        await run(title)
        await host.advance(by: .seconds(1))

        #expect(host.app.lifecycleState == .terminated)
        #expect(host.app.windows.windows.map(\.title) == ["page"])
        #expect(host.app.commands["assistant.tools"] == nil)
        #expect(host.events.contains("plugin inactive  floating-assistant"))
    }

    // MARK: - Floods

    @Test func `a command that floods its progress ends normally`() async {
        let frames = host.changedFrames
        await run("Flood")

        #expect(host.frame.contains("Flooded"))
        // A frame shows the latest report.
        #expect(host.changedFrames - frames < 20)
        await host.advance(by: .seconds(2))
        await expectOrder()
    }

    @Test func `a command that never stops reporting progress does not hold the panel up`() async {
        await run("Drip without end")
        await host.advance(by: .seconds(1))

        #expect(isPanelOpen)
        await expectOrder()
    }
}
