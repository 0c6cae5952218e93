import Foundation
import HostRuntime
import TestSupport
import Testing

/// The code, the scripts and the settings in the documents are what the package takes.
///
/// A fenced block says by its language, and by a hidden comment above it, what it is:
///
/// - `<!-- file … -->` is a whole file of the repository, of a package with tests of its own;
///   `Scripts/update-documents` copies it.
/// - `swift` with an import is a complete file, which is compiled as it stands.
/// - `swift` without one is a part of a function that has a `context` and a
///   `host`; `<!-- given: … -->` declares what else it names.
/// - `json` is JSON; `<!-- configuration -->` means that the demo reads it with `--config`.
/// - `<!-- script … -->` is run by the demo with these options. `plugins` as one of
///   them stands for a folder with the README's plugin.
/// - `<!-- transcript -->` is all that the script before it prints, `<!-- excerpt -->` some
///   of its lines in their order.
/// - `console` are commands for a shell, `mermaid` is a drawing, and `text` is anything else.
@Suite(.tags(.program)) struct DocumentTests {
    private typealias Block = MarkdownFile.Block

    private let blocks: [Block]

    init() throws {
        blocks = try MarkdownFile.all().flatMap(\.blocks)
    }

    @Test func `the README has fewer than 200 lines`() throws {
        let readme = try MarkdownFile("README.md")

        #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count < 200)
    }

    @Test func `every fenced block says what it is`() {
        let kinds = Set(["script", "transcript", "excerpt"])

        let unclear = blocks.filter { block in
            block.language.isEmpty
                ? !kinds.contains(block.kind)
                : !["console", "json", "mermaid", "swift", "text"].contains(block.language)
        }

        #expect(unclear.map { "\($0.file):\($0.line)" } == [])
    }

    @Test func `every file that a document prints is printed whole, as it is now`() throws {
        let printed = blocks.filter { $0.kind == "file" }
        #expect(!printed.isEmpty)

        for block in printed {
            let path = try #require(block.options.first, "\(block.file):\(block.line)")
            let file = Program.package.appendingPathComponent(path)
            #expect(try block.code == String(contentsOf: file, encoding: .utf8), "\(block.file):\(block.line)")
        }
    }

    // MARK: - Swift

    private var complete: [Block] {
        var seen: Set<String> = []
        return blocks.filter { block in
            block.language == "swift" && block.isComplete && block.kind != "file" && seen.insert(block.code).inserted
        }
    }

    @Test func `every complete file compiles as it is printed`() throws {
        let compiler = Compiler()
        let files = complete
        #expect(!files.isEmpty)

        // A plugin's tests import it, so plugins come first.
        for block in files.filter({ $0.plugin != nil }) + files.filter({ $0.plugin == nil }) {
            let source = block.located(block.code)
            let diagnostics =
                if block.isManifest {
                    try compiler.checkManifest(block.code)
                } else if let plugin = block.plugin {
                    try compiler.compile(
                        source,
                        as: "\(plugin)Plugin",
                        "-parse-as-library",
                        "-enable-testing",
                        "-emit-module"
                    )
                } else {
                    try compiler.compile(source, as: "Document", "-parse-as-library", "-typecheck")
                }
            #expect(diagnostics == "", "\(block.file):\(block.line)")
        }
    }

    @Test func `every fragment compiles in a function with a context and a host`() throws {
        let fragments = blocks.filter { $0.language == "swift" && !$0.isComplete }
        let functions = fragments.enumerated().map { number, block in
            """
                @MainActor static func fragment\(number)(context: PluginContext, host: AppHost) async throws {
                    \(block.kind == "given:" ? String(block.note.dropFirst(6)) : "")
            \(block.located(block.code))
                }
            """
        }
        let imports = ["Foundation", "HostRuntime", "HostTestKit", "Testing"].map { "import \($0)" }
        let source = imports + ["enum Fragments {"] + functions + ["}", ""]
        let compiler = Compiler()

        let diagnostics = try compiler.compile(
            source.joined(separator: "\n"),
            as: "Fragments",
            "-typecheck",
            "-suppress-warnings"
        )

        #expect(!fragments.isEmpty)
        #expect(diagnostics == "")
    }

    // MARK: - Scripts

    // A script without these options shows the plugins that come with the package;
    // without one of them, which is one line of Package.swift, it would be another.
    static let isComplete =
        Set(PluginRecord.loaded.map { $0.type.manifest.id }).isSuperset(of: ["splash-ad", "floating-assistant"])

    private func runsAnywhere(_ script: Block) -> Bool {
        !Set(script.options).isDisjoint(with: ["--only-plugin", "--safe-mode"])
    }

    @Test(.enabled(if: isComplete))
    func `scripts for all plugins give what is printed`() throws {
        try runScripts { !runsAnywhere($0) }
    }

    @Test func `scripts for the program or one plugin give what is printed`() throws {
        try runScripts(where: runsAnywhere)
    }

    /// The folder with the library of the README's plugin, which is compiled once.
    private static let plugin = Result {
        let plugin = try #require(MarkdownFile("README.md").blocks.first { $0.plugin != nil })
        let compiler = Compiler()
        try #require(compiler.makePlugin(plugin.code) == "")
        return compiler
    }

    private func runScripts(where isMeant: (Block) -> Bool) throws {
        var output: String?
        for block in blocks where block.language.isEmpty {
            switch block.kind {
            case "script":
                output = nil
                guard isMeant(block) else { continue }
                let options = try block.options.map { try $0 == "plugins" ? Self.plugin.get().folder.path : $0 }
                let outcome = try Program.run(["--script", "-"] + options, input: block.code)
                #expect(outcome.errors == "" && outcome.status == 0, "\(block.file):\(block.line)")
                output = outcome.output
            case "transcript":
                if let output { #expect(block.code == output, "\(block.file):\(block.line)") }
            default:
                if let output { #expect(missing(block.code, in: output) == [], "\(block.file):\(block.line)") }
            }
        }
    }

    /// The lines of an excerpt that do not follow one another in a text.
    private func missing(_ excerpt: String, in text: String) -> [Substring] {
        var rest = text.split(separator: "\n")[...]
        return excerpt.split(separator: "\n").filter { line in
            guard let found = rest.firstIndex(of: line) else { return true }
            rest = rest[(found + 1)...]
            return false
        }
    }

    // MARK: - Options and settings

    @Test func `every option that the documents and the help name is one that the program takes`() throws {
        let files = try MarkdownFile.all().filter { $0.path != "CONTRIBUTING.md" }
        let named = files.flatMap { $0.text.matches(of: /`(--[a-z-]+)[^`\n]*`/).map { String($0.1) } }
        let listed = try Program.run("--help").output.matches(of: /--[a-z-]+/).map { String($0.0) }
        // One is a linker's, and two end the program whatever else is said.
        let options = Set(named + listed).subtracting(["--export-dynamic", "--help", "--version"])

        // A value for those that take one: none of them makes a file there.
        let unknown = try options.filter { option in
            try Program.run(option, "/dev/null", "--version").errors.contains("is not an option")
        }

        #expect(options.count > 10)
        #expect(unknown == [])
    }

    @Test func `every JSON is JSON`() {
        let wrong = blocks.filter { block in
            block.language == "json" && (try? JSONSerialization.jsonObject(with: Data(block.code.utf8))) == nil
        }

        #expect(wrong.map { "\($0.file):\($0.line)" } == [])
    }

    @Test(.enabled(if: isComplete))
    func `every configuration is read without a warning`() throws {
        let compiler = Compiler()
        let configurations = blocks.filter { $0.kind == "configuration" }
        #expect(!configurations.isEmpty)

        for block in configurations {
            let file = compiler.folder.appendingPathComponent("configuration.json")
            try Data(block.code.utf8).write(to: file)
            let outcome = try Program.run("--config", file.path, "--script", "-", input: "quit\n")
            let warnings = outcome.output.split(separator: "\n").filter { $0.contains("] warning") }
            #expect(outcome.errors == "" && warnings == [], "\(block.file):\(block.line)")
        }
    }
}

extension MarkdownFile.Block {
    fileprivate var isManifest: Bool { code.hasPrefix("// swift-tools-version") }

    fileprivate var isComplete: Bool {
        isManifest
            || code.split(separator: "\n").contains { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
    }

    /// The plugin's type, where the block is a whole plugin.
    fileprivate var plugin: Substring? {
        isComplete && code.contains("LoadHook") ? code.firstMatch(of: /class (\w+): HostPlugin/)?.1 : nil
    }

    /// Code whose diagnostics name the document and its line.
    fileprivate func located(_ code: String) -> String {
        "#sourceLocation(file: \"\(file)\", line: \(line))\n\(code)#sourceLocation()"
    }
}
