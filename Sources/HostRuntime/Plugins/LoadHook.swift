/// A function that the system's loader calls before `main`, for recording a plugin.
///
/// A constant of this type in the binary's initializer section is what
/// `+load` is to an Objective-C class (SE-0492: `@section` and `@used`):
///
/// ```swift
/// #if objectFormat(MachO)
/// @section("__DATA,__mod_init_func,mod_init_funcs")
/// #else
/// @section(".init_array")
/// #endif
/// @used let load: LoadHook = { Confetti.load() }
/// ```
public typealias LoadHook = @convention(c) () -> Void

extension HostPlugin {
    /// Records the plugin with the process; to be called from a load hook.
    ///
    /// Nothing of the plugin runs here: no instance is made, nothing is printed,
    /// nothing is opened. A host that runs already takes the plugin in on its
    /// next turn. The stamp of the runtime that the plugin was compiled with is
    /// compiled into the plugin, whatever runtime it meets at run time.
    @_alwaysEmitIntoClient
    public nonisolated static func load(file: StaticString = #fileID, line: UInt = #line) {
        PluginRecord.record(self, stamp: RuntimeStamp.compiledIn(), file: file, line: line)
    }
}
