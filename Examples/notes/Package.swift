// swift-tools-version: 6.3

import PackageDescription

/// The features that are attached to the program: a line each, here and nowhere else.
let plugins = [
    "SplashAdPlugin",
    "FloatingAssistantPlugin",
]

let package = Package(
    name: "notes",
    dependencies: [.package(name: "host-runtime", path: "../..")],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: (["HostRuntime"] + plugins).map { .product(name: $0, package: "host-runtime") }
        )
    ]
)
