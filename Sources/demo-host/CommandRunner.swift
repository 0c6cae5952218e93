import HostRuntime

/// Runs commands for the shop's keys and buttons, which have no other way to do anything.
@MainActor struct CommandRunner {
    private weak var host: Host?

    init(_ host: Host) {
        self.host = host
    }

    func callAsFunction(_ command: String, _ values: [String: PlainValue] = [:]) {
        host?.runCommand(command, values)
    }
}
