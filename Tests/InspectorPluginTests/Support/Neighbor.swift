import HostRuntime
import HostTestKit

@testable import InspectorPlugin

/// A plugin for the inspector to look at.
@MainActor final class Neighbor: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "neighbor",
        name: "Neighbor",
        version: "2.1.0",
        summary: "Lives next door.",
        requires: ["shop.prices"],
        provides: ["neighbor.tea"],
        configuration: [
            ConfigurationSection(
                "neighbor",
                settings: [
                    Setting("tea", default: "green", help: "the kind of tea"),
                    Setting("api-token", default: "", help: "the key to the tea"),
                ]
            )
        ]
    )

    func activate(_ context: PluginContext) throws {
        context.bus.observe(named: "neighbor.ring") { _ in context.bus.post(named: "neighbor.bark") }
        context.bus.observe(named: "neighbor.break") { _ in throw Broken() }
        try context.services.provide("tea", for: ServiceKey<String>("neighbor.tea"))
        try context.commands.offer(
            Command(id: "neighbor.greet", title: "Greet", group: "Street", key: KeyEvent(.character("g"))) { _ in
                "hello"
            }
        )
        try context.commands.offer(
            Command(
                id: "neighbor.lend",
                title: "Lend",
                group: "Street",
                parameters: [
                    CommandParameter(name: "what", title: "What"),
                    CommandParameter(name: "days", title: "Days", kind: .number(1...9), defaultValue: 2),
                ]
            ) { "\($0.text("what")) for \($0.text("days"))" }
        )
        try context.commands.offer(
            Command(
                id: "neighbor.unlock",
                title: "Unlock",
                group: "Street",
                parameters: [CommandParameter(name: "code", title: "Code", kind: .secret, defaultValue: "0000")],
                isAvailable: { .unavailable("Nobody is at home.") }
            ) { _ in nil }
        )
        context.storage.store.update { $0 = ["cups": 3, "door-pin": 1234, "pets": ["dog": "Rex"]] }
        context.log.warning("the dog is loose")
    }

    struct Broken: Error {}

    /// Launches a host with the neighbor, the inspector, and a program with a service and a command; opens a page of the
    /// inspector, and chooses the row that a filter leaves first.
    static func host(
        _ others: [any HostPlugin.Type] = [],
        page: String? = nil,
        filter: String? = nil,
        size: Size = Size(width: 100, height: 30),
        configuration: HostConfiguration = HostConfiguration(),
        isASCII: Bool = false
    ) async throws -> TestHost {
        let host = try TestHost(
            plugins: [Inspector.self, Neighbor.self] + others,
            size: size,
            configuration: configuration,
            isASCII: isASCII
        ) { host in
            try host.services.provide(7, for: ServiceKey<Int>("shop.prices"))
            try host.commands.offer(Command(id: "shop.go", title: "Go", key: KeyEvent(.character("g"))) { _ in nil })
            let page = View()
            page.background = Theme.page
            let window = host.makeWindow(title: "shop", root: page)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        if let page { try await host.open(page) }
        if let filter { await host.filter(filter) }
        return host
    }
}

extension TestHost {
    /// Opens a page of the inspector.
    func open(_ page: String) async throws {
        try await run("inspector.\(page)")
    }

    /// The lines of the screen that contain a text.
    func lines(with text: String) -> [String] {
        frame.text.split(separator: "\n").map(String.init).filter { $0.contains(text) }
    }

    /// Chooses the row that a filter leaves first.
    func filter(_ text: String) async {
        await key("/")
        await type(text)
        await key("enter")
    }
}
