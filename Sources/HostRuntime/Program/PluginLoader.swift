internal import FoundationEssentials

/// Opens libraries with plugins, whose load hooks record them.
///
/// A library is never closed again: Swift doesn't support unloading.
enum PluginLoader {
    /// Opens every `.so` in a folder, in alphabetical order, and returns the plugins of those that may not run.
    @MainActor static func open(
        folder: String,
        _ restrictions: PluginRestrictions
    ) throws(HostProgramError) -> [PluginReport] {
        var unopened: [PluginReport] = []
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw HostProgramError(
                status: .noInput,
                text: "the plugin folder '\(folder.escapingControls)' cannot be read; is it there, and may you read it?"
            )
        }
        for name in names.sorted() where name.hasSuffix(".so") {
            // With a slash: a bare name would be searched for in the system's folders.
            let path = folder.hasPrefix("/") ? "\(folder)/\(name)" : "./\(folder)/\(name)"
            if let state = restrictions.state(ofLibrary: name) {
                unopened += PluginReport.unopened(library: name, state, restrictions)
                continue
            }
            do {
                try PluginRecord.load(library: name) { () throws(DynamicLibrary.Failure) in
                    try RunningCode.call(of: .plugin(name), .library) { () throws(DynamicLibrary.Failure) in
                        try DynamicLibrary.open(path)
                    }
                }
            } catch {
                let reason = error.reason
                throw HostProgramError(
                    status: .dataError,
                    text: "the plugin '\(path.escapingControls)' cannot be opened: \(reason.escapingControls)"
                        + (reason.contains("undefined symbol")
                            ? "; was it built against this build, and is the host linked with --export-dynamic?" : "")
                )
            }
        }
        return unopened
    }
}
