// swift-tools-version: 6.3

import PackageDescription

/// The plugins that are attached to the program: a line each, here and nowhere else.
let plugins: [String] = [
    "WeatherPlugin",
    "UmbrellaPlugin",
]

/// Plugins that are built, but not linked: `swift package live-plugin NAME` gives them to a program that runs.
let livePlugins: [String] = []

let runtime = Target.Dependency.product(name: "HostRuntime", package: "host-runtime")
let testKit = Target.Dependency.product(name: "HostTestKit", package: "host-runtime")

let package = Package(
    name: "almanac",
    // In your package: .package(url: "https://github.com/…/host-runtime", from: "0.2.0")
    dependencies: [.package(name: "host-runtime", path: "../..")],
    targets: [
        // What the plugins share. The program has it too, so that a plugin that is opened at run time finds it there.
        .target(name: "Forecasts", dependencies: [runtime]),
        .executableTarget(
            name: "almanac",
            dependencies: [runtime, "Forecasts"] + plugins.map { .target(name: $0) },
            // So that plugins that are opened at run time find the runtime in the program.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]
        ),
    ]
        + (plugins + livePlugins).flatMap {
            [
                .target(name: $0, dependencies: [runtime, "Forecasts"]),
                .testTarget(name: "\($0)Tests", dependencies: [.target(name: $0), "Forecasts", testKit]),
            ]
        }
)
