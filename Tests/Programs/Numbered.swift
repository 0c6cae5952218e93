// A plugin that misbehaves when the environment names it, with the id of the module that it's compiled as.

import Glibc
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Numbered.load() }

// A thread that the runtime doesn't know.
func crash(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    usleep(300_000)
    abort()
}

struct Misbehavior: Error, CustomStringConvertible {
    var description: String { "it misbehaves on request" }
}

@MainActor final class Numbered: HostPlugin {
    /// The name of the module, which is that of the library.
    nonisolated static let id = String("\(#fileID)".prefix { $0 != "/" }.map { $0 == "_" ? "-" : $0 })
    nonisolated static let manifest = PluginManifest(id: id, name: "Numbered", version: "1.0.0")

    private func isAsked(to act: String) -> Bool {
        getenv(act).map { String(cString: $0) } == Numbered.id
    }

    func activate(_ context: PluginContext) throws {
        #if CRASHES
        abort()
        #endif
        if isAsked(to: "THROW") { throw Misbehavior() }
        if isAsked(to: "CRASH") {
            var thread = pthread_t()
            pthread_create(&thread, nil, crash, nil)
        }
    }
}
