import Foundation
import HostRuntime
import Testing

/// One constant has the version of the package, and all that names the version agrees with it.
@Suite struct VersionTests {
    @Test func `the program and the plugins that come with it have the version of the package`() throws {
        let list = try Program.run("--list-plugins", "--json").output
        let plugins = try #require(JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])

        #expect(try Program.run("--version").output == "demo-host \(RuntimeStamp.version)\n")
        #expect(!plugins.isEmpty)
        #expect(plugins.filter { $0["version"] as? String != RuntimeStamp.version }.isEmpty)
    }

    @Test func `the documents and the examples depend on this version`() throws {
        let manifest = try MarkdownFile("Examples/almanac/Package.swift")
        let others = try (MarkdownFile.all() + [manifest]).flatMap { file in
            file.text.matches(of: /host-runtime", from: "([^"]*)"/).map { (file.path, String($0.1)) }
        }

        #expect(others.count > 1)
        #expect(others.filter { $0.1 != RuntimeStamp.version }.map { "\($0.0) has \($0.1)" } == [])
    }

    @Test func `the newest release in the changelog is this version`() throws {
        let text = try MarkdownFile("CHANGELOG.md").text
        let releases = text.matches(of: /(?m)^## (\d+\.\d+\.\d+)/).map { String($0.1) }

        #expect(releases.first == RuntimeStamp.version)
        #expect(Set(releases).count == releases.count)
    }

    @Test func `a release in the changelog is read in five minutes`() throws {
        let sections = try MarkdownFile("CHANGELOG.md").text.split(separator: "\n## ").dropFirst()
        let words = sections.map { section in
            section.split(whereSeparator: \.isWhitespace).count { $0.contains(where: \.isLetter) }
        }

        #expect(!words.isEmpty)
        // A reader takes in about 250 words a minute.
        #expect(words.filter { $0 > 5 * 250 } == [])
    }
}
