import Testing

@testable import HostRuntime

@Suite struct HostConfigurationTests {
    private func problem(_ text: String) -> String? {
        do {
            _ = try HostConfiguration(json: Array(text.utf8))
            return nil
        } catch {
            return error.rule
        }
    }

    @Test func `a file is an object with named sections`() throws {
        let text = #"{"splash": {"seconds": 3, "ratio": 0.5, "on": true, "list": [1, "a", null]}, "empty": {}}"#

        let configuration = try HostConfiguration(json: Array(text.utf8))

        #expect(configuration["splash"] == ["seconds": 3, "ratio": 0.5, "on": true, "list": [1, "a", .null]])
        #expect(configuration["empty"] == [:])
        #expect(configuration["nobody"] == [:])
    }

    @Test(
        arguments: [
            ("", "is not JSON at line 1, column 1: the text ends where a value should be"),
            ("seconds = 3", "is not JSON at line 1, column 1: 'seconds' is where a value should be"),
            (
                "{\"a\": {\"b\": 1},\n}",
                "is not JSON at line 2, column 1: '}' is where another name, or no comma before it, should be"
            ),
            ("{\"a\": {\"b\": 1e999}}", "is refused as JSON at line 1, column 13: the number 1e999 is out of range"),
            (
                "{\"a\": {\"b\": 1,\n\"b\": 2}}",
                "is refused as JSON at line 2, column 1: 'b' is given a second time"
            ),
        ]
    )
    func `text that is not JSON is refused with the line and column`(text: String, rule: String) {
        #expect(problem(text) == rule)
    }

    @Test(arguments: ["[]", "3", "null", "\"text\""])
    func `JSON that is not an object is refused`(text: String) {
        #expect(problem(text) == "is JSON, but not an object with a section by name")
    }

    @Test func `the message names a section that is not an object`() {
        #expect(problem(#"{"b": {}, "a": 3}"#) == "has a section 'a' that is not an object")
    }

    @Test func `a configuration goes over another, and each value keeps its source`() throws {
        var configuration = HostConfiguration()
        configuration.set(1, for: "x", in: "a", by: .file("script"))
        configuration.set(2, for: "y", in: "a", by: .file("script"))

        configuration.merge(try HostConfiguration(json: Array(#"{"a": {"x": 3}, "empty": {}}"#.utf8), file: "file"))

        #expect(configuration == HostConfiguration(["a": ["x": 3, "y": 2], "empty": [:]]))
        #expect(configuration.source(of: "x", in: "a") == .file("file"))
        #expect(configuration.source(of: "y", in: "a") == .file("script"))
    }

    @Test func `a value in an object is set by its whole name, whatever section an option took it for`() {
        let home = Setting("routes.home", default: "", help: "")
        let sections = [
            ConfigurationSection("a", settings: [home]), ConfigurationSection("a.b", settings: [home]),
            ConfigurationSection("c"),
        ]
        var configuration = HostConfiguration(["a": ["routes": ["home": "x"]], "a.routes": ["home": "y", "hme": "z"]])
        configuration.set("w", for: "home", in: "a.b.routes", by: .option("--set"))

        configuration.resolve(sections)

        #expect(configuration.settings(section: "a")[home] == "y")
        #expect(configuration.settings(section: "a.b")[home] == "w")
        #expect(configuration.source(of: "routes.home", in: "a.b") == .option("--set"))
        #expect(configuration.sectionNames == ["a", "a.b", "a.routes"])
        #expect(configuration["a.routes"] == ["hme": "z"])
    }

    @Test func `a value can be set in a section`() {
        var configuration = HostConfiguration(["a": ["x": 1]])

        configuration.set(2, for: "y", in: "a")
        configuration.set(3, for: "z", in: "b")

        #expect(configuration == HostConfiguration(["a": ["x": 1, "y": 2], "b": ["z": 3]]))
    }
}
