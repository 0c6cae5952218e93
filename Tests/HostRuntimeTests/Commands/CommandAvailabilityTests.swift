import HostTestKit
import Testing

@testable import HostRuntime

@MainActor @Suite struct CommandAvailabilityTests {
    @MainActor private final class Door {
        var isOpen = false
        var uses = 0
    }

    private func host(_ door: Door) throws -> TestHost {
        try TestHost { host in
            try host.commands.offer(
                Command(
                    id: "door.use",
                    title: "Go through",
                    key: KeyEvent(.function(7)),
                    parameters: [
                        CommandParameter(name: "speed", title: "Speed", kind: .number(1...3), defaultValue: 1)
                    ],
                    isAvailable: { door.isOpen ? .available : .unavailable("The door is closed.\u{1B}[1m\nOpen it.") }
                ) { _ in
                    door.uses += 1
                    return nil
                }
            )
            return door
        }
    }

    @Test func `a command that is not available is not run, and the error is the reason on one line`() async throws {
        let door = Door()
        let host = try host(door)
        await host.launch()

        let error = await #expect(throws: CommandUnavailable.self) { try await host.run("door.use", ["speed": 9]) }
        await host.key("f7")

        #expect(error == CommandUnavailable(command: "door.use", reason: "The door is closed.[1m Open it."))
        #expect(error?.description == error?.reason)
        #expect(door.uses == 0)
        #expect(host.events.filter { $0.hasPrefix("command failed  door.use  The door is closed.") }.count == 2)
    }

    @Test func `a command's availability is evaluated each time`() async throws {
        let door = Door()
        let host = try host(door)
        await host.launch()
        let command = try #require(host.app.commands["door.use"])
        #expect(command.availability.reason != nil)

        door.isOpen = true

        #expect(command.availability == .available)
        try await host.run("door.use")
        #expect(door.uses == 1)
    }

    @Test func `a command that is unavailable while it runs can be started, and not started again`() async throws {
        let host = try TestHost { host in
            let (commands, clock) = (host.commands, host.clock)
            try commands.offer(
                Command(
                    id: "job.run",
                    title: "Run",
                    isAvailable: { [weak commands] in
                        commands?.isRunning("job.run") == true ? .unavailable("It runs.") : .available
                    }
                ) { _ in
                    try await clock.sleep(for: .seconds(1))
                    return nil
                }
            )
            return host
        }
        await host.launch()

        let first = host.app.commands.start("job.run")
        let second = host.app.commands.start("job.run")
        await host.advance(by: .seconds(2))

        #expect(first.outcome == .finished(nil))
        #expect(second.outcome == .failed("It runs."))
    }

    @Test func `availabilityDidChange() posts CommandsDidChange`() async throws {
        let host = try host(Door())
        await host.launch()
        _ = host.drainEvents()

        host.app.commands.availabilityDidChange()

        #expect(host.events == ["commands changed"])
    }
}
