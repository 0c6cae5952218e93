import Foundation
import HostRuntime
import HostTestKit
import Testing

@testable import WhatsNewPlugin

@MainActor @Suite final class WhatsNewTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "whats-new-\(UUID())").path

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A host of a version of the program, which remembers what the test's other hosts have stored.
    private func host(_ version: String = "1.0.0", settings: [String: PlainValue] = [:]) -> TestHost {
        TestHost(
            version: version,
            plugins: [WhatsNew.self],
            configuration: HostConfiguration(["whats-new": .dictionary(settings)]),
            stateDirectory: folder
        )
    }

    @Test func `each version's news are shown once`() async {
        var shown: [Bool] = []
        for version in ["1.0.0", "1.0.0", "1.1.0"] {
            let host = host(version)
            await host.launch()
            await host.advance(by: .seconds(1))
            shown.append(host.visibleWindows.contains("What's new"))
            await host.terminate()
        }

        #expect(shown == [true, false, true])
    }

    @Test func `news count when they are seen, and not while they wait under an advertisement`() async {
        let host = host()
        let poster = View()
        poster.background = Theme.page
        let advertisement = host.app.makeWindow(title: "ad", level: .statusBar + 1, root: poster)
        advertisement.show()

        await host.launch()
        await host.advance(by: .seconds(5))
        let covered = host.decisions
        advertisement.close()
        await host.advance(by: .seconds(1))

        #expect(covered == [])
        #expect(host.decisions.map(\.isAllowed) == [true])
    }

    @Test func `news that weren't seen are shown at the next launch`() async {
        let address = "https://shop.example/news.txt"
        var titles: [[String]] = []
        for answer in [TestAnswer.status(503), .text("Tea is back.")] {
            let host = host(settings: ["address": .string(address)])
            host.network[address] = answer
            await host.launch()
            await host.advance(by: .seconds(1))
            titles.append(host.visibleWindows)
            await host.terminate()
        }

        #expect(titles == [["page"], ["page", "What's new"]])
    }

    @Test func `the command shows again what the person has seen`() async throws {
        let host = host(settings: ["delay": 10])
        await host.launch()

        let answer = try await host.run("whats-new.show")
        await host.advance(by: .seconds(10))
        await host.key("escape")
        try await host.run("whats-new.show")

        #expect(answer == "There is nothing new.")
        #expect(host.frame.contains("Confetti at every launch"))
    }
}
