import HostRuntime
import HostTestKit
import TestSupport
import Testing

@testable import InspectorPlugin

/// The pages about the screen: windows, views, points, input and frames.
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

    @Test func `a window that nothing held is listed as gone, with the place that made it and why`() async {
        let (host, _) = await launched()
        let line = #line + 1
        host.app.makeWindow(title: "lost", root: View()).show()

        await host.key("f12 end")

        #expect(host.lines(with: "lost · recently gone, made in ScreenPagesTests.swift:\(line)").count == 1)
        #expect(host.frame.contains("Nothing held it"))
        #expect(host.frame.contains("close it with close()"))
        #expect(host.frame.contains("1 gone"))
    }

    @Test func `windows that were closed or whose plugin ended say so, and nothing is done with them`() async throws {
        let (host, dialog) = await launched()
        dialog.close()

        await host.key("f12 end s l f u")

        #expect(host.frame.contains("dialog · recently gone, made in"))
        #expect(host.frame.contains("It was closed with close()."))
        #expect(host.visibleWindows == ["page", "inspector"])
    }

    // MARK: - Views

    private func views(size: Size = Size(width: 80, height: 24)) async throws -> (TestHost, Label, Button, View) {
        let (label, button, root) = (Label("Total", style: Theme.page), Button("Order"), View())
        let host = TestHost(plugins: [Inspector.self], size: size) { host in
            label.frame = Rect(x: 2, y: 1, width: 10, height: 1)
            button.frame = Rect(x: 4, y: 3, width: 10, height: 1)
            root.addSubview(label)
            root.addSubview(button)
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        try await host.run("inspector.views")
        return (host, label, button, root)
    }

    private func edit(_ host: TestHost, _ key: String, _ text: String) async {
        await host.key(key)
        await host.key("ctrl-u")
        await host.type(text)
        await host.key("enter")
    }

    @Test func `text, styles and frames of views are edited, and undo takes them back step by step`() async throws {
        let (host, label, button, _) = try await views()
        await host.key("end")

        await edit(host, "e", "Buy")
        await edit(host, "c", "white on #202020 bold")
        await edit(host, "b", "navy")
        await edit(host, "f", "30x4 1,2")
        #expect(button.title == "Buy")
        #expect(button.style == Style(foreground: .white, background: Color(0x202020), attributes: .bold))
        #expect(button.background?.background == Color(0x1B2A4A))
        #expect(button.frame == Rect(x: 1, y: 2, width: 30, height: 4))
        await host.key("up")
        await edit(host, "e", "Sum\\nof all")
        #expect(label.text == "Sum\nof all")

        await host.key("u")
        #expect(label.text == "Total")
        await host.key("u u")
        #expect(button.frame == Rect(x: 4, y: 3, width: 10, height: 1))
        #expect(button.background == nil)
        await host.key("u u")

        #expect(button.style == Theme.button)
        #expect(button.title == "Order")
    }

    @Test func `a view without a text of its own says what of it is edited`() async throws {
        let (host, _, _, _) = try await views()
        await host.key("down e")

        #expect(host.frame.contains("View has no text to edit here; b edits its background, f its frame."))
    }

    @Test func `a frame is typed as it is listed`() async throws {
        let (host, _, button, _) = try await views()
        await host.key("end")
        #expect(host.lines(with: "10x1 4,3").count == 1)
        await host.key("f")
        #expect(host.frame.line(23).contains("10x1 4,3"))

        await host.key("end backspace 5 enter")

        #expect(button.frame == Rect(x: 4, y: 5, width: 10, height: 1))
    }

    @Test func `the last hundred edits can be undone`() async throws {
        let (host, _, button, _) = try await views()
        await host.key("end")
        for number in 0..<105 { await edit(host, "e", "\(number)") }

        await host.key(Array(repeating: "u", count: 105).joined(separator: " "))

        #expect(button.title == "4")
    }

    @Test func `an edit is marked in the log, and so is taking it back`() async throws {
        let (host, _, _, _) = try await views()
        await host.key("end")

        await edit(host, "e", "Buy")
        await host.key("u")

        #expect(
            host.app.log.entries.suffix(2).map { "\($0.source): \($0.text)" } == [
                "inspector: edited Button 'Order' in the window 'page' of host: text 'Buy'",
                "inspector: taken back, Button 'Order' of host: text 'Order'",
            ]
        )
    }

    @Test func `undo goes on past a view that is gone, and reaches one that was only taken out`() async throws {
        let (host, label, _, root) = try await views()
        await host.key("down down")
        #expect(host.frame.contains("Label 'Total'"))
        await edit(host, "e", "Sum")
        var extra: Label? = Label("extra", frame: Rect(x: 0, y: 9, width: 5, height: 1))
        root.addSubview(try #require(extra))
        await host.advance(by: .seconds(1))
        await host.key("end")
        await edit(host, "e", "more")
        #expect(extra?.text == "more")
        extra?.removeFromSuperview()
        label.removeFromSuperview()
        extra = nil
        await host.advance(by: .seconds(1))

        await host.key("u")
        #expect(host.frame.contains("Label 'extra' is gone: nothing to take back, 1 edit left"))
        await host.key("u")

        #expect(label.text == "Total")
    }

    @Test(arguments: [
        ("f", "1x2 3"), ("f", "-3x4 1,2"), ("f", "a b c d"), ("f", "1x2 3,99999999999999999999"), ("c", "gren"),
        ("b", "#12"),
    ])
    func `a bad value is answered beside the prompt, changes nothing, and stays to be mended`(
        key: String,
        text: String
    ) async throws {
        let (host, _, button, _) = try await views()
        await host.key("end")

        await edit(host, key, text)

        #expect(host.frame.line(23).contains(text.prefix(20)))
        let problems = ["Write the size and the place", "A width and a height are 0 or more", "No color '"]
        #expect(problems.contains { !host.lines(with: $0).isEmpty })
        #expect(button.frame == Rect(x: 4, y: 3, width: 10, height: 1))
        #expect(button.style == Theme.button)
        #expect(button.background == nil)
    }

    @Test func `an edit of a view that has gone meanwhile says so`() async throws {
        let (host, _, button, _) = try await views()
        await host.key("end e")
        button.removeFromSuperview()

        await host.type("Buy")
        await host.key("enter")

        #expect(host.frame.contains("The view is gone; nothing has changed."))
        #expect(button.title == "Order")
    }

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

    // MARK: - Frames

    @Test func `stalls stand at the top of what is slow, with the plugin that held the main actor`() async throws {
        let (host, _) = await launched()
        let log = host.app.log
        log.addStall(.milliseconds(300), place: "in a timer, Ads/Ads.swift:7", owner: .plugin("ads"))
        await host.advance(by: .seconds(60))
        log.addStall(.milliseconds(400), place: "in a timer, Ads/Ads.swift:7", owner: .plugin("ads"))
        log.addStall(.milliseconds(600), place: "in an observer, Map/Map.swift:3", owner: .plugin("map"))

        try await host.run("inspector.frames")
        await host.advance(by: .seconds(1))

        let rows = host.lines(with: "stall in")
        #expect(rows.map { $0.split(separator: " ").first } == ["ads", "map"])
        #expect(rows.first?.contains("700 ms") == true)
        #expect(host.frame.contains("3 stalls · "))
        #expect(host.frame.contains("00:01:00.000"))
        await host.key("r")
        #expect(host.lines(with: "stall in").isEmpty)
    }

    @Test func `the most expensive stay in sight while others overtake the selected one`() async throws {
        let (host, _) = await launched()
        for number in 0..<30 {
            host.app.log.addStall(.milliseconds(300 + number), place: "in place \(number)", owner: .plugin("p"))
        }
        try await host.run("inspector.frames")
        await host.key("down")
        for number in 30..<60 {
            host.app.log.addStall(.milliseconds(300 + number), place: "in place \(number)", owner: .plugin("p"))
        }

        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("stall in place 59"))
        #expect(host.frame.contains("p in place 28"))
    }

    @Test func `frames of the program are counted, and those of the inspector are not`() async throws {
        let (host, dialog) = await launched()
        try await host.run("inspector.frames")
        await host.advance(by: .seconds(2))
        #expect(host.frame.contains("0 frames"))

        dialog.show()
        await host.advance(by: .seconds(1))

        #expect(host.frame.contains("1 frame "))
    }

    @Test func `with those of the inspector too, the chart doesn't draw itself again and again`() async throws {
        let (host, _) = await launched()
        try await host.run("inspector.frames")
        await host.key("o")
        await host.advance(by: .seconds(2))
        let frames = host.changedFrames

        await host.advance(by: .seconds(10))

        #expect(host.changedFrames - frames <= 2 * 10)
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

    @Test func `a meter keeps the last frames and counts all`() {
        var meter = FrameMeter()
        for index in 0..<1000 {
            meter.add(FrameReport(time: .milliseconds(index * 20), bytes: 10))
        }

        #expect(meter.count == 1000)
        #expect(meter.recent.count == FrameMeter.limit)
        #expect(meter.line(at: .milliseconds(20_000)).hasPrefix("1000 frames · 0 dropped · 49/s · "))
    }
}

private final class CountingView: View {
    private(set) var layouts = 0

    override func layoutSubviews() {
        layouts += 1
    }
}
