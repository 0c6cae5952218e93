import Foundation
import HostRuntime
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
    private let text: String

    init() throws {
        text = String(
            decoding: try Data(contentsOf: Program.package.appendingPathComponent("README.md")),
            as: UTF8.self
        )
    }

    /// The content of the first fenced block behind a mark.
    private func block(after mark: String) throws -> String {
        let rest = try #require(text.range(of: mark)).upperBound
        let begin = try #require(text.range(of: "```", range: rest..<text.endIndex)).upperBound
        let line = try #require(text.range(of: "\n", range: begin..<text.endIndex)).upperBound
        let end = try #require(text.range(of: "```", range: line..<text.endIndex)).lowerBound
        return String(text[line..<end])
    }

    // The transcript shows the plugins that come with the package; without one of
    // them, which is one line of Package.swift, another one would be right.
    private static let attached = Set(PluginRecord.loaded.map { $0.type.manifest.id })

    @Test(.enabled(if: attached.isSuperset(of: ["splash-ad", "floating-assistant"])))
    func `the transcript is what the script gives`() throws {
        let outcome = try Program.run("--script", "-", input: try block(after: "<!-- script -->"))

        #expect(outcome.output == (try block(after: "<!-- transcript -->")))
        #expect(outcome.errors == "")
    }

    @Test func `the smallest plugin compiles as it is printed, and attaches`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appendingPathComponent("Confetti.swift")
        try Data(try block(after: "This is a whole plugin:").utf8).write(to: source)
        let modules = Program.path.deletingLastPathComponent().appendingPathComponent("Modules").path
        let library = folder.appendingPathComponent("libConfetti.so").path

        let compiler = try Program.run(
            "swiftc",
            "-swift-version",
            "6",
            "-warnings-as-errors",
            "-emit-library",
            "-module-name",
            "Confetti",
            "-I",
            modules,
            source.path,
            "-o",
            library,
            executable: URL(fileURLWithPath: "/usr/bin/env")
        )
        #expect(compiler.errors == "")
        let run = try Program.run(
            "--plugin-path",
            folder.path,
            "--only-plugin",
            "confetti",
            "--script",
            "-",
            input: "expect Welcome!\nwait 10\nreject Welcome!\n"
        )

        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.output.contains("plugin active  confetti"))
    }

    @Test func `every option of the program's help is one that it takes`() throws {
        let help = try Program.run("--help").output
        let words = help.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }.map(String.init)
        let options = Set(words).subtracting(["--help", "--version"])

        for option in options {
            let outcome = try Program.run(option, "--version")
            #expect(!outcome.errors.contains("is not an option"), "\(option)")
        }
    }
}
