import Foundation
import HostRuntime
import HostTestKit
import Testing

@testable import FloatingAssistantPlugin

/// What holds for each number of taps, up to the limit of the views.
@MainActor @Suite struct TapGestureTests {
    @Test func `each gesture has a name, a key and a command of its own`() {
        let limit = GestureConfiguration.tapLimit

        #expect(TapGesture.all.map(\.count.rawValue) == Array(1...limit))
        #expect(Set(TapGesture.all.map(\.name)).count == limit)
        #expect(Set(TapGesture.all.map(\.commandID)).count == limit)
        #expect(Set(TapGesture.all.map(\.text)).count == limit)
    }

    @Test(arguments: TapCount.allCases, [true, false])
    func `each number of taps opens its target, and so does its key`(count: TapCount, isKey: Bool) async throws {
        let gesture = TapGesture(count)
        let routes = HostConfiguration(["floating-assistant": ["routes": .dictionary([gesture.name: "shop.switch"])]])
        let stage = try await Stage.launched(configuration: routes)

        if isKey { await stage.host.key("\(gesture.key)") } else { await stage.tapBall(count.rawValue) }

        #expect(stage.host.frame.contains("╭─ Switch shop ─"))
    }

    @Test(arguments: TapCount.allCases)
    func `the bubble explains each number of taps that opens something`(count: TapCount) async throws {
        let gesture = TapGesture(count)
        let routes = HostConfiguration(["floating-assistant": ["routes": .dictionary([gesture.name: ""])]])

        let stage = try await Stage.launched(configuration: routes, offersRoutes: false, isIntroduced: false)

        let lines = stage.host.frame.text.split(separator: "\n")
        #expect(lines.contains { $0.contains(gesture.text) && $0.contains("\(gesture.key)") })
    }

    @Test func `no two commands of the assistant have the same key`() async throws {
        let stage = try await Stage.launched()
        let keys = stage.host.app.commands.all.filter { $0.id.hasPrefix("assistant.") }.compactMap(\.key)

        #expect(Set(keys).count == keys.count)
        #expect(Set(keys).isSuperset(of: TapGesture.all.map(\.key)))
    }

    @Test func `the documents name each gesture with its key`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
        let assistant = try String(contentsOf: folder.appending(path: "assistant.md"), encoding: .utf8)
        let demo = try String(contentsOf: folder.appending(path: "demo.md"), encoding: .utf8)

        for gesture in TapGesture.all {
            #expect(assistant.contains("| \(gesture.name.replacing("-", with: " ")) | \(gesture.key) |"))
        }
        #expect(demo.contains("| \(TapGesture.all.map { "\($0.key)" }.joined(separator: " ")) |"))
    }
}
