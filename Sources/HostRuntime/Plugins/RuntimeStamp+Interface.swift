// Written by Scripts/public-interface.

extension RuntimeStamp {
    // Here, because an incremental build compiles only the files again that see the number below.
    /// The stamp of this process's runtime.
    public static let current = RuntimeStamp.compiledIn(interface: 0x4444_74D1)

    /// The hash as text in a plugin's file, where it's found without loading the plugin.
    @_alwaysEmitIntoClient static var compiledMark: StaticString { "HostRuntime interface 444474D1" }
}

extension HostPlugin {
    /// Records the plugin with the process.
    ///
    /// Call it from a load hook, and nowhere else. None of the plugin's code runs: no
    /// instance is created, nothing is printed or opened. The stamp of the runtime
    /// that the plugin was compiled against is compiled into it, whatever runtime it
    /// meets when it's loaded. Leave `interface` out: it's a hash of the texts in
    /// `Documentation/public-interface`, and as a default argument it makes an
    /// incremental build compile the load hook again whenever it changes.
    @_alwaysEmitIntoClient
    public nonisolated static func load(
        file: StaticString = #fileID,
        line: UInt = #line,
        interface: UInt32 = 0x4444_74D1
    ) {
        let stamp = RuntimeStamp.compiledIn(interface: interface)
        PluginRecord.record(self, stamp: stamp, mark: RuntimeStamp.compiledMark, file: file, line: line)
    }
}
