import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

@MainActor @Suite(.tags(.inspector)) struct RecordPagesTests {
    // MARK: - Scenarios

    @Test func `a scenario that was refused says why in one line, and every condition below`() async throws {
        let host = try await Neighbor.host()
        let rule = ScenarioRule.all([.maxExecutionsPermitted(1), .minEventsRequired(0)])
        let tip = Scenario(id: "tip", rule: rule, store: host.app.store("tips"))
        host.app.record(tip.execute(at: host.app.clock.date))
        await host.advance(by: .seconds(3))
        host.app.record(tip.decide(at: host.app.clock.date))

        try await host.open("scenarios")

        #expect(host.lines(with: "tip ").first?.contains("Refused: executed: 1 of 1.") == true)
        #expect(host.lines(with: "tip ").first?.contains("00:00:00") == true)
        #expect(host.frame.contains("✗ executed: 1 of 1"))
        #expect(host.frame.contains("✓ events: 0, at least 0 needed"))
        #expect(host.frame.contains("1, last 2001-01-01 00:00:00 UTC, 3 s ago"))
        #expect(host.frame.contains("Earlier in this run"))
    }

    @Test func `a group without a rule of its own is no condition`() async throws {
        let host = try await Neighbor.host()
        let tip = Scenario(id: "tip", rule: .group("tips", .all([])), store: host.app.store("tips"))
        host.app.record(tip.execute(at: host.app.clock.date))

        try await host.open("scenarios")

        #expect(host.frame.contains("The rule has no conditions."))
        #expect(host.frame.contains("1 scenario, 1 group"))
        #expect(!host.frame.contains("in the group"))
    }

    @Test func `without scenarios the page says what would bring one`() async throws {
        let host = try await Neighbor.host(page: "scenarios")

        #expect(host.frame.contains("No scenario has been asked yet."))
    }

    // MARK: - Store

    @Test func `the values of every store are listed, and secrets are hidden`() async throws {
        let host = try await Neighbor.host()
        host.app.store("empty").update { _ in }
        try await host.open("store")

        #expect(host.lines(with: "cups").first?.contains("3") == true)
        #expect(host.lines(with: "door-pin").first?.contains("•••") == true)
        #expect(!host.frame.contains("1234"))
        #expect(host.frame.contains("empty"))
    }

    @Test func `a value is edited as JSON, and the change is undone`() async throws {
        let host = try await Neighbor.host(page: "store", filter: "cups")

        await host.key("e")
        await host.key("ctrl-u")
        await host.type("[1")
        await host.key("enter")
        #expect(host.frame.contains("is not JSON"))
        await host.type(", 2]")
        await host.key("enter")
        #expect(host.app.store("neighbor").value("cups") == [1, 2])
        await host.key("u")

        #expect(host.app.store("neighbor").value("cups") == 3)
    }

    @Test func `a change of a value can be undone after another page was open`() async throws {
        let host = try await Neighbor.host(page: "store", filter: "cups")

        await host.key("d")
        let deleted = host.app.store("neighbor").value("cups")
        await host.key("tab shift-tab u")

        #expect(deleted == nil)
        #expect(host.app.store("neighbor").value("cups") == 3)
    }

    @Test func `a value that is not changed stays the number that it was`() async throws {
        let host = try await Neighbor.host()
        host.app.store("neighbor").update { $0["cups"] = .double(3) }
        try await host.open("store")
        await host.filter("cups")

        await host.key("e enter")

        #expect(host.app.store("neighbor").value("cups") == .double(3))
        #expect(!host.frame.contains("u undoes it"))
    }

    @Test func `a value is added and removed`() async throws {
        let host = try await Neighbor.host(page: "store", filter: "cups")

        await host.key("n")
        await host.type(#"plates = "blue""#)
        await host.key("enter")
        #expect(host.app.store("neighbor").value("plates") == "blue")
        await host.key("d")

        #expect(host.app.store("neighbor").value("plates") == nil || host.app.store("neighbor").value("cups") == nil)
    }

    @Test func `a secret can't be edited`() async throws {
        let host = try await Neighbor.host(page: "store", filter: "door-pin")

        await host.key("enter e d")

        #expect(host.app.store("neighbor").value("door-pin") == 1234)
    }

    @Test func `a store is exported as JSON without its secrets`() async throws {
        let host = try await Neighbor.host()

        let text = try #require(await host.run("inspector.export-store", ["store": "neighbor"]))

        #expect(try PlainValue(json: text.utf8) == ["cups": 3, "pets": ["dog": "Rex"]])
    }

    @Test func `a store is exported to a new file, and a file that is there stays`() async throws {
        let path = NSTemporaryDirectory() + "export-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let host = try await Neighbor.host(page: "store", filter: "cups", size: Size(width: 200, height: 30))

        await host.key("x ctrl-u")
        await host.type(path)
        await host.key("enter")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(try PlainValue(json: text.utf8) == ["cups": 3, "pets": ["dog": "Rex"]])
        await host.key("x ctrl-u")
        await host.type(path)
        await host.key("enter")

        #expect(host.frame.contains("is there already"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func `ten thousand values are listed`() async throws {
        let host = try await Neighbor.host()
        host.app.store("many").update { values in
            for number in 0..<10_000 { values["key-\(100_000 + number)"] = .int(number) }
        }
        try await host.open("store")

        await host.filter("key-109999")

        #expect(host.lines(with: "key-109999").first?.contains("9999") == true)
    }

    // MARK: - Log

    @Test func `the log is followed, filtered by level, and read in full`() async throws {
        let host = try await Neighbor.host(page: "log")
        #expect(host.lines(with: "the dog is loose").first?.contains("neighbor") == true)

        host.app.log.error("the cat is gone")
        await host.advance(by: .seconds(1))
        #expect(host.frame.contains("the cat is gone"))
        await host.key("l l")

        #expect(!host.frame.contains("the dog is loose"))
        #expect(host.frame.contains("error from host"))
    }

    @Test func `an empty level says so`() async throws {
        let host = try await Neighbor.host(page: "log")

        await host.key("l l")

        #expect(host.frame.contains("Nothing has been logged at the level error or above."))
    }

    // MARK: - Every page

    @Test(arguments: [(1, 1), (20, 5), (30, 8), (80, 24), (200, 60)].map { Size(width: $0.0, height: $0.1) })
    func `every page answers all its keys on a screen of any size`(size: Size) async throws {
        let host = try await Neighbor.host(size: size, isASCII: size.width == 80)
        for kind in PageKind.all {
            try await host.open(kind.id)
            await host.advance(by: .seconds(1))
            await host.key("down up J K / a escape o ? escape end home page-down page-up enter escape")
            await host.advance(by: .seconds(1))
            try await host.open(kind.id)
        }
        #expect(host.visibleWindows.contains("inspector"))
    }

    @Test func `every page is two keys away from any other`() async throws {
        let host = try await Neighbor.host(page: "windows")

        let expected = ["log": "the dog is loose", "plugins": "LOADED FROM", "network": "Nothing has been fetched"]
        for (key, kind) in zip("123456789abcdef", PageKind.all) {
            await host.key("g \(key)")
            if let text = expected[kind.id] { #expect(host.frame.contains(text)) }
        }
    }

    @Test func `after every page was open the inspector holds its commands and nothing else`() async throws {
        let host = try await Neighbor.host()
        let before = try await host.run("host.counts")

        for kind in PageKind.all {
            try await host.open(kind.id)
            await host.advance(by: .seconds(2))
        }
        await host.key("f12")

        #expect(try await host.run("host.counts") == before)
        // The notice of that result goes.
        await host.advance(by: .seconds(10))
        #expect(!host.hasPendingTimers)
    }
}
