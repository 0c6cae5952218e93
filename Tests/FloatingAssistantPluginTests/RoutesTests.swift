import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

@MainActor @Suite(.tags(.assistant)) struct RoutesTests {
    private func gesture(_ name: String) throws -> TapGesture {
        try #require(TapGesture.all.first { $0.name == name })
    }

    @Test(arguments: [
        ("one-tap", Routes.Target.tools), ("two-taps", .command("session.login")),
        ("three-taps", .command("shop.switch")),
        ("four-taps", .command("environment.switch")),
    ])
    func `without a configuration the taps open tools, login, shops and environments`(
        name: String,
        target: Routes.Target
    ) throws {
        #expect(try Routes()[gesture(name)] == target)
    }

    @Test func `a route names the command that a gesture opens, and an empty one the tools`() throws {
        let routes = Routes(["routes": ["one-tap": "cart.show", "four-taps": ""]])

        #expect(try routes[gesture("one-tap")] == .command("cart.show"))
        #expect(try routes[gesture("two-taps")] == .command("session.login"))
        #expect(try routes[gesture("four-taps")] == .tools)
    }

    @Test func `an invalid route keeps its default`() {
        #expect(Routes(["routes": ["no-taps": "x", "two-taps": 2]]) == Routes())
    }

    @Test(arguments: TapGesture.all)
    func `a route can't lead to a gesture's own command, which could lead back`(gesture: TapGesture) {
        for other in TapGesture.all { #expect(other.route.read(.string(gesture.commandID)) == .refused) }
        #expect(Routes(["routes": .dictionary([gesture.name: "assistant.shops"])]) == Routes())
    }

    @Test func `routes of another type keep the defaults`() {
        #expect(Routes(["routes": "session.login"]) == Routes())
    }

    @Test(arguments: TapGesture.all)
    func `a route can be set for every gesture, and only for that one`(gesture: TapGesture) {
        let routes = Routes(["routes": .dictionary([gesture.name: "cart.show"])])

        #expect(TapGesture.all.filter { routes[$0] == .command("cart.show") } == [gesture])
    }

    @Test func `every gesture's route is declared, so that the host reports an invalid or a misspelled one`()
        async throws
    {
        let routes = HostConfiguration([
            "floating-assistant": ["routes": ["two-taps": 2, "three-taps": "assistant.login"]]
        ])

        let stage = try await Stage.launched(configuration: routes)

        let rule = "is the id of a command, or '' for the tools, and no gesture's own command"
        let start = "warning  floating-assistant  the setting 'floating-assistant.routes"
        #expect(
            stage.host.events.filter { $0.contains(start) } == [
                "\(start).two-taps' \(rule), not 2; it's ignored (the program)",
                "\(start).three-taps' \(rule), not 'assistant.login'; it's ignored (the program)",
            ]
        )
    }
}
