// swift-tools-version: 6.3

import Foundation
import PackageDescription

/// The features that are attached to the demo host.
///
/// Adding or removing a plugin is adding or removing its line here: targets,
/// products, tests and the host's dependencies follow from this list.
/// `swift package new-plugin NAME` writes a plugin and adds its line.
let plugins: [String] = [
    "SplashAdPlugin",
    "FloatingAssistantPlugin",
    "InspectorPlugin",
]

/// Plugins that are built and tested, but linked into no program: `swift package live-plugin NAME` gives them to a
/// program that runs.
let livePlugins: [String] = []

/// All plugins.
let everyPlugin = plugins + livePlugins

let package = Package(
    name: "host-runtime",
    products: [
        .library(name: "HostRuntime", targets: ["HostRuntime"]),
        .library(name: "MessageBus", targets: ["MessageBus"]),
        .library(name: "Scenarios", targets: ["Scenarios"]),
        .library(name: "HostRuntimeDynamic", type: .dynamic, targets: ["HostRuntime"]),
        .library(name: "HostTestKit", targets: ["HostTestKit"]),
        .executable(name: "demo-host", targets: ["demo-host"]),
        .plugin(name: "new-plugin", targets: ["new-plugin"]),
        .plugin(name: "live-plugin", targets: ["live-plugin"]),
    ] + everyPlugin.map { .library(name: $0, targets: [$0]) },
    targets: [
        .target(name: "HostRuntime", dependencies: ["HostBase", "MessageBus", "Scenarios"]),
        .target(name: "MessageBus", dependencies: ["HostBase"]),
        .target(name: "Scenarios", dependencies: ["HostBase"]),
        .target(name: "HostBase", dependencies: ["CThreadLocal"]),
        .target(name: "CThreadLocal"),
        .target(name: "HostTestKit", dependencies: ["HostRuntime"]),
        .target(name: "TestSupport", dependencies: ["Scenarios"], path: "Tests/TestSupport"),
        .executableTarget(
            name: "demo-host",
            dependencies: ["HostRuntime"] + plugins.map { .target(name: $0) },
            // So that plugins that are opened at run time find the runtime in the host.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))]
        ),
        .testTarget(name: "HostBaseTests", dependencies: ["HostBase", "TestSupport"]),
        .testTarget(name: "MessageBusTests", dependencies: ["MessageBus", "TestSupport"]),
        .testTarget(name: "ScenariosTests", dependencies: ["Scenarios", "TestSupport"]),
        .testTarget(
            name: "HostRuntimeTests",
            dependencies: ["HostRuntime", "HostTestKit", "TestSupport"],
            exclude: ["Pictures/Fixtures"]
        ),
        .testTarget(
            name: "DemoHostTests",
            dependencies: ["demo-host", "HostTestKit", "TestSupport"],
            exclude: ["PluginTranscripts", "Screens", "Transcripts"]
        ),
    ] + everyPlugin.map { .target(name: $0, dependencies: ["HostRuntime"]) }
)

// A plugin's tests are the folder Tests/<plugin>Tests, where there is one.
package.targets +=
    everyPlugin
    .filter { FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Tests/\($0)Tests") }
    .map { .testTarget(name: "\($0)Tests", dependencies: [.target(name: $0), "HostTestKit", "TestSupport"]) }

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    ]
}

package.targets += [
    .plugin(
        name: "new-plugin",
        capability: .command(
            intent: .custom(verb: "new-plugin", description: "Writes a plugin with a test, and attaches it"),
            permissions: [.writeToPackageDirectory(reason: "to write the plugin's files and its line")]
        )
    ),
    .plugin(
        name: "live-plugin",
        capability: .command(
            intent: .custom(verb: "live-plugin", description: "Builds a plugin as a library for a running program")
        )
    ),
]
