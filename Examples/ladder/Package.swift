// swift-tools-version: 6.3

import PackageDescription

/// The examples that are attached to the program: a line each, here and nowhere else.
let plugins: [String] = [
    "ConfettiPlugin",
    "TallyPlugin",
    "WhatsNewPlugin",
    "SalePlugin",
]

/// The plugins of the other package that are attached to it, likewise.
let otherPlugins = [
    "SplashAdPlugin",
    "FloatingAssistantPlugin",
]

let runtime = Target.Dependency.product(name: "HostRuntime", package: "host-runtime")
let testKit = Target.Dependency.product(name: "HostTestKit", package: "host-runtime")

let package = Package(
    name: "ladder",
    products: [.library(name: "TallyPlugin", targets: ["TallyPlugin"])],
    // The name makes the path independent of what the folder is called.
    dependencies: [.package(name: "host-runtime", path: "../..")],
    targets: [
        .executableTarget(
            name: "ladder",
            dependencies: [runtime] + plugins.map { .target(name: $0) }
                + otherPlugins.map { .product(name: $0, package: "host-runtime") }
        ),

        // 1. A plugin.
        .target(name: "ConfettiPlugin", dependencies: [runtime]),
        .testTarget(name: "ConfettiPluginTests", dependencies: ["ConfettiPlugin", testKit]),

        // 2. A plugin that follows what happens in the program.
        .target(name: "TallyPlugin", dependencies: [runtime]),
        .testTarget(name: "TallyPluginTests", dependencies: ["TallyPlugin", testKit]),

        // 3. A plugin that interrupts the person, at the right moment and once.
        .target(name: "WhatsNewPlugin", dependencies: [runtime]),
        .testTarget(name: "WhatsNewPluginTests", dependencies: ["WhatsNewPlugin", testKit]),

        // 4. A plugin that shows a window above another one's.
        .target(name: "SalePlugin", dependencies: [runtime]),
        .testTarget(name: "SalePluginTests", dependencies: ["SalePlugin", testKit]),
    ]
)
