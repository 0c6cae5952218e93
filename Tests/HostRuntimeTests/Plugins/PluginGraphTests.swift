import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.registration, .plugins)) struct PluginGraphTests {
    private func node(
        _ id: String,
        requires: [String] = [],
        provides: [String] = [],
        after: [String] = [],
        isAllowed: Bool = true
    ) -> PluginGraph.Node {
        PluginGraph.Node(
            PluginManifest(id: id, name: id, version: "1", requires: requires, provides: provides, after: after),
            isAllowed: isAllowed
        )
    }

    @Test func `plugins that wait for nothing are activated by id`() {
        let graph = PluginGraph(["c", "a", "b"].map { node($0) })

        #expect(graph.order == ["a", "b", "c"])
    }

    @Test func `the order does not depend on the order of finding`() {
        let nodes = [node("d", after: ["a"]), node("a", requires: ["s"]), node("z", provides: ["s"]), node("m")]

        let orders = nodes.indices.map { shift in PluginGraph(Array(nodes[shift...] + nodes[..<shift])).order }

        #expect(Set(orders) == [["z", "a", "d", "m"]])
    }

    @Test func `a provider comes before whoever requires its service`() {
        let graph = PluginGraph([node("a", requires: ["weather"]), node("b", provides: ["weather"])])

        #expect(graph.order == ["b", "a"])
    }

    @Test func `a chain of any length is followed`() {
        let count = 20_000
        let graph = PluginGraph((0..<count).map { node("\($0)", after: $0 + 1 < count ? ["\($0 + 1)"] : []) })

        #expect(graph.order == (0..<count).reversed().map { "\($0)" })
    }

    @Test func `a service of the host needs no provider`() {
        let graph = PluginGraph([node("a", requires: ["weather"])], hostServices: ["weather"])

        #expect(graph.order == ["a"])
    }

    @Test func `after counts only where the other plugin is there`() {
        let graph = PluginGraph([node("a", after: ["b", "nobody"]), node("b")])

        #expect(graph.order == ["b", "a"])
        #expect(graph.blocked == [:])
    }

    @Test func `a missing requirement blocks the plugin and names the nearest id`() {
        let graph = PluginGraph([node("a", requires: ["wether"]), node("b", provides: ["weather"]), node("c")])

        #expect(graph.order == ["b", "c"])
        #expect(graph.blocked == ["a": .missingService("wether", nearest: "weather")])
    }

    @Test func `a cycle blocks its members, prints the path, and everything else runs`() {
        let graph = PluginGraph([
            node("a", after: ["c"]), node("b", after: ["a"]), node("c", after: ["b"]), node("d"),
            node("e", after: ["a"]),
        ])

        #expect(graph.order == ["d", "e"])
        #expect(graph.blocked["a"] == .cycle(["a", "c", "b", "a"]))
        #expect(graph.blocked["b"]?.description == "waits for itself: a -> c -> b -> a")
        #expect(Set(graph.blocked.keys) == ["a", "b", "c"])
    }

    @Test func `every circle is found, also those that share a plugin or hide behind another`() {
        let graph = PluginGraph([
            node("a", after: ["b", "c"]), node("b", after: ["a"]), node("c", after: ["a", "d"]),
            node("d", after: ["c"]), node("e", after: ["f"]), node("f", after: ["e", "a"]),
        ])

        #expect(graph.order == [])
        #expect(
            Set(graph.blocked.values.map(\.description)) == [
                "waits for itself: a -> b -> a", "waits for itself: c -> d -> c", "waits for itself: e -> f -> e",
            ]
        )
    }

    @Test func `a plugin that waits for itself is a cycle of one`() {
        let graph = PluginGraph([node("a", requires: ["s"], provides: ["s"])])

        #expect(graph.blocked == ["a": .cycle(["a", "a"])])
    }

    @Test func `a block spreads through every plugin that depends on it`() {
        let graph = PluginGraph([
            node("a", requires: ["nothing"], provides: ["1"]), node("b", requires: ["1"], provides: ["2"]),
            node("c", requires: ["2"]),
        ])

        #expect(graph.order == [])
        #expect(graph.blocked["c"] == .providerUnavailable(service: "2", provider: "b", state: "blocked"))
    }

    @Test func `a provider that may not run is named with its state`() {
        let graph = PluginGraph([node("a", requires: ["s"]), node("b", provides: ["s"], isAllowed: false)])

        #expect(graph.blocked == ["a": .providerUnavailable(service: "s", provider: "b", state: "disabled")])
    }

    @Test func `a second provider takes the place of one that may not run`() {
        let graph = PluginGraph([
            node("a", requires: ["s"]), node("b", provides: ["s"], isAllowed: false), node("c", provides: ["s"]),
        ])

        #expect(graph.order == ["c", "a"])
    }
}
