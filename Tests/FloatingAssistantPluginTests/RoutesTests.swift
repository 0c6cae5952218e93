import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct RoutesTests {
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
        #expect(try Routes.read([:]).routes[gesture(name)] == target)
        #expect(Routes.read([:]).warnings == [])
    }

    @Test func `a route names the command that a gesture opens, and an empty one the tools`() throws {
        let (routes, warnings) = Routes.read(["routes": ["one-tap": "cart.show", "four-taps": ""]])

        #expect(try routes[gesture("one-tap")] == .command("cart.show"))
        #expect(try routes[gesture("two-taps")] == .command("session.login"))
        #expect(try routes[gesture("four-taps")] == .tools)
        #expect(warnings == [])
    }

    @Test func `an invalid route is reported, and its default holds`() {
        let (routes, warnings) = Routes.read(["routes": ["no-taps": "x", "two-taps": 2]])

        #expect(routes == Routes())
        #expect(
            warnings == [
                "'routes' names a gesture 'no-taps' that does not exist; there are "
                    + TapGesture.all.map(\.name).joined(separator: ", "),
                "the route 'two-taps' must be a command's id, or \"\" for the tools; the default is used",
            ]
        )
    }

    @Test func `a route can't lead to a gesture's own command, which could lead back`() {
        let (routes, warnings) = Routes.read([
            "routes": ["two-taps": "assistant.shops", "three-taps": "assistant.login"]
        ])

        #expect(routes == Routes())
        #expect(
            warnings == [
                "the route 'three-taps' can't lead to a gesture's own command 'assistant.login'; the default is used",
                "the route 'two-taps' can't lead to a gesture's own command 'assistant.shops'; the default is used",
            ]
        )
    }

    @Test func `routes of another type are reported, and the defaults hold`() {
        let (routes, warnings) = Routes.read(["routes": "session.login"])

        #expect(routes == Routes())
        #expect(warnings.count == 1)
    }

    @Test(arguments: TapGesture.all)
    func `a route can be set for every gesture, and only for that one`(gesture: TapGesture) {
        let (routes, warnings) = Routes.read(["routes": .dictionary([gesture.name: "cart.show"])])

        #expect(warnings == [])
        #expect(TapGesture.all.filter { routes[$0] == .command("cart.show") } == [gesture])
    }
}
