// Written by Scripts/public-interface. If a type here is gone, run it with --reset and build first.

extension RuntimeStamp {
    /// A hash of `Documentation/public-interface.txt`.
    @_alwaysEmitIntoClient static var compiledInterface: UInt32 { 0x811C_9DC5 }

    /// The hash as text in a plugin's file, where it's found without loading the plugin.
    @_alwaysEmitIntoClient static var compiledMark: StaticString { "HostRuntime interface 811C9DC5" }

    /// A hash of the sizes of the public types, as the calling module's compiler sees them.
    @_alwaysEmitIntoClient static var compiledLayout: UInt32 {
        let hash = LayoutHash()

        return hash.value
    }
}
