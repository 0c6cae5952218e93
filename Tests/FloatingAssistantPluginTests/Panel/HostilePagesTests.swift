import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// With any titles of commands and any windows, the panel is drawn and can be left.
@MainActor @Suite struct HostilePagesTests {
    private static let oddTitles = [
        "", " ", String(repeating: "宽", count: 1000), "👩‍👩‍👧‍👦👩🏽‍🚀", "שלום \u{202E}abc", "a\nb\tc\u{1B}[2J", "\u{301}", "🇩",
        String(repeating: "e\u{301}\u{302}", count: 400),
    ]

    private func odd(_ host: AppHost) throws {
        for (index, title) in HostilePagesTests.oddTitles.enumerated() {
            let choices = HostilePagesTests.oddTitles.map {
                CommandChoice(value: $0, title: $0, detail: $0, tint: .danger, isCurrent: true)
            }
            let parameters: [CommandParameter] = [
                CommandParameter(name: "text", title: title),
                CommandParameter(name: "secret", title: title, kind: .secret),
                CommandParameter(name: "number", title: title, kind: .number(-.infinity ... .infinity)),
                CommandParameter(name: "choice", title: title, kind: .choice { choices }),
                CommandParameter(name: "toggle", title: title, kind: .toggle),
            ]
            for (count, suffix) in [(0, "none"), (5, "all")] {
                try host.commands.offer(
                    Command(
                        id: "odd.\(index).\(suffix)",
                        title: title,
                        group: title,
                        icon: title,
                        parameters: Array(parameters.prefix(count))
                    ) { _ in title }
                )
            }
        }
        for index in 0..<20 {
            try host.commands.offer(
                Command(id: "many.\(index)", title: "Many \(index)", group: "G\(index % 5)") { _ in "\(index)" }
            )
        }
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 20, height: 5), Size(width: 1, height: 1)])
    func `commands with any title can be opened and left`(size: Size) async throws {
        let stage = try await Stage.launched(size: size, prepare: odd)

        await stage.host.key("f2")
        for _ in 0..<24 { await stage.host.key("down") }
        await stage.host.key("escape")
        #expect(!stage.isPanelOpen)

        for index in 0..<2 * HostilePagesTests.oddTitles.count {
            await stage.host.key("f2")
            // The end of an id, which no title has.
            await stage.host.type("\(index / 2).\(index % 2 == 0 ? "none" : "all")")
            await stage.host.key("enter")
            for key in ["x", "tab", "y", "tab", "tab", "down", "tab", "space", "enter", "up", "enter"] {
                await stage.host.key(key)
            }
            await stage.host.resize(to: Size(width: 1 + index * 3, height: 1 + index))
            for _ in 0..<4 where stage.isPanelOpen { await stage.host.key("escape") }
            #expect(!stage.isPanelOpen)
            #expect(stage.keyWindow == "page")
            await stage.host.resize(to: size)
        }
    }

    @Test func `the keyboard goes back past a window that has gone meanwhile`() async throws {
        let stage = try await Stage.launched()
        let dialog = stage.shop.open("dialog")
        await stage.host.key("f3")
        await stage.host.type("55")

        dialog.close()
        await stage.host.enterBackground()
        await stage.host.enterForeground()
        await stage.host.type("7")

        #expect(stage.host.frame.contains("557"))
        #expect(stage.keyWindow == "assistant panel")
        await stage.host.key("escape")
        #expect(stage.keyWindow == "page")
    }

    @Test func `a page that goes cancels the fetches of its choices`() async throws {
        var (begun, ended) = (0, 0)
        let stage = try await Stage.launched { host in
            let slow = CommandParameter(
                name: "to",
                title: "To",
                kind: .choice { [weak host] in
                    begun += 1
                    defer { ended += 1 }
                    try await host?.clock.sleep(for: .seconds(1_000_000))
                    return []
                }
            )
            try host.commands.offer(Command(id: "slow", title: "slow", parameters: [slow]) { _ in nil })
        }
        for _ in 0..<10 {
            await stage.host.key("f2")
            await stage.host.type("slow")
            await stage.host.key("enter")
            for _ in 0..<4 where stage.isPanelOpen { await stage.host.key("escape") }
        }

        #expect(begun >= 10)
        #expect(ended == begun)
    }

    @Test func `a very long answer is shortened, and says so at its end`() async throws {
        let stage = try await Stage.launched { host in
            let answer = Array(repeating: "row", count: 100_000).joined(separator: "\n")
            try host.commands.offer(Command(id: "long", title: "long") { _ in answer })
        }
        await stage.host.key("f2")
        await stage.host.type("long")
        await stage.host.key("enter")
        #expect(stage.host.frame.contains("row"))
        await stage.host.wheel(1_000_000, at: Point(x: 20, y: 10))

        #expect(stage.host.frame.contains("(349999 more letters are not shown)"))
    }

    @Test func `a panel that something else hides is closed`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f2")
        let panel = try #require(stage.panelWindow)

        panel.hide()
        await stage.host.advance(by: .zero)
        #expect(stage.keyWindow == "page")
        await stage.host.key("f2")

        #expect(panel.isKey)
    }

    @Test func `choices may close the panel, disable the assistant or never arrive`() async throws {
        let stage = try await Stage.launched { host in
            @MainActor func offer(
                _ id: String,
                _ fetch: @escaping @MainActor @Sendable () async throws -> [CommandChoice]
            ) throws {
                let parameter = CommandParameter(name: "to", title: "To", kind: .choice(fetch))
                try host.commands.offer(Command(id: id, title: id, parameters: [parameter]) { "took \($0.text("to"))" })
            }
            let some = [CommandChoice(value: "a", title: "Alpha")]
            try offer("fetch-close") { [weak host] in
                _ = try await host?.commands.run("assistant.tools")
                return some
            }
            try offer("fetch-disable") { [weak host] in
                try host?.plugins.disable("floating-assistant")
                return some
            }
            try offer("fetch-never") { [weak host] in
                try await host?.clock.sleep(for: .seconds(1_000_000))
                return some
            }
        }
        for name in ["fetch-close", "fetch-never", "fetch-disable"] {
            await stage.host.key("f2")
            await stage.host.type(name)
            await stage.host.key("enter")
            await stage.host.key("enter")
            for _ in 0..<4 where stage.isPanelOpen { await stage.host.key("escape") }
            #expect(stage.keyWindow == "page", "\(name)")
        }
        try stage.host.app.plugins.enable("floating-assistant")
        await stage.host.key("f2")
        #expect(stage.isPanelOpen)
    }

    @Test func `an alert over a form gives the keyboard back to the field`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f3")
        await stage.host.type("55")
        let alert = stage.host.app.makeWindow(title: "alert", level: .alert, root: View())
        alert.makeKeyAndVisible()
        await stage.host.key("f4")
        #expect(stage.keyWindow == "alert")

        alert.close()
        await stage.host.type("7")

        #expect(stage.host.frame.contains("557"))
    }

    @Test func `a password that ends with a stop is on no frame and in no event`() async throws {
        let stage = try await Stage.launched()
        await stage.host.key("f3")
        await stage.host.type("5")
        await stage.host.key("tab")
        await stage.host.type("s3same.")
        #expect(stage.host.frame.contains("•••••••"))
        #expect(!stage.host.frame.contains("same"))

        await stage.host.key("enter")

        #expect(stage.host.frame.contains("wrong password: •••"))
        #expect(!stage.host.frame.contains("same"))
        #expect(!stage.host.events.contains { $0.contains("same") })
        #expect(!stage.host.app.log.entries.contains { $0.text.contains("same") })
    }
}
