import HostRuntime

/// Runs commands for the shop's keys and buttons, which have no other way to do anything.
@MainActor struct CommandRunner {
    private weak var host: AppHost?

    init(_ host: AppHost) {
        self.host = host
    }

    func callAsFunction(_ command: String, _ values: [String: PlainValue] = [:]) {
        host?.commands.start(command, values)
    }
}
