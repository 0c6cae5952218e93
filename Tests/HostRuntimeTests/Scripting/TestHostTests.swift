import HostRuntime
import HostTestKit
import Testing

@MainActor @Suite struct TestHostTests {
    @Test func `a command that ends by itself returns its text`() async throws {
        let host = TestHost()
        await host.launch()
        try host.app.commands.offer(
            Command(id: "soon", title: "Soon") { _ in
                await Task.yield()
                return "done"
            }
        )

        #expect(try await host.run("soon") == "done")
        await #expect(throws: CommandError.unknownCommand("sooner", nearest: "soon")) { try await host.run("sooner") }
    }

    @Test func `a command that isn't there before the launch or after the end is refused with why`() async throws {
        let host = TestHost(plugins: [])
        try host.app.commands.offer(Command(id: "own", title: "Own") { _ in "done" })

        #expect(try await host.run("own") == "done")
        let early = await #expect(throws: HostIsNotRunning.self) { try await host.run("weather.show") }
        await host.launch()
        await #expect(throws: CommandError.self) { try await host.run("weather.show") }
        await host.terminate()
        let late = await #expect(throws: HostIsNotRunning.self) { try await host.run("weather.show") }

        #expect(
            early?.description
                == "There is no command 'weather.show' because the host isn't launched, and its plugins offer their "
                + "commands then. Call 'await host.launch()' first."
        )
        #expect(late?.hasEnded == true)
    }

    @Test func `a command that isn't there is refused with the plugins that don't run`() async throws {
        let host = TestHost(plugins: [Needy.self, Beta.self])
        await host.launch()

        let error = await #expect(throws: CommandIsMissing.self) { try await host.run("needy.show") }

        #expect(
            error?.description
                == "There is no command 'needy.show'. "
                + "Provide a service that is missing with 'host.app.services.provide' before the launch. "
                + "These plugins don't run: 'needy' is blocked: the service 'weather' "
                + "has no provider; attach a plugin that provides it"
        )
    }

    @Test func `running a command that sleeps on the host's clock throws at once, and cancels it`() async throws {
        let host = TestHost()
        await host.launch()
        try host.app.commands.offer(
            Command(id: "later", title: "Later") { [clock = host.app.clock] _ in
                try await clock.sleep(for: .seconds(1))
                return "done"
            }
        )

        let error = await #expect(throws: CommandDidNotEnd.self) { try await host.run("later") }

        #expect(
            error?.description
                == "Command 'later' hasn't ended, and nothing more happens by itself: it waits for time, input or work "
                + "outside the main actor. Start it with app.commands.start, and then advance the time or send the "
                + "input."
        )
        #expect(host.app.commands.runs.isEmpty)
        #expect(host.events.contains("command cancelled  later"))
    }

    @Test func `a command that is started ends when the time has come`() async throws {
        let host = TestHost()
        await host.launch()
        try host.app.commands.offer(
            Command(id: "later", title: "Later") { [clock = host.app.clock] _ in
                try await clock.sleep(for: .seconds(1))
                return "done"
            }
        )
        var text: String?

        host.app.commands.start("later") { text = try? $0.get() }
        await host.advance(by: .seconds(1))

        #expect(text == "done")
    }

    @Test func `an unknown key fails the test, and the others are pressed`() async throws {
        let host = TestHost()
        await host.launch()
        var runs = 0
        try host.app.commands.offer(
            Command(id: "page.search", title: "Search", key: KeyEvent(.function(5))) { _ in
                runs += 1
                return nil
            }
        )

        await withKnownIssue {
            await host.key("f5 entre f5")
        } matching: {
            "\($0)".contains("There is no key 'entre'")
        }

        #expect(runs == 2)
    }

    @Test(arguments: [Point(x: 80, y: 3), Point(x: 3, y: 24), Point(x: -1, y: 0)])
    func `a tap off the screen fails the test`(point: Point) async {
        let host = TestHost()
        await host.launch()

        await withKnownIssue {
            await host.tap(point.x, point.y)
            await host.longPress(point.x, point.y)
        } matching: {
            "\($0)".contains("The cell \(point) is off the screen, which is 80x24")
        }
    }

    @Test func `an argument that a command doesn't declare has no value, and the log says so once`() async throws {
        let host = TestHost()
        let speed = CommandParameter(name: "speed", title: "Speed", kind: .number(1...3), defaultValue: 1)
        try host.app.commands.offer(
            Command(id: "door.use", title: "Go", parameters: [speed]) { arguments in
                "\(arguments.text("sped"))\(arguments.number("sped") ?? 0)\(arguments.toggle("sped"))"
            }
        )
        await host.launch()

        for _ in 0..<2 { #expect(try await host.run("door.use") == "0.0false") }

        #expect(
            host.events.filter { $0.hasPrefix("warning") } == [
                "warning  host  Command 'door.use' has no parameter 'sped'. It has speed."
            ]
        )
    }

    private typealias Input = @MainActor (TestHost) async -> Void

    @Test func `a drag, a touch and the wheel off the screen fail the test`() async {
        let host = TestHost()
        await host.launch()
        let (point, off) = (Point(x: 1, y: 1), Point(x: 80, y: 3))
        let inputs: [Input] = [
            { await $0.drag(from: point, to: off) }, { await $0.drag(from: off, to: point) },
            { await $0.touch(.moved, at: off) }, { await $0.wheel(1, at: off) },
        ]

        for input in inputs {
            await withKnownIssue {
                await input(host)
            } matching: {
                "\($0)".contains("The cell \(off) is off the screen, which is 80x24")
            }
        }
    }

    @Test func `input before the launch fails the test, because nobody takes it`() async {
        let host = TestHost()
        let point = Point(x: 1, y: 1)
        let inputs: [Input] = [
            { await $0.key("a") }, { await $0.type("a") }, { await $0.paste("a") }, { await $0.tap(1, 1) },
            { await $0.longPress(1, 1) }, { await $0.drag(from: point, to: point) }, { await $0.wheel(1, at: point) },
            { await $0.touch(.began, at: point) },
        ]

        for input in inputs {
            await withKnownIssue {
                await input(host)
            } matching: {
                "\($0)".contains("isn't launched, and takes no input")
            }
        }
    }

    @Test func `a plugin that is given twice fails the test`() async {
        withKnownIssue {
            _ = TestHost(plugins: [Weather.self, Weather.self])
        } matching: {
            "\($0)".contains("The plugin 'weather' is given twice")
        }
    }

    private final class Weather: HostPlugin {
        nonisolated static let manifest = PluginManifest(
            id: "weather",
            name: "Weather",
            version: "1.0.0",
            configuration: [ConfigurationSection("weather", settings: [Setting("city", default: "Faro", help: "")])]
        )

        func activate(_ context: PluginContext) throws {}
    }

    @Test func `a plugin's misspelled setting is a warning, once, and a section of the test's program is none`() async {
        let configuration = HostConfiguration(["weather": ["cty": "Porto"], "shop": ["name": "Tea"]])
        let host = TestHost(plugins: [Weather.self], configuration: configuration)

        await host.launch()

        #expect(
            host.events.filter { $0.hasPrefix("warning") } == [
                "warning  host  nothing reads 'cty' in the section 'weather' of the configuration; did you mean 'city'?"
            ]
        )
    }

    @Test func `events have no control characters, like a transcript`() async {
        let host = TestHost()
        await host.launch()

        host.app.log.info("a\u{1B}[2J\u{202E}b")

        #expect(host.events.last == #"info  host  a\u{1B}[2J\u{202E}b"#)
    }
}
