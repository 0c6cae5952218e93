import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import FloatingAssistantPlugin

/// What holds for each row of the table of gestures, and so for one that is added.
@MainActor @Suite(.tags(.assistant)) struct TapGestureTests {
    @Test func `the rows go from one tap to the most, without a gap`() {
        let taps = TapGesture.all.map(\.taps)

        #expect(taps == Array(1...TapGesture.all.count))
    }

    @Test func `each gesture has a name, a key, a command and a target that no other has`() {
        let gestures = TapGesture.all

        #expect(Set(gestures.map(\.name)).count == gestures.count)
        #expect(Set(gestures.map(\.key)).count == gestures.count)
        #expect(Set(gestures.map(\.commandID)).count == gestures.count)
        #expect(Set(gestures.map(\.title)).count == gestures.count)
        #expect(Set(gestures.map(\.word)).count == gestures.count)
        #expect(Set(gestures.map(\.icon)).count == gestures.count)
        #expect(gestures.count { first in gestures.count { $0.target == first.target } == 1 } == gestures.count)
        // While a panel has the keyboard, others would be typed into it.
        #expect(gestures.filter { !$0.key.isForProgram } == [])
        #expect(gestures.filter(\.offersLoginAtStart).count == 1)
    }

    @Test(arguments: TapGesture.all)
    func `no gesture opens another by default, which could lead back`(gesture: TapGesture) {
        #expect(!TapGesture.all.contains { gesture.target == .command($0.commandID) })
    }

    @Test(arguments: TapGesture.all, [true, false])
    func `each gesture opens its target with its taps and with its key`(gesture: TapGesture, isKey: Bool) async throws {
        let routes = HostConfiguration(["floating-assistant": ["routes": .dictionary([gesture.name: "shop.switch"])]])
        let stage = try await Stage.launched(configuration: routes)

        if isKey { await stage.host.key("\(gesture.key)") } else { await stage.tapBall(gesture.taps) }

        #expect(stage.host.frame.contains("╭─ Switch shop ─"))
    }

    @Test func `no two commands of the assistant have the same key`() async throws {
        let stage = try await Stage.launched()
        let keys = stage.host.app.commands.all.filter { $0.id.hasPrefix("assistant.") }.compactMap(\.key)

        #expect(Set(keys).count == keys.count)
        #expect(Set(keys).isSuperset(of: TapGesture.all.map(\.key)))
    }

    @Test(arguments: TapGesture.all)
    func `the table in the document has a line for each gesture`(gesture: TapGesture) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
        let document = try String(contentsOf: folder.appending(path: "assistant.md"), encoding: .utf8)

        #expect(document.contains("\n| \(gesture.name.replacing("-", with: " ")) | \(gesture.key) | the "))
    }
}
