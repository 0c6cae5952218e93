// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "once-a-day",
    // The name makes the path independent of what the folder is called.
    dependencies: [.package(name: "host-runtime", path: "../..")],
    targets: [
        .executableTarget(
            name: "greet",
            dependencies: [.product(name: "Scenarios", package: "host-runtime")]
        ),
        .testTarget(name: "GreetTests", dependencies: ["greet"]),
    ]
)
