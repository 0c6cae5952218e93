// swift-tools-version: 6.3

import PackageDescription

/// The features of other packages that are attached to the program: a line each, here and nowhere else.
let plugins = [
    "SplashAdPlugin",
    "FloatingAssistantPlugin",
    "InspectorPlugin",
]

/// The features of this package that are attached to the program, likewise.
let ownPlugins = ["TallyPlugin"]

let package = Package(
    name: "notes",
    // The name makes the path independent of what the folder is called.
    dependencies: [.package(name: "host-runtime", path: "../..")],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: (["HostRuntime"] + plugins).map { .product(name: $0, package: "host-runtime") }
                + ownPlugins.map { .target(name: $0) },
            // So that plugins that are opened at run time find the runtime in the program.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]
        )
    ]
        + ownPlugins.map {
            .target(name: $0, dependencies: [.product(name: "HostRuntime", package: "host-runtime")])
        }
)
