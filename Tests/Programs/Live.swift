// A plugin of which a script saves version after version: another state, another layout, and one that fails.

import HostRuntime

@section(".init_array") @used let load: LoadHook = { Live.load() }

let state = "STATE"

struct Tick: BusMessage {}

struct Refusal: Error, CustomStringConvertible {
    let description = "this version refuses"
}

@MainActor final class Live: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "live", name: "Live", version: "1")

    func activate(_ context: PluginContext) throws {
        context.bus.observe(Tick.self) { _ in }
        context.bus.observe(named: "live.tick") { _ in }
        context.time.schedule(every: .seconds(1)) {}
        try context.commands.offer(
            Command(id: "live.count", title: "Count", key: KeyEvent(.function(7))) { _ in
                context.log.info("counted \(try await context.commands.run("host.counts") ?? "nothing")")
                return nil
            }
        )
        // A version that fails does so here.
        let count = context.storage.store.add(1, to: "count")
        let window = context.windows.make(
            title: "live",
            level: .alert,
            frame: Rect(x: 0, y: 0, width: 40, height: 1),
            root: Label("\(state), activated \(count) times")
        )
        window.show()
        let own = context.windows.visible.filter { $0.title == "live" }.count
        context.bus.observe(DidFinishLaunching.self) { _ in
            context.log.info("\(state) \(count) windows \(own)")
        }
    }
}
