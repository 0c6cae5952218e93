import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

/// The pages about the screen: windows, views, points, input and stalls.
@MainActor @Suite(.tags(.inspector)) struct ScreenPagesTests {
    private func launched() async -> (TestHost, dialog: Window) {
        var dialog: Window?
        let host = TestHost(plugins: [Inspector.self], size: Size(width: 80, height: 24)) { host in
            let page = View()
            let button = Button("Order")
            button.frame = Rect(x: 4, y: 3, width: 10, height: 1)
            page.addSubview(button)
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            let frame = Rect(x: 20, y: 5, width: 30, height: 6)
            let other = host.makeWindow(title: "dialog", level: .statusBar, frame: frame, root: View())
            dialog = other
            return [window, other]
        }
        await host.launch()
        // The closure above has set it.
        return (host, dialog!)
    }

    // MARK: - Windows

    @Test func `a window is shown, moved and hidden from the inspector, and undo takes back each change`() async {
        let (host, dialog) = await launched()
        await host.key("f12 s")
        #expect(!dialog.isHidden)

        await host.key("+ k s")
        #expect(dialog.isHidden)
        #expect(dialog.level == .statusBar + 1)
        await host.key("u u u")
        #expect(dialog.level == .statusBar)
        #expect(!dialog.isHidden)
        await host.key("u f12")

        #expect(dialog.isHidden)
        #expect(host.app.windows.keyWindow?.title == "page")
    }

    @Test func `a level is set by its number, and what is none is refused`() async {
        let (host, dialog) = await launched()
        await host.key("f12 l ctrl-u")
        await host.type("high")
        await host.key("enter")
        #expect(host.frame.contains("A level is a number"))

        await host.key("ctrl-u")
        await host.type("1500")
        await host.key("enter")

        #expect(dialog.level.rawValue == 1500)
        #expect(host.frame.contains("moved to level 1500"))
    }

    @Test func `a level that was asked for goes to no other window`() async {
        let (host, dialog) = await launched()
        await host.key("f12 l ctrl-u")
        dialog.close()
        await host.advance(by: .seconds(1))

        await host.type("77")
        await host.key("enter")

        #expect(host.app.windows.windows.allSatisfy { $0.level.rawValue != 77 })
        #expect(host.frame.contains("'dialog' was like that already, or is gone"))
    }

    @Test func `the views of a selected window are in sight, whatever the filter of their page was`() async throws {
        let host = try await Neighbor.host(page: "views", filter: "no such view")
        #expect(host.frame.contains("Nothing matches"))

        await host.key("g 1 v")

        #expect(!host.frame.contains("Nothing matches"))
        #expect(!host.lines(with: "shop").isEmpty)
    }

    @Test func `a change of the program appears by itself`() async {
        let (host, dialog) = await launched()
        await host.key("f12")
        #expect(host.frame.contains("1 hidden"))

        dialog.show()
        dialog.alpha = 0.5
        await host.advance(by: .seconds(1))

        #expect(!host.frame.contains("1 hidden"))
        #expect(host.frame.contains("0.5"))
    }

    @Test func `an open page rests while the program does`() async {
        let (host, _) = await launched()
        for page in ["windows", "views", "point", "input"] {
            _ = try? await host.run("inspector.\(page)")
            await host.advance(by: .seconds(2))
            let frames = host.changedFrames

            await host.advance(by: .seconds(5))

            #expect(host.changedFrames == frames, "\(page)")
            #expect(!host.hasPendingTimers, "\(page)")
        }
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

        for page in PageKind.all.map(\.id) + ["pick", "windows"] {
            try await host.run("inspector.\(page)")
            await host.key("down")
        }

        #expect(host.lines(with: "far").count >= 1)
    }

    // MARK: - Views

    @Test func `the tree lists windows with their views, and folds`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.views")
        #expect(host.frame.contains("Button"))

        await host.key("down left")

        #expect(!host.frame.contains("Button"))
        await host.key("right")
        #expect(host.frame.contains("Button"))
    }

    @Test func `the selected view is marked on the screen while the panel is a bar`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.views")
        await host.key("end z z z")

        #expect(host.visibleWindows == ["page", "inspector highlight", "inspector"])
        #expect(host.frame.line(2).contains("Button 10x1"))
        #expect(host.frame.line(22).contains("Button 'Order'"))
    }

    @Test func `pointing at a view chooses it in the tree, through the inspector's own windows`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.views")
        await host.key("p")

        await host.tap(5, 3)

        #expect(host.visibleWindows.last == "inspector")
        #expect(host.frame.contains("Button 'Order'"))
    }

    // MARK: - Point

    @Test func `picking a point lists what was asked, and why each took or passed the touch`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.pick")

        await host.tap(5, 3)

        #expect(host.frame.contains("✓ takes the touch"))
        #expect(host.frame.contains("passes: hidden"))
        #expect(host.frame.contains("goes to Button 'Order': tap"))
    }

    @Test func `a point is selected with the arrow keys too, and escape gives up`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.pick")
        await host.key("home page-up page-up right right right right down down down")
        #expect(host.frame.contains("Button 'Order'"))

        await host.key("escape")
        #expect(host.visibleWindows.last == "inspector")
        await host.key("p enter")

        #expect(host.frame.contains("(4, 3)"))
    }

    // MARK: - Input

    @Test func `the input page names the receiver of a key, and leaves out the inspector's own keys`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.input")
        await host.key("z z z down")
        #expect(host.frame.contains("Press t, and then a key."))

        await host.tap(5, 3)
        await host.key("space")

        #expect(host.frame.line(22).contains("space → Button · page"))
    }

    // MARK: - Stalls

    @Test func `stalls are listed by place, with the plugin that held the main actor`() async throws {
        let (host, _) = await launched()
        let log = host.app.log
        log.addStall(.milliseconds(300), place: "in a timer, Ads/Ads.swift:7", owner: .plugin("ads"))
        await host.advance(by: .seconds(60))
        log.addStall(.milliseconds(400), place: "in a timer, Ads/Ads.swift:7", owner: .plugin("ads"))
        log.addStall(.milliseconds(600), place: "in an observer, Map/Map.swift:3", owner: .plugin("map"))

        try await host.run("inspector.stalls")
        await host.advance(by: .seconds(1))

        let rows = host.lines(with: "stall in")
        #expect(rows.map { $0.split(separator: " ").first } == ["ads", "map"])
        #expect(rows.first?.contains("700 ms") == true)
        #expect(host.frame.contains("3 stalls"))
        #expect(host.frame.contains("00:01:00.000"))
        await host.key("r")
        #expect(host.lines(with: "stall in").isEmpty)
    }

    @Test func `the most expensive stay in sight while others overtake the selected one`() async throws {
        let (host, _) = await launched()
        for number in 0..<30 {
            host.app.log.addStall(.milliseconds(300 + number), place: "in place \(number)", owner: .plugin("p"))
        }
        try await host.run("inspector.stalls")
        await host.key("down")
        for number in 30..<60 {
            host.app.log.addStall(.milliseconds(300 + number), place: "in place \(number)", owner: .plugin("p"))
        }
        host.app.log.warning("held the main actor")

        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("stall in place 59"))
        #expect(host.frame.contains("p in place 28"))
    }

    @Test func `no view is laid out for the inspector while its owner changes something`() async throws {
        let content = CountingView()
        var page: Window?
        let host = TestHost(plugins: [Inspector.self]) { host in
            let window = host.makeWindow(title: "page", root: content)
            window.makeKeyAndVisible()
            page = window
            return window
        }
        await host.launch()
        let window = try #require(page)
        try await host.run("inspector.views")
        let before = content.layouts

        for step in 1...100 {
            content.setNeedsLayout()
            window.level = .normal + Double(step)
        }

        #expect(content.layouts == before)
        await host.advance(by: .seconds(1))
        #expect((1...3).contains(content.layouts - before))
    }
}

private final class CountingView: View {
    private(set) var layouts = 0

    override func layoutSubviews() {
        layouts += 1
    }
}
