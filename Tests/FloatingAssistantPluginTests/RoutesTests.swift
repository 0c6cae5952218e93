import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct RoutesTests {
    @Test(arguments: [
        (TapCount.one, Routes.Target.tools), (.two, .command("session.login")), (.three, .command("shop.switch")),
        (.four, .command("environment.switch")),
    ])
    func `without a configuration the taps open tools, login, shops and environments`(
        count: TapCount,
        target: Routes.Target
    ) {
        #expect(Routes.read([:]).routes[count] == target)
        #expect(Routes.read([:]).warnings == [])
    }

    @Test func `a route names the command that a gesture opens, and an empty one the tools`() {
        let (routes, warnings) = Routes.read(["routes": ["one-tap": "cart.show", "four-taps": ""]])

        #expect(routes[.one] == .command("cart.show"))
        #expect(routes[.two] == .command("session.login"))
        #expect(routes[.four] == .tools)
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

    @Test(arguments: TapCount.allCases)
    func `a route can be set for every number of taps, and only for that one`(count: TapCount) {
        let (routes, warnings) = Routes.read(["routes": [TapGesture(count).name: "cart.show"]])

        #expect(warnings == [])
        #expect(TapCount.allCases.filter { routes[$0] == .command("cart.show") } == [count])
    }
}
