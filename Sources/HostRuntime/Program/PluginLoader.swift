internal import FoundationEssentials
internal import Glibc

/// Opens libraries that hold plugins; their load hooks do the rest.
///
/// A library is never closed again: Swift does not support unloading.
enum PluginLoader {
    /// Opens every `.so` of a folder, in the order of their names.
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
            // A path with a slash: a bare name would be looked for elsewhere.
            let path = folder.hasPrefix("/") ? "\(folder)/\(name)" : "./\(folder)/\(name)"
            guard dlopen(path, RTLD_NOW | RTLD_LOCAL) == nil else { continue }
            let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
            throw HostProgramError(
                status: .dataError,
                text: "the plugin '\(path.escapingControls)' cannot be opened: \(reason.escapingControls)"
                    + (reason.contains("undefined symbol")
                        ? "; was it built against this build, and is the host linked with --export-dynamic?" : "")
            )
        }
    }
}
