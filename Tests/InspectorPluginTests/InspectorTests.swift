import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

@MainActor @Suite(.tags(.inspector)) struct InspectorTests {
    private func launched(size: Size = Size(width: 80, height: 24)) async -> TestHost {
        let host = TestHost(plugins: [Inspector.self], size: size)
        await host.launch()
        return host
    }

    @Test func `f12 opens the panel and closes it`() async {
        let host = await launched()

        await host.key("f12")
        #expect(host.frame.contains("Windows"))
        #expect(host.frame.contains("page"))
        await host.key("f12")

        #expect(host.visibleWindows == ["page"])
    }

    @Test func `a page has a command of its own`() async throws {
        let host = await launched()

        for kind in PageKind.all {
            try await host.run("inspector.\(kind.id)")
            #expect(host.frame.contains(kind.title))
        }
    }

    @Test func `the table in the document has the pages by their titles, in their order`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
        let document = try String(contentsOf: folder.appending(path: "inspector.md"), encoding: .utf8)
        let table = try #require(document.components(separatedBy: "| page | shows | changes |").last)

        let titles = table.components(separatedBy: "\n\n")[0].matches(of: /\n\| (\w+) \|/).map { String($0.1) }

        #expect(titles == PageKind.all.map(\.title))
    }
}
