import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

@MainActor @Suite(.tags(.inspector)) struct PluginPagesTests {
    // MARK: - Plugins

    @Test func `the plugins are listed with their states, and the selected one with what it holds`() async throws {
        let host = try await Neighbor.host(page: "plugins", filter: "neighbor")

        #expect(host.lines(with: "neighbor ").first?.contains("active") == true)
        #expect(host.frame.contains("Lives next door."))
        await host.key("J J J")
        #expect(host.frame.contains("2 observers"))
        #expect(host.frame.contains("neighbor.ring  Neighbor.swift"))
    }

    @Test func `a plugin is disabled and enabled with a key`() async throws {
        let host = try await Neighbor.host(page: "plugins", filter: "neighbor")

        await host.key("e")
        #expect(host.app.plugins.state(of: "neighbor") == .disabled(reason: "by hand"))
        #expect(host.frame.contains("neighbor is disabled by hand"))
        await host.key("e")

        #expect(host.app.plugins.state(of: "neighbor") == .active)
    }

    @Test func `a plugin that is blocked can be disabled, and one that is refused offers nothing`() async throws {
        let host = try await Neighbor.host([Waiting.self, Misnamed.self], page: "plugins")

        await host.filter("waiting")
        #expect(host.lines(with: "waiting ").contains { $0.contains("blocked") })
        #expect(host.frame.contains("e disable"))
        await host.key("e")
        #expect(host.app.plugins.state(of: "waiting") == .disabled(reason: "by hand"))

        await host.key("escape")
        await host.filter("blocked")
        #expect(host.frame.contains("breaks a rule"))
        #expect(!host.frame.contains("e disable") && !host.frame.contains("e enable"))
    }

    @Test func `the inspector doesn't disable itself`() async throws {
        let host = try await Neighbor.host(page: "plugins", filter: "inspector")

        await host.key("e")

        #expect(host.app.plugins.state(of: "inspector") == .active)
        #expect(host.frame.contains("The inspector doesn't disable itself"))
    }

    @Test func `a plugin's requests are listed with their bytes, and why they failed`() async throws {
        let host = try await Neighbor.host([Reader.self], page: "plugins", size: Size(width: 200, height: 60))
        host.network["http://a.example/news"] = .text("hello")

        await host.advance(by: .seconds(2))
        await host.filter("reader")

        #expect(host.frame.contains("2 requests, 5 bytes, 1 failed"))
        #expect(host.frame.contains("http://a.example/news: 5 bytes"))
        #expect(host.frame.contains("http://a.example/old?key=1234: the test has no answer"))
    }

    @Test func `requests are listed with the answer or why there is none, the last one first`() async throws {
        let host = try await Neighbor.host([Reader.self], page: "network", size: Size(width: 200, height: 60))
        host.network["http://a.example/news"] = .text("hello")
        let before = host.frame

        await host.advance(by: .seconds(2))

        #expect(before.contains("Nothing has been fetched yet."))
        #expect(host.frame.contains("2 requests, 1 failed"))
        let rows = host.lines(with: "reader").filter { $0.contains("http://a.example/") }
        #expect(rows.count == 2)
        #expect(rows.first?.contains("the test has no answer") == true)
        #expect(rows.last?.contains("status 200") == true && rows.last?.contains("5 bytes") == true)
    }

    @Test func `a request is listed without its query, in which there may be a key`() async throws {
        let host = try await Neighbor.host([Reader.self], page: "network", size: Size(width: 200, height: 60))
        host.network["http://a.example/news"] = .text("hello")
        host.network["http://a.example/old?key=1234"] = .status(404)

        await host.advance(by: .seconds(2))

        #expect(host.frame.contains("http://a.example/old"))
        #expect(host.frame.contains("the server answered 404"))
        #expect(!host.frame.contains("key=1234"))
    }

    // MARK: - Commands

    @Test func `a command is listed with its owner, its parameters and why it can't be run`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor.unlock")

        #expect(host.lines(with: "neighbor.unlock ").contains { $0.contains("unavailable") })
        #expect(host.frame.contains("Nobody is at home."))
        #expect(host.frame.contains("secret text, has a default"))
        #expect(!host.frame.contains("0000"))
    }

    @Test func `a command runs with a key, and its result is shown`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor.greet")

        await host.key("r")

        #expect(host.lines(with: "last run").first?.contains("hello") == true)
    }

    @Test func `a command with parameters shows its form, which says what is wrong with them`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor.lend")

        await host.key("r")
        #expect(host.frame.contains("1 to 9"))
        await host.key("tab enter")
        #expect(host.frame.contains("✕ Needs a value"))
        await host.type("a ladder")
        await host.key("tab")
        await host.type("3")
        await host.key("enter")

        #expect(host.lines(with: "last run").first?.contains("a ladder for 3") == true)
        #expect(host.app.windows.keyWindow?.title == "inspector")
    }

    @Test func `a command with a secret is run from its form, which doesn't show it`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor.unlock")

        await host.key("r")
        await host.type("8642")
        #expect(host.frame.contains("••••"))
        await host.key("enter")

        #expect(host.frame.contains("Nobody is at home."))
        #expect(!host.frame.contains("8642"))
        #expect(host.app.windows.keyWindow?.title == "inspector form")
    }

    @Test func `a long run is cancelled from its form`() async throws {
        let host = try await Neighbor.host([Sleeper.self], page: "commands", filter: "sleeper.sleep")
        await host.key("r")
        await host.type("9")
        await host.key("enter")
        await host.advance(by: .seconds(1))
        #expect(host.frame.contains("Running …"))

        await host.key("escape escape")

        #expect(host.lines(with: "last run").first?.contains("cancelled") == true)
        #expect(host.app.windows.keyWindow?.title == "inspector")
    }

    @Test func `the key of the inspector closes a form with the panel`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor.lend")
        await host.key("r")
        #expect(!host.frame.contains("The program has the keyboard"))

        await host.key("f12")

        #expect(host.visibleWindows == ["shop"])
    }

    @Test func `pressing a key lists its receivers in order, and the commands that came too late`() async throws {
        let host = try await Neighbor.host(page: "commands")

        await host.key("k")
        #expect(host.frame.contains("Press the key that you want to know about."))
        await host.key("g")

        #expect(host.frame.contains("The key g"))
        #expect(host.lines(with: "then ").first?.contains("'shop.go' of host") == true)
        #expect(host.frame.contains("the key window 'shop' of host"))
        #expect(host.frame.contains("'neighbor.greet' of neighbor, which came later"))
    }

    @Test func `a page that is left keeps its filter and its choice until the panel closes`() async throws {
        let host = try await Neighbor.host(page: "commands", filter: "neighbor")
        await host.key("down")
        let details = host.lines(with: "id ")

        await host.key("g 1 g 8")
        #expect(host.lines(with: "id ") == details)
        #expect(host.frame.contains("3 of "))
        await host.key("f12 f12")

        #expect(!host.frame.contains("3 of "))
    }

    @Test func `pressing a key without a command says so`() async throws {
        let host = try await Neighbor.host(page: "commands")

        await host.key("k escape")

        #expect(host.frame.contains("then   no command has this key"))
        #expect(host.visibleWindows.contains("inspector"))
    }

    // MARK: - Services

    @Test func `a service is listed with its type and the plugins that require it`() async throws {
        let host = try await Neighbor.host(page: "services")
        await host.key("down")

        #expect(host.lines(with: "shop.prices").first?.contains("Swift.Int") == true)
        #expect(host.frame.contains("required by"))
    }

    @Test func `a service whose provider doesn't run is listed as missing`() async throws {
        let host = try await Neighbor.host(page: "services")

        try host.app.plugins.disable("neighbor")
        await host.filter("tea")

        #expect(host.frame.contains("neighbor announces it and doesn't run."))
    }

    // MARK: - Settings

    @Test func `a setting is listed with its value, its source and its readers, without secrets`() async throws {
        let configuration = HostConfiguration(["neighbor": ["api-token": "abc", "tee": "black"]])
        let host = try await Neighbor.host(page: "settings", configuration: configuration)

        #expect(host.lines(with: "api-token").first?.contains("•••") == true)
        #expect(!host.frame.contains("abc"))
        #expect(host.lines(with: " tea ").first?.contains("default") == true)
        #expect(host.lines(with: " tea ").first?.contains("green") == true)
        await host.filter("tee")
        #expect(host.frame.contains("Nothing reads this setting: its name is most likely misspelled."))
    }
}

private final class Waiting: HostPlugin {
    static let manifest = PluginManifest(id: "waiting", name: "Waiting", version: "1", requires: ["nothing"])
    func activate(_ context: PluginContext) {}
}

private final class Misnamed: HostPlugin {
    static let manifest = PluginManifest(id: "Two Words", name: "Misnamed", version: "1")
    func activate(_ context: PluginContext) {}
}

/// A plugin that fetches two files.
@MainActor private final class Sleeper: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "sleeper", name: "Sleeper", version: "1")

    func activate(_ context: PluginContext) throws {
        let hours = CommandParameter(name: "hours", title: "Hours", kind: .number(nil))
        try context.commands.offer(
            Command(id: "sleeper.sleep", title: "Sleep", parameters: [hours]) { arguments in
                try await context.time.sleep(for: .seconds(3600 * (arguments.number("hours") ?? 0)))
                return nil
            }
        )
    }
}

@MainActor private final class Reader: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "reader", name: "Reader", version: "1")

    func activate(_ context: PluginContext) throws {
        context.tasks.start {
            try await context.time.sleep(for: .seconds(1))
            _ = try await context.network.fetch("http://a.example/news")
            _ = try? await context.network.fetch("http://a.example/old?key=1234")
        }
    }
}
