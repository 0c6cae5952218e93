/// The files of a new plugin.
struct PluginTemplate {
    private let name: PluginName

    /// Creates the files of a plugin.
    init(_ name: PluginName) {
        self.name = name
    }

    /// The plugin.
    var source: String { fill(PluginTemplate.sourceText) }

    /// The plugin's tests.
    var test: String { fill(PluginTemplate.testText) }

    /// Returns the text that is printed when the files are written.
    ///
    /// A manifest without a list of plugins isn't changed; the text then has the lines for it.
    func report(program: String?, isAttached: Bool) -> String {
        let written = """
            Wrote Sources/__target__/__target__.swift
            Wrote Tests/__target__Tests/__target__Tests.swift

            """
        let manifest =
            isAttached
            ? "Added \"__target__\" to the plugins in Package.swift\n"
            : """

            Package.swift has no list 'let plugins: [String] = [ … ]' from which the targets follow, and stays as it is.
            Add these lines to its targets:

                .target(name: "__target__", dependencies: [.product(name: "HostRuntime", package: "host-runtime")]),
                .testTarget(
                    name: "__target__Tests",
                    dependencies: ["__target__", .product(name: "HostTestKit", package: "host-runtime")]
                ),

            """
        let program = program.map { program in
            (isAttached ? "" : "\nand \"__target__\" to the dependencies of '\(program)'.\n")
                + "\nSee it:   swift run \(program) --only-plugin __id__"
        }
        return fill("\(written)\(manifest)\(program ?? "")\nTest it:  swift test --filter __target__Tests")
    }

    private func fill(_ text: String) -> String {
        let values = ["__type__": name.type, "__target__": name.target, "__id__": name.id, "__title__": name.title]
        return values.reduce(text) { text, value in text.replacing(value.key, with: value.value) }
    }

    private static let sourceText = """
        import HostRuntime

        @section(".init_array") @used let load: LoadHook = { __type__.load() }

        /// Greets the user when the program has launched, and again whenever its command is run.
        @MainActor final class __type__: HostPlugin {
            nonisolated static let manifest = PluginManifest(id: "__id__", name: "__title__", version: "0.1.0")

            func activate(_ context: PluginContext) throws {
                let greeting = "Hello from __title__"
                let label = Label(greeting, style: Style(foreground: .black, background: Theme.accent))
                let frame = Rect(x: 0, y: 0, width: greeting.count, height: 1)
                let window = context.windows.make(title: "__id__", level: .statusBar, frame: frame, root: label)
                var hiding: HostTimer?
                func greet() {
                    window.hide()
                    // At the right edge, in the lowest row above the last one that no other window of the level has.
                    let screen = context.windows.traits.size
                    let taken = context.windows.visible.filter { $0.level == .statusBar }.map(\\.frame.minY)
                    let row = stride(from: screen.height - 2, to: 0, by: -1).first { !taken.contains($0) } ?? 0
                    window.frame.origin = Point(x: screen.width - greeting.count - 1, y: row)
                    window.show()
                    hiding?.cancel()
                    hiding = context.time.schedule(after: .seconds(10)) { window.hide() }
                }
                context.bus.observe(DidFinishLaunching.self) { _ in greet() }
                try context.commands.offer(
                    Command(id: "__id__.greet", title: "Greet from __title__") { _ in
                        greet()
                        return greeting
                    }
                )
            }
        }

        """

    private static let testText = """
        import HostRuntime
        import HostTestKit
        import Testing

        @testable import __target__

        @MainActor @Suite struct __target__Tests {
            @Test func `the greeting is shown at launch, and again by the command`() async throws {
                let host = TestHost(plugins: [__type__.self])

                await host.launch()
                #expect(host.frame.contains("Hello from __title__"))
                await host.advance(by: .seconds(10))
                #expect(!host.frame.contains("Hello from __title__"))
                try await host.run("__id__.greet")

                #expect(host.frame.contains("Hello from __title__"))
            }
        }

        """
}
