"""The sources of a plugin that prints, traps and hangs, and of a program that ends while it is created."""

PLUGIN = """
import Glibc
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Trapper.load() }

@MainActor final class Trapper: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "trapper", name: "Trapper", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        print("printed by a plugin")
        _ = "complained by a plugin\\n".withCString { write(2, $0, strlen($0)) }
        try context.commands.offer(
            Command(id: "trapper.trap", title: "Trap", key: KeyEvent(.character("T"))) { _ in
                let empty: [Int] = []
                return "\\(empty[CommandLine.arguments.count])"
            }
        )
        try context.commands.offer(
            Command(id: "trapper.hang", title: "Hang", key: KeyEvent(.character("H"))) { _ in
                while true { sleep(1) }
            }
        )
    }
}
"""

ENDER = """
import HostRuntime

@main final class Ender: HostApplication {
    static let name = "ender"
    static let version = "1.0.0"

    init(host: AppHost) { host.terminate() }
}
"""
