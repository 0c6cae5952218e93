import Foundation
import TestSupport
import Testing

/// `Documentation/promises.md` names, for each promise, suites that are there and that carry its section's tag.
@Suite struct PromisesTests {
    private struct Promise {
        let text: Substring
        let section: String
        let suites: [String]
        let scripts: [String]
    }

    private struct Suite {
        let name: String
        let tags: Set<String>
    }

    private let promises: [Promise]
    private let suites: [String: Suite]

    init() throws {
        promises = Self.promises(in: try MarkdownFile("Documentation/promises.md").text)
        suites = try Self.suites()
    }

    @Test func `every promise stands in a section, and names a suite that is there`() {
        let unproven = promises.filter { promise in
            promise.section.isEmpty || promise.suites.isEmpty || !promise.suites.allSatisfy { suites[$0] != nil }
        }

        #expect(promises.count > 80)
        #expect(unproven.map(\.text) == [])
    }

    @Test func `every script that proves a promise is there`() {
        let scripts = Set(promises.flatMap(\.scripts))

        let missing = scripts.filter { script in
            !FileManager.default.isExecutableFile(atPath: Program.package.appendingPathComponent(script).path)
        }

        #expect(!scripts.isEmpty)
        #expect(missing == [])
    }

    @Test func `a suite has the tags of the sections that name it, and no others`() {
        var named: [String: Set<String>] = [:]
        for promise in promises {
            for suite in promise.suites { named[suite, default: []].insert(promise.section) }
        }

        let wrong = suites.values.filter { $0.tags != named[$0.name, default: []] }

        #expect(wrong.map { "\($0.name) is to have \(named[$0.name, default: []].sorted())" }.sorted() == [])
    }

    @Test func `every tag is a section's`() throws {
        let declared = try Self.text("Tests/TestSupport/Tags.swift").matches(of: /static var (\w+)/).map {
            String($0.1)
        }

        #expect(declared.sorted() == Set(promises.map(\.section)).sorted())
    }

    // MARK: - Reading

    private static func promises(in text: String) -> [Promise] {
        var section = ""
        var promises: [Promise] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") { section = "" }
            if let tag = line.wholeMatch(of: /`\.tags\(\.(\w+)\)`/) { section = String(tag.1) }
            guard let row = line.wholeMatch(of: /\| (.*) \| (.*) \|/), row.1 != "promise" else { continue }
            promises.append(
                Promise(
                    text: row.1,
                    section: section,
                    suites: row.2.matches(of: /`(\w+Tests)`/).map { String($0.1) },
                    scripts: row.2.matches(of: /`(Scripts\/[\w-]+)`/).map { String($0.1) }
                )
            )
        }
        return promises
    }

    private static func suites() throws -> [String: Suite] {
        let folder = Program.package.appendingPathComponent("Tests")
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        var suites: [String: Suite] = [:]
        for path in paths where path.hasSuffix(".swift") {
            let heading = /@Suite(\((?:[^()]|\([^()]*\))*\))? (?:final )?(?:struct|class) (\w+)/
            for match in try text("Tests/\(path)").matches(of: heading) {
                let tags = match.1?.firstMatch(of: /\.tags\(([^)]*)\)/)?.1.matches(of: /\.(\w+)/).map { String($0.1) }
                suites[String(match.2)] = Suite(name: String(match.2), tags: Set(tags ?? []))
            }
        }
        return suites
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: Program.package.appendingPathComponent(path)), as: UTF8.self)
    }
}
