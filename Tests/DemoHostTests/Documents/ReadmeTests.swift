import Foundation
import Testing

/// The README's promises to a newcomer.
@Suite struct ReadmeTests {
    private let readme: MarkdownFile

    init() throws {
        readme = try MarkdownFile("README.md")
    }

    @Test func `the README has fewer than 200 lines`() {
        #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count < 200)
    }

    @Test func `the plugin compiles without a warning, and attaches to a host that was built without it`() throws {
        let plugin = try #require(readme.blocks.first { $0.language == "swift" })
        let compiler = Compiler()
        #expect(try compiler.makePlugin(plugin.code) == "")

        let run = try Program.run("--plugin-path", compiler.folder.path, "--list-plugins")

        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.output.contains("confetti"))
    }

    @Test func `every option of the program's help is one that it takes`() throws {
        let help = try Program.run("--help").output
        let words = help.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }.map(String.init)
        let options = Set(words).subtracting(["--help", "--version"])

        for option in options {
            let outcome = try Program.run(option, "/dev/null", "--version")
            #expect(!outcome.errors.contains("is not an option"), "\(option)")
        }
    }
}
