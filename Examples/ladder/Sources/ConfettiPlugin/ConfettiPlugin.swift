import HostRuntime

@section(".init_array") @used let load: LoadHook = { Confetti.load() }

@MainActor final class Confetti: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "confetti", name: "Confetti", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        let label = Label("✶ Welcome! ✶", style: Style(foreground: .black, background: Theme.accent))
        let frame = Rect(x: 2, y: 0, width: 12, height: 1)
        let window = context.windows.make(title: "confetti", level: .statusBar, frame: frame, root: label)
        var hiding: HostTimer?
        func celebrate() {
            window.show()
            hiding?.cancel()
            hiding = context.time.schedule(after: .seconds(10)) { window.hide() }
        }
        context.bus.observe(DidFinishLaunching.self) { _ in celebrate() }
        try context.commands.offer(
            Command(id: "confetti.throw", title: "Throw confetti") { _ in
                celebrate()
                return "Hooray!"
            }
        )
    }
}
