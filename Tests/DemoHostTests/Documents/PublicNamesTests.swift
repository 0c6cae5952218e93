import Foundation
import Testing

/// The names of the public types, as the files of the public interface list them.
@Suite struct PublicNamesTests {
    private let types: [Substring]

    init() throws {
        let folder = Program.package.appendingPathComponent("Documentation/public-interface")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let heading = /(?:@\S+ |open |final |indirect )*(?:actor|class|enum|protocol|struct|typealias) (\w+)(?![\w.]).*/
        types = try files.flatMap { file in
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            let declarations = text.prefix(upTo: text.firstRange(of: "\nlayout of ")?.lowerBound ?? text.endIndex)
            return declarations.split(separator: "\n").compactMap { $0.wholeMatch(of: heading)?.1 }
        }
    }

    @Test func `no public type has the name of a type of the toolchain's modules`() throws {
        let modules = [
            "Dispatch", "Foundation", "FoundationNetworking", "Glibc", "HostRuntime", "HostTestKit", "Observation",
            "RegexBuilder", "Synchronization", "Testing",
        ]
        let aliases = types.enumerated().map { "    typealias Name\($0.offset) = \($0.element)" }
        let source = modules.map { "import \($0)" } + ["enum Names {"] + aliases + ["}", ""]
        let compiler = Compiler()

        let diagnostics = try compiler.compile(source.joined(separator: "\n"), as: "Names", "-typecheck")

        #expect(types.contains("AppHost"))
        #expect(types.contains("TestHost"))
        #expect(diagnostics == "")
    }
}
