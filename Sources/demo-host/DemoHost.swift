import HostRuntime

/// A small merchant's shop in the terminal.
@main final class DemoHost: HostApplication {
    static let name = "demo-host"
    static let version = RuntimeStamp.version
    nonisolated static let nextSteps: String? =
        "Next: a plugin of your own, in 26 lines. See 'A plugin' in README.md."

    private let shop: ShopController

    init(host: AppHost) throws {
        host.lockKey = KeyEvent(.function(9))
        shop = try ShopController(host: host)
    }
}
