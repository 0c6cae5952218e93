// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // The name makes the path independent of what the folder is called.
        .package(name: "host-runtime", path: ".."),
        // Without its traits, which replace `malloc` and Swift's retain.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
    ],
    targets: [
        .target(
            name: "Measuring",
            dependencies: [.product(name: "Benchmark", package: "benchmark")],
            path: "Measuring"
        ),
        .target(name: "BoostSignals", path: "BoostSignals"),
        .executableTarget(
            name: "BusBenchmarks",
            dependencies: [
                "Measuring",
                "BoostSignals",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "HostRuntime", package: "host-runtime"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ],
            path: "Bus",
            // Contestants whose closures compile to the same code would share one, and reach it by way of another call.
            swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-llvm-merge-functions-pass"])],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .executableTarget(
            name: "WorkBenchmarks",
            dependencies: [
                "Measuring",
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "HostRuntime", package: "host-runtime"),
                .product(name: "HostTestKit", package: "host-runtime"),
            ],
            path: "Work",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
