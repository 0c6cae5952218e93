/// Reports about the program and all its plugins, for tools that show what happens.
///
/// Reading a report changes nothing. Reports are computed when they are read;
/// nothing is recorded in advance. The few changes that a tool can make are logged
/// under the plugin's name.
@MainActor public struct PluginInspection {
    let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }
}
