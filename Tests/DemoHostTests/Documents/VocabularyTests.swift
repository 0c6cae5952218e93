import Foundation
import Testing

/// What the program calls a thing is what the documents call it: each name is documented, and no other is.
@Suite struct VocabularyTests {
    private let help: String
    private let text: String

    init() throws {
        help = try Program.run("--help").output
        text = try MarkdownFile.all().map(\.text).joined(separator: "\n")
    }

    @Test func `every setting is documented`() {
        #expect(settings.count > 20)
        #expect(undocumented(settings) { name in "(`|\")\(name.split(separator: ".").last ?? "")(`|\")" } == [])
    }

    @Test func `every command is documented by its id`() throws {
        let commands = try self.commands()

        #expect(commands.count > 40)
        #expect(undocumented(commands) == [])
    }

    @Test func `every subcommand and its words are documented`() throws {
        let words = try subcommands.flatMap { subcommand in
            try self.words(of: subcommand).map { "\(subcommand) \($0)" }
        }

        #expect(undocumented(subcommands) { "`([\\w-]+ )?\($0)\\b" } == [])
        #expect(words.count > 8)
        #expect(undocumented(words) { "\($0.split(separator: " ")[0]).*\\b\($0.split(separator: " ")[1])\\b" } == [])
    }

    @Test func `every option is documented`() throws {
        let pages = try subcommands.map { try Program.run($0, "--help").output } + [help]
        let options = Set(pages.flatMap { $0.matches(of: /--[a-z][a-z-]*/).map { String($0.0) } })

        #expect(options.count > 20)
        #expect(undocumented(options) == [])
    }

    @Test func `every step of a script is documented`() throws {
        let begin = try #require(help.range(of: "with a step on each line:")).upperBound
        let end = try #require(help.range(of: "--size", range: begin..<help.endIndex)).lowerBound
        let steps = help[begin..<end].matches(of: /[a-z-]+/).map { String($0.0) }
        let article = try MarkdownFile("Sources/HostRuntime/HostRuntime.docc/Scripted-runs.md").text

        #expect(steps.count > 30)
        #expect(undocumented(steps, in: article) == [])
    }

    @Test func `every named notification is documented`() throws {
        #expect(undocumented(try notifications()) == [])
    }

    @Test func `every exit status is documented`() throws {
        let begin = try #require(help.range(of: "Exit status:")).upperBound
        let statuses = help[begin...].matches(of: /\n  (\d+)\x20/).map { String($0.1) }
        let article = try MarkdownFile("Sources/HostRuntime/HostRuntime.docc/Writing-a-program.md").text
        let rows = article.matches(of: /\n\| (\d+) \|/).map { String($0.1) }

        #expect(rows == statuses)
    }

    @Test(.enabled(if: DocumentTests.isComplete))
    func `no command, setting or notification is documented that isn't there`() throws {
        let known = try Set(commands() + notifications() + settings)
        let groups = Set(known.map { $0.prefix { $0 != "." } })

        let named = text.matches(of: /`([a-z-]+)(\.[a-z-]+)+(?=[` =])/).filter { groups.contains($0.1) }

        #expect(Set(named.map { String($0.0.dropFirst()) }).subtracting(known).sorted() == [])
    }

    @Test func `no word of plugins is documented that isn't there`() throws {
        let named = text.matches(of: /(?:`|demo-host |notes )plugins ([a-z]+)/).map { String($0.1) }

        #expect(Set(named).subtracting(try words(of: "plugins")) == [])
    }

    // MARK: - What there is

    private var settings: [String] {
        let list = help.components(separatedBy: "Settings, for --set").last ?? ""
        return list.matches(of: /\n  ([a-z-]+(?:\.[a-z-]+)+)/).map { String($0.1) }
    }

    private var subcommands: [String] {
        let list = help.components(separatedBy: "Scripts:")[0]
        return list.matches(of: /\n  ([a-z]+)\x20\x20/).map { String($0.1) }
    }

    private func words(of subcommand: String) throws -> [String] {
        let help = try Program.run(subcommand, "--help").output
        guard let begin = help.range(of: "\nWords:")?.upperBound else { return [] }
        let list = help[begin...].components(separatedBy: "\n\n")[0]
        return list.matches(of: /\n  ([a-z]+)\b/).map { String($0.1) }
    }

    private func commands() throws -> [String] {
        let list = Data(try Program.run("commands", "--json").output.utf8)
        let commands = try #require(try JSONSerialization.jsonObject(with: list) as? [[String: Any]])
        return commands.compactMap { $0["id"] as? String }
    }

    /// The names that the bus has after a session, a shop, an environment and an advertisement have changed, and those
    /// that the sources have.
    private func notifications() throws -> [String] {
        let script = """
            wait 1
            key escape
            run session.login phone=5550100 password=sesame
            run shop.switch shop=fern
            run environment.switch environment=staging
            post splash.offer
            wait 1
            show bus

            """
        // The bus lists what is observed, and the transcript what was posted.
        let output = try Program.run("--script", "-", input: script).output
        let posted = output.matches(of: /\n(?: +\||\[ *[\d.]+\]) ([a-z-]+\.[a-z-]+)\x20/).map { String($0.1) }
        let root = Program.package.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        let sources = try files.filter { $0.hasSuffix(".swift") }.map { file in
            let text = String(decoding: try Data(contentsOf: root.appendingPathComponent(file)), as: UTF8.self)
            return text.matches(of: /NotificationName\("([a-z-]+\.[a-z-]+)"\)/).map { String($0.1) }
        }
        return posted + sources.joined()
    }

    /// The names that no document has, where one may have another form.
    private func undocumented(
        _ names: some Sequence<String>,
        in text: String? = nil,
        orAs form: (String) -> String = { _ in "(?!)" }
    ) -> [String] {
        let text = text ?? self.text
        return names.filter { name in
            let word = "(?<![\\w.-])\(NSRegularExpression.escapedPattern(for: name))(?![\\w-])(?!\\.\\w)"
            return text.range(of: "\(word)|\(form(name))", options: .regularExpression) == nil
        }.sorted()
    }
}
