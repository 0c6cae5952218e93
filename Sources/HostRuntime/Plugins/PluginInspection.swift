/// Reports about the program and all its plugins, for tools that show what goes on.
///
/// Reading a report changes nothing and costs what it reads: nothing is recorded
/// ahead for it. The few changes that a tool can make are logged under the
/// plugin's name.
@MainActor public struct PluginInspection {
    let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }
}
