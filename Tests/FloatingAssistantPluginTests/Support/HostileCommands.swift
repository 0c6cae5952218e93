import HostRuntime

/// A plugin whose commands do what no panel expects of them.
@MainActor final class HostileCommands: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "hostile", name: "Hostile", version: "1.0.0")

    /// The duration of a command that answers late.
    static let delay = Duration.seconds(100)

    private var context: PluginContext?
    private var dialog: Window?

    func activate(_ context: PluginContext) throws {
        self.context = context
        try offer("hello", "Say hello") { _, _ in "Hello" }
        try offerEnds()
        try offerFloods()
        try offerWindows()
        try offerChains()
    }

    private func offerEnds() throws {
        let name = CommandParameter(name: "name", title: "Guest")
        try offer("form", "Add a guest", [name]) { _, _ in "Added" }
        try offer("throw", "Throw") { _, _ in throw Misdeed.thrown }
        try offer("hang", "Hang") { context, _ in
            await HostileCommands.sleep(context, .seconds(1_000_000))
            return nil
        }
        try offer("wait", "Wait") { context, _ in
            await HostileCommands.sleep(context, HostileCommands.delay)
            return "Late"
        }
        try offer("wait-form", "Wait for a guest", [name]) { context, _ in
            await HostileCommands.sleep(context, HostileCommands.delay)
            throw Misdeed.thrown
        }
    }

    /// Sleeps even when cancelled, in a separate task that isn't cancelled.
    private static func sleep(_ context: PluginContext, _ duration: Duration) async {
        await Task { try? await context.time.sleep(for: duration) }.value
    }

    private func offerFloods() throws {
        try offer("flood", "Flood") { _, arguments in
            for step in 0..<20_000 { arguments.reportProgress(Double(step % 100) / 100, "step \(step)\n\u{1B}[2J") }
            return "Flooded"
        }
        try offer("drip", "Drip without end") { context, arguments in
            var step = 0
            while !context.isClosed {
                step += 1
                arguments.reportProgress(.nan, "drop \(step)")
                await HostileCommands.sleep(context, .milliseconds(100))
            }
            return nil
        }
    }

    private func offerWindows() throws {
        for (id, title, level) in [("dialog", "Open a dialog", WindowLevel.normal), ("alert", "Alert", .alert)] {
            try offer(id, title) { [weak self] context, _ in
                self?.open(context, level)
                return nil
            }
            try offer("\(id)-wait", "\(title) and wait") { [weak self] context, _ in
                self?.open(context, level)
                while self?.dialog != nil { await HostileCommands.sleep(context, .milliseconds(100)) }
                return nil
            }
        }
    }

    private func open(_ context: PluginContext, _ level: WindowLevel) {
        let root = Question()
        dialog = context.windows.make(title: "question", level: level, root: root)
        root.onAnswer = { [weak self] in
            self?.dialog?.close()
            self?.dialog = nil
        }
        dialog?.makeKeyAndVisible()
    }

    private func offerChains() throws {
        try offer("chain", "Chain") { context, _ in try await context.commands.run("hostile.hello") }
        try offer("chain-throw", "Chain to a throw") { context, _ in try await context.commands.run("hostile.throw") }
        try offer("chain-panel", "Chain to the tools") { context, _ in try await context.commands.run("assistant.tools")
        }
        try offer("chain-form", "Chain to the guests") { context, _ in try await context.commands.run("assistant.login")
        }
        try offer("chain-quit", "Chain to the end") { context, _ in try await context.commands.run("host.quit") }
    }

    private func offer(
        _ id: String,
        _ title: String,
        _ parameters: [CommandParameter] = [],
        action: @escaping @MainActor (PluginContext, CommandArguments) async throws -> String?
    ) throws {
        guard let context else { return }
        let command = Command(id: "hostile.\(id)", title: title, group: "Hostile", parameters: parameters) {
            [weak context] in
            guard let context else { return nil }
            return try await action(context, $0)
        }
        try context.commands.offer(command)
    }

    /// A page that an answer closes: any key.
    private final class Question: View {
        var onAnswer: (@MainActor () -> Void)?

        override func keyDown(_ event: KeyEvent) -> Bool {
            onAnswer?()
            return true
        }
    }
}

/// The error that the commands throw.
enum Misdeed: Error, CustomStringConvertible {
    case thrown

    var description: String { "out of tea" }
}
