import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

@MainActor @Suite(.tags(.inspector)) struct BusPagesTests {
    @Test func `a post appears while the page is open, with its poster and the observers of its topic`() async throws {
        let host = try await Neighbor.host(page: "bus")

        host.app.bus.post(named: "neighbor.ring", ["times": 2, "password": "hunter2"])
        await host.advance(by: .seconds(1))

        #expect(host.lines(with: "neighbor.ring").first?.contains("host") == true)
        #expect(host.lines(with: "· neighbor.bark").first?.contains("neighbor") == true)
        #expect(host.frame.contains("posted by"))
        #expect(host.frame.contains("InspectorPluginTests/Neighbor.swift"))
        #expect(!host.frame.contains("hunter2"))
    }

    @Test func `an observer that throws is an event of its own`() async throws {
        let host = try await Neighbor.host(page: "bus")

        host.app.bus.post(named: "neighbor.break")
        await host.advance(by: .seconds(1))
        await host.filter("threw")

        #expect(host.lines(with: "✗ neighbor.break").count == 1)
        #expect(host.frame.contains("threw on 'neighbor.break':"))
        #expect(host.frame.contains("Broken()"))
    }

    @Test func `the inspector's own messages are hidden until they're asked for`() async throws {
        let host = try await Neighbor.host(page: "bus")
        host.app.bus.post(named: "neighbor.ring")
        await host.advance(by: .seconds(1))
        #expect(!host.frame.contains("window key  inspector"))
        #expect(!host.frame.contains("command finished  inspector.bus"))

        await host.key("o")

        #expect(host.frame.contains("inspector.bus"))
    }

    @Test func `a notification is posted from the page, and from a command`() async throws {
        let host = try await Neighbor.host(page: "bus")
        var heard: [NamedNotification] = []
        let subscription = host.app.bus.observe(named: "street.noise") { heard.append($0) }

        await host.key("p")
        await host.type("street.noise level=3")
        await host.key("enter")
        try await host.run("inspector.post", ["name": "street.noise", "values": "level=4"])

        #expect(heard.map { $0["level"] } == [3, 4])
        await #expect(throws: CommandFieldError("values", "'x' has no '=': write name=value")) {
            try await host.run("inspector.post", ["name": "street.noise", "values": "x"])
        }
        withExtendedLifetime(subscription) {}
    }

    @Test func `the page follows while its last line is selected, and stays otherwise`() async throws {
        let host = try await Neighbor.host(page: "bus")
        for number in 0..<40 { host.app.bus.post(named: "tick", ["number": .int(number)]) }
        await host.advance(by: .seconds(1))
        #expect(host.frame.contains("number=39"))

        await host.key("home")
        for number in 40..<80 { host.app.bus.post(named: "tick", ["number": .int(number)]) }
        await host.advance(by: .seconds(1))
        #expect(host.frame.contains("number=0"))
        #expect(!host.frame.contains("number=79"))
        await host.key("end")

        #expect(host.frame.contains("number=79"))
    }

    @Test func `a flood is drawn ten times a second at most`() async throws {
        let host = try await Neighbor.host(page: "bus")
        await host.advance(by: .seconds(1))
        let before = host.changedFrames

        for step in 0..<100 {
            for _ in 0..<100 { host.app.bus.post(named: "flood", ["step": .int(step)]) }
            await host.advance(by: .milliseconds(10))
        }

        #expect(host.changedFrames - before <= 11)
    }

    @Test func `a cleared or paused page shows what comes later, or nothing`() async throws {
        let host = try await Neighbor.host(page: "bus")
        host.app.bus.post(named: "first.post")
        await host.advance(by: .seconds(1))

        await host.key("c")
        #expect(!host.frame.contains("first.post"))
        #expect(host.frame.contains("No message has been posted since this page was opened."))
        await host.key("P")
        host.app.bus.post(named: "second.post")
        await host.advance(by: .seconds(1))

        #expect(!host.frame.contains("second.post"))
    }

    @Test func `a flood of one topic doesn't push out another's messages`() async throws {
        let host = try await Neighbor.host(page: "bus")
        host.app.bus.post(named: "neighbor.ring")

        for _ in 0..<100_000 { host.app.bus.post(named: "flood") }
        await host.advance(by: .seconds(1))
        await host.filter("neighbor.ring")

        #expect(!host.lines(with: "host").filter { $0.contains("neighbor.ring") }.isEmpty)
        #expect(host.frame.contains("older ones dropped"))
    }

    @Test func `nothing is recorded while the page is closed`() async throws {
        let host = try await Neighbor.host(page: "bus")
        await host.key("f12")

        host.app.bus.post(named: "first.post")
        try await host.open("bus")
        await host.advance(by: .seconds(1))

        #expect(!host.frame.contains("first.post"))
    }

    @Test func `a muted topic is left out until it's unmuted, and its failures are not`() async throws {
        let host = try await Neighbor.host(page: "bus")
        host.app.bus.post(named: "neighbor.bark")
        host.app.bus.post(named: "neighbor.break")
        await host.advance(by: .seconds(1))
        await host.filter("neighbor.break")

        await host.key("home m escape")
        #expect(host.lines(with: "✗ neighbor.break").count == 1)
        #expect(host.lines(with: "host  ").filter { $0.contains("  neighbor.break") }.isEmpty)
        #expect(host.frame.contains("1 muted"))
        await host.key("M")

        #expect(host.lines(with: "host  ").filter { $0.contains("  neighbor.break") }.count == 1)
    }

    @Test(arguments: [40, 200])
    func `a muted topic is marked at any width, and m or M shows it again`(width: Int) async throws {
        let size = Size(width: width, height: 24)
        let host = try await Neighbor.host(page: "topics", filter: "neighbor.ring", size: size)
        func isMarked() -> Bool { host.lines(with: "muted · neighbor").contains { !$0.contains("M shows") } }

        for key in ["m", "M"] {
            await host.key("m")
            #expect(isMarked(), "\(host.frame)")
            await host.key(key)
            #expect(!isMarked())
        }
    }

    @Test func `a topic is muted from the list of topics, and stays muted when the panel is closed`() async throws {
        let host = try await Neighbor.host(page: "topics", filter: "neighbor.ring")

        await host.key("m")
        #expect(host.lines(with: "muted").contains { $0.contains("neighbor.ring") })
        await host.key("f12")
        try await host.open("bus")
        host.app.bus.post(named: "neighbor.ring")
        host.app.bus.post(named: "neighbor.ping")
        await host.advance(by: .seconds(1))

        #expect(host.lines(with: "neighbor.ring").isEmpty)
        #expect(!host.lines(with: "neighbor.ping").isEmpty)
    }

    // MARK: - Topics

    @Test func `a topic is listed with its observers, their lines, and its rate`() async throws {
        let host = try await Neighbor.host(page: "topics", filter: "neighbor.ring")
        for _ in 0..<20 { host.app.bus.post(named: "neighbor.ring") }
        await host.advance(by: .seconds(1))

        let line = try #require(host.lines(with: "neighbor.ring  ").first { !$0.contains("topics") })
        #expect(line.split(separator: " ").prefix(5) == ["neighbor.ring", "1", "20", "20", "20"])
        #expect(host.frame.contains("Observed by, in this order"))
        #expect(host.frame.contains("InspectorPluginTests/Neighbor.swift"))
    }

    @Test func `a topic with suspiciously many observers carries a warning`() async throws {
        let host = try await Neighbor.host()
        let observers = (0..<200).map { _ in host.app.bus.observe(named: "leaky") { _ in } }
        try await host.open("topics")
        await host.filter("leaky")

        #expect(host.frame.contains("'leaky' has 200 observers"))
        #expect(host.frame.contains("200 times"))
        withExtendedLifetime(observers) {}
    }
}
