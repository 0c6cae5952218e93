// Two plugins that do things as often as they are told: one throws, the other posts.

import Glibc
import HostRuntime

@section(".init_array") @used let loadThrower: LoadHook = { Thrower.load() }
@section(".init_array") @used let loadNeighbour: LoadHook = { Neighbour.load() }

struct Tick: BusMessage {}
struct Refusal: Error {}

@MainActor final class Thrower: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "thrower", name: "Thrower", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        let count = getenv("THROWS").flatMap { Int(String(cString: $0)) } ?? 0
        context.bus.observe(Tick.self) { _ in throw Refusal() }
        try context.commands.offer(
            Command(id: "scale.throw", title: "Throw", key: KeyEvent(.function(8))) { _ in
                for number in 0..<count {
                    context.bus.post(Tick())
                    if number.isMultiple(of: 1000) { await Task.yield() }
                }
                context.bus.post(named: "scale.thrown")
                context.storage.store.update { $0["thrown"] = .int(count) }
                return "threw \(count) times"
            }
        )
    }
}

@MainActor final class Neighbour: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "neighbour", name: "Neighbour", version: "1.0.0")

    func activate(_ context: PluginContext) throws {
        let bus = context.bus
        let count = CommandParameter(name: "count", title: "Count", kind: .number(nil))
        try context.commands.offer(
            Command(id: "scale.post", title: "Post", parameters: [count]) { arguments in
                for number in 0..<Int(arguments.number("count") ?? 0) {
                    bus.post(named: "scale.tick", ["number": .int(number)])
                }
                return nil
            }
        )
    }
}
