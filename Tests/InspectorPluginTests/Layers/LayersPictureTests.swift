import Foundation
import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

/// The picture of the window stack's layers.
@MainActor @Suite struct LayersPictureTests {
    @Test(arguments: 1...8) func `every floor lies inside the picture, and higher floors lie higher`(count: Int) {
        for spread in 0...4 {
            let geometry = LayerGeometry(columns: 60, halfRows: 36, count: count, spread: spread)
            let tops = (0..<count).map { geometry.spot(u: 0, v: 0, floor: $0).y }

            #expect(tops.allSatisfy { $0 >= -0.001 })
            #expect(geometry.spot(u: 1, v: 1, floor: 0).y <= 36)
            #expect(geometry.spot(u: 1, v: 0, floor: 0).x <= 60)
            #expect(zip(tops, tops.dropFirst()).allSatisfy { $0 > $1 })
        }
    }

    @Test func `a place on a floor comes back from its point of the picture`() throws {
        let geometry = LayerGeometry(columns: 60, halfRows: 36, count: 3, spread: 2)
        let spot = geometry.spot(u: 0.25, v: 0.5, floor: 1)

        let place = try #require(geometry.place(x: spot.x, y: spot.y, floor: 1))

        #expect(abs(place.u - 0.25) < 0.001)
        #expect(abs(place.v - 0.5) < 0.001)
        #expect(geometry.place(x: -5, y: spot.y, floor: 1) == nil)
    }

    @Test func `the picture of the layers shows each visible window, and escapes their texts`() async throws {
        let host = TestHost(plugins: [Inspector.self], size: Size(width: 30, height: 8)) { host in
            let page = host.makeWindow(title: "page <1>", root: Label("a&b 😀", frame: .zero))
            page.makeKeyAndVisible()
            let frame = Rect(x: 2, y: 2, width: 5, height: 3)
            let hidden = host.makeWindow(title: "hidden", level: .statusBar, frame: frame, root: View())
            return [page, hidden]
        }
        await host.launch()
        let folder = TemporaryFolder()

        host.app.commands.start("inspector.export-layers", ["file": .string(folder.file("layers.svg"))])
        // The file is written off the main actor, which the test waits for while its time moves.
        await host.advance(by: .seconds(5))
        let svg = try #require(folder.text("layers.svg"))

        #expect(svg.contains("page &lt;1&gt;"))
        #expect(svg.contains("a&amp;b"))
        #expect(svg.contains("😀"))
        #expect(svg.contains("level 0 · host"))
        #expect(!svg.contains("hidden"))
        #expect(svg.hasSuffix("</svg>\n"))
    }

    @Test(arguments: [Int.max, .min, 1 << 40])
    func `a window that is far from the screen can be inspected`(place: Int) async throws {
        let host = TestHost(plugins: [Inspector.self], size: Size(width: 100, height: 30)) { host in
            let page = host.makeWindow(title: "page", root: View())
            page.makeKeyAndVisible()
            let frame = Rect(x: place, y: place, width: 5, height: 3)
            let far = host.makeWindow(title: "far", level: .statusBar, frame: frame, root: Button("x"))
            far.show()
            return [page, far]
        }
        await host.launch()

        for page in PageKind.all.map(\.id) + ["layers", "pick", "windows"] {
            try await host.run("inspector.\(page)")
            await host.key("down")
        }

        #expect(host.lines(with: "far").count >= 1)
    }
}
