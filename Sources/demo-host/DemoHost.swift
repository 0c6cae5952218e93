import HostRuntime

/// A small merchant's shop in the terminal.
@main final class DemoHost: HostApplication {
    static let name = "demo-host"
    static let version = "0.1.0"
    static let options = [ProgramOption.adFeed]

    private let shop: ShopController

    init(host: AppHost) throws {
        shop = try ShopController(host: host)
    }
}
