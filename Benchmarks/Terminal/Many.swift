import Glibc
import HostRuntime

/// Records as many plugins as `MANY` says, each of its own type; every tenth requires a service of the one before.
///
/// Where `COPIES` is set, each copy of the library records one plugin, the next.
@section(".init_array") @used let loadMany: LoadHook = {
    if let number = getenv("COPIES").flatMap({ Int(String(cString: $0)) }) {
        setenv("COPIES", "\(number + 1)", 1)
        return load(number, bits: 12, Zero.self)
    }
    let count = getenv("MANY").flatMap { Int(String(cString: $0)) } ?? 0
    for number in 0..<count { load(number, bits: 12, Zero.self) }
}

final class Numbered<N: Number>: HostPlugin {
    nonisolated static var manifest: PluginManifest {
        PluginManifest(
            id: "many-\(N.value)",
            name: "Many",
            version: "1.0.0",
            requires: N.value % 10 == 9 ? ["many-\(N.value - 1)"] : [],
            provides: ["many-\(N.value)"]
        )
    }

    func activate(_ context: PluginContext) throws {
        let id = "many-\(N.value)"
        context.bus.observe(named: NotificationName(id)) { _ in }
        context.time.schedule(every: .seconds(60)) {}
        try context.commands.offer(Command(id: id, title: "Nothing") { _ in nil })
        try context.services.provide(Token(), for: ServiceKey<Token>(id))
        let frame = Rect(x: 0, y: 0, width: 4, height: 1)
        context.windows.make(title: id, level: .normal, frame: frame, root: View()).show()
    }
}

struct Token: Sendable {}

// MARK: - Numbers as types

protocol Number { static var value: Int { get } }

private enum Zero: Number { static let value = 0 }

private enum Even<Half: Number>: Number { static var value: Int { 2 * Half.value } }

private enum Odd<Half: Number>: Number { static var value: Int { 2 * Half.value + 1 } }

/// Records the plugin whose number has the bits that `N` lacks.
private func load<N: Number>(_ number: Int, bits: Int, _: N.Type) {
    if bits == 0 {
        Numbered<N>.load()
    } else if number >> (bits - 1) & 1 == 0 {
        load(number, bits: bits - 1, Even<N>.self)
    } else {
        load(number, bits: bits - 1, Odd<N>.self)
    }
}
