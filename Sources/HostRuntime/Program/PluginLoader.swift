internal import FoundationEssentials

/// Opens libraries with plugins, whose load hooks record them.
///
/// A library is never closed again: Swift doesn't support unloading.
enum PluginLoader {
    /// Opens every `.so` in a folder, in alphabetical order.
    static func open(folder: String) throws(HostProgramError) {
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
            do {
                try DynamicLibrary.open(path)
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
    }
}
