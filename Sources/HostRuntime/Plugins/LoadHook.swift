/// A function that the system's loader calls before `main`, to record a plugin.
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
    /// Records the plugin with the process.
    ///
    /// Call it from a load hook, and nowhere else. None of the plugin's code runs: no
    /// instance is created, nothing is printed or opened. The stamp of the runtime
    /// that the plugin was compiled against is compiled into it, whatever runtime it
    /// meets when it's loaded.
    @_alwaysEmitIntoClient
    public nonisolated static func load(file: StaticString = #fileID, line: UInt = #line) {
        let mark = RuntimeStamp.compiledMark
        PluginRecord.record(self, stamp: RuntimeStamp.compiledIn(), mark: mark, file: file, line: line)
    }
}
