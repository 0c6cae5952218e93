// swift-tools-version: 6.3

import PackageDescription

/// The features that are attached to the program, with their packages: a line each, here and nowhere else.
let plugins = [
    ("host-runtime", "SplashAdPlugin"),
    ("host-runtime", "FloatingAssistantPlugin"),
    ("host-runtime", "InspectorPlugin"),
    ("ladder", "TallyPlugin"),
]

let package = Package(
    name: "notes",
    dependencies: [
        // The name makes the path independent of what the folder is called.
        .package(name: "host-runtime", path: "../.."),
        .package(path: "../ladder"),
    ],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: [.product(name: "HostRuntime", package: "host-runtime")]
                + plugins.map { .product(name: $1, package: $0) },
            // So that plugins that are opened at run time find the runtime in the program.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]
        )
    ]
)
