import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// A modal window keeps keys and touches from what lies below it.
@MainActor @Suite(.tags(.windows)) struct ModalWindowTests {
    /// A window with a probe that records what reaches it.
    @MainActor private final class Stage {
        let host = TestHost(size: Size(width: 20, height: 6)) { _ in () }
        private(set) var windows: [Window] = []
        private var probes: [ProbeView] = []

        var keyWindow: String? { host.app.windows.keyWindow?.title }

        @discardableResult
        func open(
            _ title: String,
            level: WindowLevel = .normal,
            isModal: Bool = false,
            frame: Rect? = nil,
            hasBackground: Bool = false
        ) -> Window {
            let probe = ProbeView(.zero)
            probe.takesKeys = false
            if hasBackground { probe.background = Theme.page }
            let window = host.app.makeWindow(title: title, level: level, frame: frame, root: probe)
            window.isModal = isModal
            window.makeKeyAndVisible()
            windows.append(window)
            probes.append(probe)
            return window
        }

        /// The titles of the windows that have had a key or a tap since the last call.
        func takeReached() -> [String] {
            defer { for probe in probes { (probe.keys, probe.gesturesSeen) = ([], []) } }
            return zip(windows, probes).filter { !$1.keys.isEmpty || !$1.gesturesSeen.isEmpty }.map(\.0.title)
        }
    }

    private func launched() async -> Stage {
        let stage = Stage()
        await stage.host.launch()
        stage.open("page")
        return stage
    }

    // MARK: - The keyboard

    @Test func `it takes the keyboard when it is shown, and gives it back when it closes`() async {
        let stage = await launched()
        let sheet = stage.host.app.makeWindow(title: "sheet", root: View())
        sheet.isModal = true

        sheet.show()
        let during = stage.keyWindow
        sheet.close()

        #expect([during, stage.keyWindow] == ["sheet", "page"])
    }

    @Test func `without the keyboard itself it leaves no key to the windows below`() async {
        let stage = await launched()
        let cover = stage.open("cover", isModal: true)
        cover.canBecomeKey = false

        await stage.host.key("x")
        let during = stage.takeReached()
        cover.close()

        #expect(during == [])
        #expect(stage.keyWindow == "page")
    }

    @Test func `one that opens behind another one waits for the keyboard`() async {
        let stage = await launched()
        let cover = stage.open("cover", level: .statusBar, isModal: true)

        let sheet = stage.open("sheet", isModal: true)
        let during = stage.keyWindow
        let isKey = sheet.makeKey()
        cover.close()

        #expect(during == "cover")
        #expect(!isKey)
        #expect(stage.keyWindow == "sheet")
    }

    @Test func `without a key window before, one that asks behind it gets the keyboard in its turn`() async {
        let stage = Stage()
        await stage.host.launch()
        let cover = stage.host.app.makeWindow(title: "cover", level: .statusBar, root: View())
        cover.isModal = true
        cover.show()

        stage.open("page")
        let during = stage.keyWindow
        cover.close()

        #expect([during, stage.keyWindow] == ["cover", "page"])
    }

    @Test func `several at one level stack, the newest in front`() async {
        let stage = await launched()
        let first = stage.open("first", isModal: true)
        let second = stage.open("second", isModal: true)

        second.close()
        let afterSecond = stage.keyWindow
        first.close()

        #expect([afterSecond, stage.keyWindow] == ["first", "page"])
    }

    @Test func `a window above keeps the keyboard`() async {
        let stage = await launched()
        stage.open("alert", level: .alert)
        let sheet = stage.host.app.makeWindow(title: "sheet", root: View())
        sheet.isModal = true

        sheet.show()

        #expect(stage.keyWindow == "alert")
        withExtendedLifetime(sheet) {}
    }

    @Test(arguments: [("a", 0), ("home", 0), ("f2", 1), ("ctrl-a", 1), ("alt-a", 1)])
    func `only a key for the program runs a command while it is shown`(key: String, runs: Int) async throws {
        let stage = await launched()
        let sheet = stage.open("sheet", isModal: true)
        var count = 0
        try stage.host.app.commands.offer(
            Command(id: "act", title: "Act", key: KeyEvent(name: key)) { _ in
                count += 1
                return nil
            }
        )

        await stage.host.key(key)
        let during = count
        sheet.close()
        await stage.host.key(key)

        #expect([during, count] == [runs, runs + 1])
    }

    @Test func `a key never reaches a window that is transparent or off the screen`() async {
        let stage = await launched()
        let sheet = stage.open("sheet", isModal: true)

        sheet.alpha = 0
        await stage.host.key("x")
        sheet.alpha = 1
        sheet.frame = Rect(x: 20, y: 0, width: 5, height: 5)
        await stage.host.key("x")

        #expect(stage.takeReached() == [])
    }

    @Test(
        arguments: [
            (0.009, Rect(x: 0, y: 0, width: 20, height: 6)), (1, Rect(x: 20, y: 0, width: 5, height: 5)),
            (1, Rect(x: 3, y: 3, width: 0, height: 0)),
        ] as [(Double, Rect)]
    )
    func `one that shows nothing keeps nothing from the windows below until it shows something`(
        alpha: Double,
        frame: Rect
    ) async {
        let stage = await launched()
        let page = stage.windows[0]
        let sheet = stage.open("sheet", level: .alert, isModal: true)

        sheet.alpha = alpha
        sheet.frame = frame
        let isCovered = page.isCovered
        await stage.host.tap(1, 1)
        let byTap = stage.takeReached()
        await stage.host.key("x")
        let byKey = stage.takeReached()
        sheet.alpha = 1
        sheet.frame = Rect(x: 0, y: 0, width: 20, height: 6)
        let isCoveredAgain = page.isCovered
        await stage.host.key("x")

        #expect([isCovered, isCoveredAgain] == [false, true])
        #expect([byTap, byKey, stage.takeReached()] == [["page"], ["page"], ["sheet"]])
        #expect(stage.keyWindow == "sheet")
    }

    // MARK: - Touches

    @Test func `a touch beside it goes nowhere`() async {
        let stage = await launched()
        stage.open("sheet", isModal: true, frame: Rect(x: 5, y: 1, width: 5, height: 3))

        await stage.host.tap(1, 1)
        let beside = stage.takeReached()
        await stage.host.tap(6, 2)

        #expect(beside == [])
        #expect(stage.takeReached() == ["sheet"])
        #expect(stage.host.app.windows.explainHit(at: Point(x: 1, y: 1)).contains("behind a modal window"))
    }

    @Test func `the second of two taps on it does not reach what its close uncovers`() async {
        let stage = await launched()
        let sheet = stage.open("sheet", isModal: true)
        sheet.rootView?.onGesture = { [weak sheet] in if case .tap = $0 { sheet?.close() } }

        await stage.host.tap(1, 1, count: 2)
        let together = stage.takeReached()
        await stage.host.advance(by: TapSeries.interval)
        await stage.host.tap(1, 1)

        #expect(together == [])
        #expect(stage.takeReached() == ["page"])
    }

    // MARK: - What can be seen

    @Test func `dimming darkens what lies below, and adds no window`() async throws {
        let stage = Stage()
        await stage.host.launch()
        let page = View()
        page.background = Style(foreground: .white, background: .white)
        let window = stage.host.app.makeWindow(title: "page", root: page)
        window.show()
        let sheet = stage.host.app.makeWindow(title: "sheet", root: View())

        sheet.dimming = 0.5
        sheet.show()
        await stage.host.advance(by: .seconds(1))

        let cell = try #require(stage.host.frame.cell(at: .zero))
        #expect(cell.style.background != .white)
        #expect(stage.host.visibleWindows == ["page", "sheet"])
        withExtendedLifetime((window, sheet)) {}
    }

    @Test func `with reduced motion a dialog draws no cell of the page again`() async throws {
        let host = TestHost(reducesMotion: true)
        await host.launch()
        let page = View()
        page.background = Style(foreground: .white, background: .white)
        let window = host.app.makeWindow(title: "page", root: page)
        window.show()
        let sheet = host.app.makeWindow(title: "sheet", root: View())

        sheet.dimming = 0.5
        sheet.show()
        await host.advance(by: .seconds(1))

        #expect(host.frame.cell(at: .zero)?.style.background == .white)
        withExtendedLifetime((window, sheet)) {}
    }

    @Test func `a window is covered by a modal one, and by a background that hides all of it`() async {
        let stage = await launched()
        let page = stage.windows[0]

        let small = stage.open("small", frame: Rect(x: 0, y: 0, width: 19, height: 6), hasBackground: true)
        let whole = stage.open("whole")
        let states = [page.isCovered, small.isCovered]
        whole.isModal = true
        let behindModal = [page.isCovered, small.isCovered, whole.isCovered]
        whole.isModal = false
        whole.rootView?.background = Theme.page
        let behindBackground = [page.isCovered, small.isCovered, whole.isCovered]

        #expect(states == [false, false])
        #expect(behindModal == [true, true, false])
        #expect(behindBackground == [true, true, false])
    }

    @Test func `a window that opens behind another one is seen for the first time when that has gone`() async {
        let stage = await launched()
        let cover = stage.open("cover", level: .statusBar, hasBackground: true)
        let sheet = stage.open("sheet")
        var sights = 0

        sheet.onFirstSight = { sights += 1 }
        await stage.host.advance(by: .seconds(1))
        let during = sights
        cover.close()
        await stage.host.advance(by: .seconds(1))
        sheet.hide()
        sheet.show()
        await stage.host.advance(by: .seconds(1))

        #expect([during, sights] == [0, 1])
    }

    @Test(arguments: seeds(of: 0..<20))
    func `no key and no tap ever reaches a window that is hidden, transparent, off the screen or behind a modal one`(
        seed: UInt64
    ) async {
        var random = SeededGenerator(seed: seed)
        let stage = await launched()
        let levels: [WindowLevel] = [.normal, .statusBar, .alert]

        for step in 0..<60 {
            let window = stage.windows[.random(in: 0..<stage.windows.count, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let level = levels[.random(in: 0..<3, using: &random)]
                stage.open("\(step)", level: level, isModal: .random(using: &random))
            case 2: window.show()
            case 3: window.hide()
            case 4: window.makeKeyAndVisible()
            case 5: window.level = levels[.random(in: 0..<3, using: &random)]
            case 6: window.isModal.toggle()
            case 7: window.canBecomeKey.toggle()
            case 8: window.alpha = window.alpha < 1 ? 1 : 0
            default: window.frame = Rect(x: window.frame.minX == 0 ? 20 : 0, y: 0, width: 10, height: 6)
            }
            let shown = stage.host.app.windows.visibleWindows
            let front = shown.lastIndex { $0.isModal && $0.alpha > 0 && $0.frame.minX < 20 } ?? 0
            let mayBeReached = shown[front...].filter { $0.alpha > 0 && $0.frame.minX < 20 }.map(\.title)

            // What a change has cancelled isn't input.
            _ = stage.takeReached()
            await stage.host.key("x")
            let byKey = stage.takeReached()
            await stage.host.tap(1, 1)
            let byTap = stage.takeReached()

            #expect(Set(byKey).isSubset(of: mayBeReached), "seed \(seed), step \(step)")
            #expect(Set(byTap).isSubset(of: mayBeReached), "seed \(seed), step \(step)")
        }
    }
}
