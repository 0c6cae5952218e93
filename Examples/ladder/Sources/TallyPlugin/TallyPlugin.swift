import HostRuntime

@section(".init_array") @used let load: LoadHook = { Tally.load() }

/// Counts the commands that end, and shows the number above the page.
///
/// It knows none of these commands, so it does the same in every program.
@MainActor final class Tally: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "tally", name: "Tally", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        var count = 0
        let label = Label("commands: 0", style: Theme.quiet, alignment: .right)
        let frame = Rect(x: 58, y: 0, width: 20, height: 1)
        let window = context.windows.make(title: "tally", level: .statusBar, frame: frame, root: label)
        window.hitPolicy = .passThroughBackground
        context.bus.observe(CommandDidRun.self) { _ in
            count += 1
            label.text = "commands: \(count)"
        }
        try context.commands.offer(Command(id: "tally.show", title: "Show the tally") { _ in "\(count) before this" })
        window.show()
    }
}
