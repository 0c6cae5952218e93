import Foundation
import Testing

/// The layers of HostRuntime: a folder knows only the folders that the table in ARCHITECTURE.md names.
@Suite struct LayerTests {
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func table() throws -> LayerTable {
        LayerTable(markdown: try String(contentsOf: package.appending(path: "ARCHITECTURE.md"), encoding: .utf8))
    }

    private static func graph(adding extra: [LayerGraph.Source] = []) throws -> LayerGraph {
        let root = package.appending(path: "Sources/HostRuntime")
        let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        // The generated list of all public types uses none of them.
        let isListed = { (name: String) in name == "Plugins/RuntimeStamp+Interface.swift" }
        let sources = try names.filter { $0.hasSuffix(".swift") && !isListed($0) }.sorted().map { name in
            let text = String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self)
            return LayerGraph.Source(folder: String(name.prefix { $0 != "/" }), name: name, text: text)
        }
        return LayerGraph(sources + extra)
    }

    @Test func `a folder refers to the folders that the table names, and to no others`() throws {
        let (table, graph) = (try LayerTests.table(), try LayerTests.graph())

        let missing = graph.references.filter { !table.folders(knownBy: $0.from).contains($0.to) }
        let unused = table.rows.flatMap { row in
            row.knows.filter { graph.edges[row.folder]?.contains($0) != true }.map { "\(row.folder) → \($0) is unused" }
        }

        #expect(missing == [])
        #expect(unused == [])
    }

    @Test func `every folder of the sources is in the table, after the folders that it knows`() throws {
        let root = LayerTests.package.appending(path: "Sources/HostRuntime")
        let folders = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.contains(".") }
        var above: Set<String> = []

        for row in try LayerTests.table().rows {
            #expect(above.isSuperset(of: row.knows), "\(row.folder)")
            above.insert(row.folder)
        }

        #expect(above == Set(folders))
    }

    @Test func `no folders refer to one another in a circle`() throws {
        #expect(LayerGraph.circle(in: try LayerTests.graph().edges) == nil)
    }

    @Test func `a reference that the table lacks is found, and so is the circle that it closes`() throws {
        let wrong = LayerGraph.Source(
            folder: "Values",
            name: "Values/Wrong.swift",
            text: #"""
                func reveal(_ host: AppHost) -> String { "\(host.report(on: .bus)) by \(CommandRegistry.self)" } // Window
                let other: HostRuntime.ServiceRegistry? = nil, third: `PluginRegistry`? = nil
                """#
        )

        let graph = try LayerTests.graph(adding: [wrong])

        let found = graph.references.filter { $0.file == wrong.name }.map(\.symbol)
        #expect(Set(found).isSuperset(of: ["AppHost", "CommandRegistry", "ServiceRegistry", "PluginRegistry"]))
        #expect(!found.contains("Window"))
        #expect(LayerGraph.circle(in: graph.edges) != nil)
    }

    @Test func `a member that is added to a type of elsewhere is a reference to the folder that adds it`() {
        let graph = LayerGraph([
            LayerGraph.Source(
                folder: "A",
                name: "a",
                text: "extension String { var shouted: String { uppercased() } }"
            ),
            LayerGraph.Source(folder: "B", name: "b", text: "let greeting = \"hello\".shouted"),
            LayerGraph.Source(folder: "C", name: "c", text: "struct C { let shout = \"shouted\" /* .shouted */ }"),
        ])

        #expect(graph.references.map(\.description) == ["B → A: b refers to shouted"])
    }
}
