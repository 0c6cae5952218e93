import HostTestKit
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

/// A plugin that is private to its file.
private final class Hidden: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "hidden", name: "Hidden", version: "1")
    func activate(_ context: PluginContext) {}
}

private enum Outer {
    final class Nested: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "nested", name: "Nested", version: "1")
        func activate(_ context: PluginContext) {}
    }
}

/// A plugin of which others are made.
class Ancestor: HostPlugin {
    nonisolated class var manifest: PluginManifest { PluginManifest(id: "ancestor", name: "Ancestor", version: "1") }
    required init() {}
    func activate(_ context: PluginContext) {}
}

private final class Descendant: Ancestor {}

@Suite(.tags(.registration)) struct MissingLoadHooksTests {
    private func problems(_ registered: any HostPlugin.Type...) -> String {
        MissingLoadHooks.problems(MissingLoadHooks.pluginTypes(in: SwiftImage.all), registered: registered)
            .joined(separator: "\n")
    }

    @Test func `a plugin without a load hook is named, with the line that is missing`() {
        let sentence =
            "the type 'HostRuntimeTests.Alpha' conforms to HostPlugin and has no load hook, so it doesn't run; "
            + "add at file scope: @section(\".init_array\") @used let load: LoadHook = { Alpha.load() }"

        #expect(problems(Beta.self).contains(sentence))
        #expect(!problems(Beta.self).contains("HostRuntimeTests.Beta'"))
        #expect(!problems(Alpha.self).contains(sentence))
    }

    @Test func `a private plugin and one inside another type are told by their names`() {
        #expect(problems().contains("'HostRuntimeTests.Hidden'"))
        #expect(problems().contains("{ Outer.Nested.load() }"))
        #expect(!problems(Hidden.self, Outer.Nested.self).contains("HostRuntimeTests.Hidden"))
        #expect(!problems(Hidden.self, Outer.Nested.self).contains("Outer.Nested"))
    }

    @Test func `a class that a registered plugin inherits from needs no hook`() {
        #expect(problems().contains("HostRuntimeTests.Ancestor"))
        #expect(!problems(Descendant.self).contains("HostRuntimeTests.Ancestor"))
    }

    @Test func `a plugin of another runtime is named with that runtime's file`() {
        let stranger = MissingLoadHooks.PluginType(name: "Weather.Rain", runtime: "/lib/libHostRuntime.so")

        let problems = MissingLoadHooks.problems([stranger], registered: [], runtime: "/bin/host")

        #expect(
            problems == [
                "the type 'Weather.Rain' is a plugin of another HostRuntime, in '/lib/libHostRuntime.so'; "
                    + "link the program and its plugins to one"
            ]
        )
    }

    @Test func `a program of tests has no problems, because its hosts are given their plugins`() {
        #expect(MissingLoadHooks.problems == [])
    }

    @Test func `the types of a file of code are found by its path`() throws {
        let program = try #require(MissingLoadHooks.ownRuntime)

        #expect(MissingLoadHooks.problems(inLibrary: program).contains { $0.contains("'HostRuntimeTests.Alpha'") })
        #expect(MissingLoadHooks.problems(inLibrary: "/nowhere/libAlpha.so") == [])
    }
}
