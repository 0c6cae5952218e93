import HostRuntime

@section(".init_array") @used let load: LoadHook = { Inspector.load() }

/// A plugin that shows what goes on in a program, in a panel with a page for each part.
///
/// While the panel is closed, the plugin has its commands and nothing else: no
/// window, no observer, no timer.
@MainActor final class Inspector: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "inspector",
        name: "Inspector",
        version: RuntimeStamp.version,
        summary: "Shows windows, views, plugins, messages and more of the running program: f12."
    )

    private var panel: InspectorPanel?

    func activate(_ context: PluginContext) throws {
        let panel = InspectorPanel(context)
        self.panel = panel
        for command in InspectorCommands.all(panel) { try context.commands.offer(command) }
    }
}
