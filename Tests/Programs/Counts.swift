// A plugin that counts in its store: at once on the main thread, or all the time on another where COMMIT is set.

import Glibc
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Counts.load() }

@MainActor final class Counts: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "counts", name: "Counts", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        let (store, cache, date) = (context.storage.store, context.storage.cache, context.time.date)
        guard getenv("COMMIT") != nil else {
            for _ in 0..<2000 { store.add(1, to: "count") }
            return
        }
        context.tasks.start {
            try await context.tasks.perform {
                var turn = 0
                while !Task.isCancelled {
                    turn += 1
                    store.update { $0["count"] = .int(turn) }
                    cache.insert(Array("\(turn)".utf8), for: "\(turn % 100)", at: date)
                }
            }
        }
    }
}
