import Foundation
import HostRuntime
import TestSupport
import Testing

/// The host names no plugin. (`Scripts/check` has the imports.)
@Suite(.tags(.registration)) struct SourcesTests {
    private struct Source {
        let path: String
        let text: String
    }

    private func sources(_ folder: String) throws -> [Source] {
        let root = Program.package.appendingPathComponent("Sources/\(folder)")
        let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        return try names.filter { $0.hasSuffix(".swift") }.sorted().map {
            let data = try Data(contentsOf: root.appendingPathComponent($0))
            return Source(path: "\(folder)/\($0)", text: String(decoding: data, as: UTF8.self))
        }
    }

    /// Returns the names in the manifest's list of plugins.
    private func plugins() throws -> [String] {
        let manifest = try Data(contentsOf: Program.package.appendingPathComponent("Package.swift"))
        let text = String(decoding: manifest, as: UTF8.self)
        let begin = try #require(text.range(of: "let plugins: [String] = [")).upperBound
        let end = try #require(text.range(of: "]", range: begin..<text.endIndex)).lowerBound
        return text[begin..<end].split(separator: "\"").map(String.init).filter { $0.hasSuffix("Plugin") }
    }

    private func words(_ text: String) -> Set<Substring> {
        Set(text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }

    @Test(arguments: ["HostBase", "MessageBus", "Scenarios", "HostRuntime", "demo-host", "HostTestKit"])
    func `no file of the host names a plugin, neither its target nor its id`(folder: String) throws {
        let files = try sources(folder)
        let targets = try plugins()
        let ids = PluginRecord.loaded
            .filter { record in targets.contains { record.origin.hasPrefix("\($0)/") } }
            .map { $0.type.manifest.id }
        #expect(!files.isEmpty)
        #expect(ids.count == targets.count)

        let named = files.flatMap { file in
            let words = words(file.text)
            return (targets + ids).filter { words.contains($0[...]) }.map { "\(file.path) names \($0)" }
        }

        #expect(named == [])
    }
}
