import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Two plugins open sheets, a third one shows an advertisement, and the program asks something: who has the keyboard.
@MainActor @Suite(.tags(.windows)) struct KeyboardTests {
    // MARK: - The plugins and the program

    private final class News: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "news", name: "News", version: "1.0.0")

        func activate(_ context: PluginContext) throws { followSheet(context) }
    }

    private final class Tips: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "tips", name: "Tips", version: "1.0.0")

        func activate(_ context: PluginContext) throws { followSheet(context) }
    }

    /// Covers the screen without asking for the keyboard, and fades out before its window closes.
    private final class Advertisement: HostPlugin {
        nonisolated static let manifest = PluginManifest(id: "ad", name: "Advertisement", version: "1.0.0")

        func activate(_ context: PluginContext) throws {
            var window: Window?
            context.bus.observe(named: "open.ad") { _ in
                let view = GlyphView("a", background: Theme.page)
                let made = context.windows.make(title: "ad", level: .statusBar + 1, root: view)
                made.isModal = true
                made.onFirstSight = { reportSight(of: "ad", context) }
                made.show()
                window = made
            }
            context.bus.observe(named: "close.ad") { _ in
                guard let ended = window else { return }
                window = nil
                ended.isModal = false
                ended.canBecomeKey = false
                ended.hitPolicy = .none
                context.time.animate(Animation(duration: .milliseconds(300))) { [ended] progress in
                    ended.alpha = 1 - progress
                } completion: {
                    ended.close()
                }
            }
        }
    }

    enum Party: String, CaseIterable, Sendable {
        case news, tips, ad, alert

        var level: WindowLevel {
            switch self {
            case .news, .tips: .normal
            case .ad: .statusBar + 1
            case .alert: .alert
            }
        }
    }

    /// The program with its page, and what the plugins and the person do.
    @MainActor private final class Stage {
        let host: TestHost
        /// The windows in the order in which the person has first seen them.
        private(set) var seen: [String] = []
        /// The windows that were said to be seen while they couldn't be.
        private(set) var wronglySeen: [String] = []
        private var alert: Sheet?
        private var reached: [WindowInfo] = []
        private var subscriptions: [Subscription] = []
        private var removeObserver: (@MainActor () -> Void)?

        /// Makes a program whose plugins open their windows at the launch, before its first frame.
        init(opening parties: [Party] = [], reducesMotion: Bool = false) {
            host = TestHost(
                plugins: [News.self, Tips.self, Advertisement.self],
                size: Size(width: 40, height: 12),
                reducesMotion: reducesMotion
            ) { host in
                let page = GlyphView("p", background: Theme.page)
                let window = host.makeWindow(title: "page", root: page)
                window.makeKeyAndVisible()
                return window
            }
            let launch = host.app.bus.observe(DidFinishLaunching.self) { [weak self] _ in
                for party in parties { self?.open(party) }
            }
            let sights = host.app.bus.observe(named: "seen") { [weak self] in
                self?.recordSight(of: $0["window"]?.stringValue ?? "")
            }
            subscriptions = [launch, sights]
            removeObserver = host.app.windows.inputObservers.add { [weak self] report in
                if let window = report.window { self?.reached.append(window) }
            }
        }

        private func recordSight(of title: String) {
            seen.append(title)
            let frame = composedFrame()
            let isSeen = host.app.windows.visibleWindows.contains { $0.title == title && isInSight($0, on: frame) }
            if !isSeen { wronglySeen.append(title) }
        }

        func launch() async {
            await host.launch()
            await host.advance(by: .milliseconds(400))
        }

        func open(_ party: Party) {
            guard party == .alert else { return host.app.bus.post(named: NotificationName("open.\(party)")) }
            let sheet = GlyphSheet(title: "alert", glyph: "!")
            alert = sheet
            sheet.onFirstSight = { [weak self] in self?.recordSight(of: "alert") }
            host.app.present(sheet, level: .alert)
        }

        func close(_ party: Party) {
            guard party == .alert else { return host.app.bus.post(named: NotificationName("close.\(party)")) }
            alert?.close()
        }

        /// Opens a party's window, or closes the one whose name follows a minus; then a frame shows it.
        func perform(_ step: some StringProtocol) async throws {
            let isEnd = step.hasPrefix("-")
            let party = try #require(Party(rawValue: String(isEnd ? step.dropFirst() : step[...])))
            isEnd ? close(party) : open(party)
            await host.advance(by: .milliseconds(400))
        }

        var keyWindow: String { host.app.windows.keyWindow?.title ?? "nobody" }

        /// The windows above the page that wait behind another one, front to back.
        var waiting: [String] {
            host.app.windows.visibleWindows.reversed().filter { $0.isCovered && $0.title != "page" }.map(\.title)
        }

        private let renderer = FrameRenderer()

        /// The screen as a frame would show it now.
        func composedFrame() -> FrameSnapshot {
            let traits = DisplayTraits(size: host.app.windows.size, colorDepth: .trueColor, isASCII: false)
            let display = Display(traits)
            display.present(renderer.frame(of: host.app.windows, on: traits))
            return display.snapshot()
        }

        /// Whether the person can see a window and use it: something of it is on the screen, and none in front is modal.
        func isInSight(_ window: Window, on frame: FrameSnapshot) -> Bool {
            let fronts = host.app.windows.visibleWindows.drop { $0 !== window }.dropFirst()
            let glyph = (window.rootView as? GlyphView)?.glyph ?? GlyphSheet.glyphs[window.title]
            let screen = Rect(origin: .zero, size: frame.size)
            let isModalInFront = fronts.contains {
                $0.isModal && $0.alpha > 0 && !$0.frame.intersection(screen).isEmpty
            }
            return !isModalInFront && glyph.map { frame.contains("\($0)") } == true
        }

        /// The windows that an input has reached.
        func reached(by input: @MainActor () async -> Void) async -> [WindowInfo] {
            reached = []
            await input()
            return reached
        }

        func reachedByKey() async -> [String] { await reached { await host.key("x") }.map(\.title) }

        func reachedByTap() async -> [String] { await reached { await host.tap(1, 1) }.map(\.title) }
    }

    // MARK: - The table

    /// A row of the table.
    struct Row: CustomTestStringConvertible, Sendable {
        let steps: String
        let keyboard: String
        let waiting: String
        let seen: String

        init(_ line: Substring) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.split(separator: " ").joined(separator: " ") }
            (steps, keyboard, waiting, seen) = (cells[0], cells[1], cells[2], cells[3])
        }

        var testDescription: String { steps.isEmpty ? "nothing" : steps }
    }

    nonisolated private static let table = """
        opens, or closes after a minus            | keyboard | waits, front first | seen, in order
                                                  | page     |                    |
        news                                      | news     |                    | news
        news tips                                 | tips     | news               | news tips
        tips news                                 | news     | tips               | tips news
        news tips -tips                           | news     |                    | news tips
        news tips -news                           | tips     |                    | news tips
        ad                                        | ad       |                    | ad
        ad -ad                                    | page     |                    | ad
        news ad                                   | ad       | news               | news ad
        ad news                                   | ad       | news               | ad
        ad news -ad                               | news     |                    | ad news
        ad news -news -ad                         | page     |                    | ad
        ad news tips                              | ad       | tips news          | ad
        ad news tips -ad                          | tips     | news               | ad tips
        ad news tips -ad -tips                    | news     |                    | ad tips news
        ad news tips -tips -ad                    | news     |                    | ad news
        news ad tips -ad -tips -news              | page     |                    | news ad tips
        alert ad                                  | alert    | ad                 | alert
        alert ad -alert                           | ad       |                    | alert ad
        ad alert -ad                              | alert    |                    | ad alert
        ad news alert -ad -alert                  | news     |                    | ad alert news
        alert tips ad news                        | alert    | ad news tips       | alert
        alert tips ad news -alert -ad             | news     | tips               | alert ad news
        news ad tips alert -alert -ad -tips -news | page     |                    | news ad alert tips
        """.split(separator: "\n").dropFirst().map(Row.init)

    @Test(arguments: table)
    func `the frontmost has the keyboard, the others wait, and what nobody has seen yet isn't counted`(
        row: Row
    ) async throws {
        let stage = Stage()
        await stage.launch()

        for step in row.steps.split(separator: " ") { try await stage.perform(step) }

        #expect(stage.keyWindow == row.keyboard)
        #expect(stage.waiting.joined(separator: " ") == row.waiting)
        #expect(stage.seen.joined(separator: " ") == row.seen)
        #expect(await stage.reachedByKey() == [row.keyboard])
        #expect(await stage.reachedByTap() == [row.keyboard])
    }

    // MARK: - Every order

    nonisolated private static let orders = Party.allCases.permutations

    @Test(arguments: orders)
    func `whatever order they open and close in, keys and taps go to the frontmost, and at last to the page`(
        opening: [Party]
    ) async {
        // The table and the random orders have the advertisement fade.
        let stage = Stage(opening: opening, reducesMotion: true)
        await stage.launch()
        #expect(stage.seen == ["alert"])
        var open = opening
        var unseen = Set(opening).subtracting([.alert])

        // Each of them is the first to close, and the last.
        let rotations = opening.indices.map { Array(opening[$0...] + opening[..<$0]) }
        for closing in takesAllSeeds ? KeyboardTests.orders : rotations {
            for party in closing {
                stage.close(party)
                open.removeAll { $0 == party }
                unseen.remove(party)
                await expectFrontmost(of: open, &unseen, on: stage, "\(opening), then \(closing)")
            }
            // The next time they open while the program runs.
            for party in opening {
                stage.open(party)
                open.append(party)
                unseen.insert(party)
                await expectFrontmost(of: open, &unseen, on: stage, "\(opening)")
            }
        }
        #expect(stage.wronglySeen == [])
    }

    /// Expects a key and a tap to reach the frontmost window, and that it's the only one that has come in sight.
    private func expectFrontmost(
        of open: [Party],
        _ unseen: inout Set<Party>,
        on stage: Stage,
        _ comment: Comment
    ) async {
        // The newest of the highest level.
        let front = open.enumerated().max { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }?.element
        let title = front?.rawValue ?? "page"
        let isNew = front.flatMap { unseen.remove($0) } != nil
        let seen = stage.seen

        await stage.host.advance(by: .milliseconds(400))

        #expect(stage.keyWindow == title, comment)
        #expect(await stage.reachedByKey() == [title], comment)
        #expect(await stage.reachedByTap() == [title], comment)
        #expect(stage.seen == seen + (isNew ? [title] : []), comment)
    }

    // MARK: - Random orders

    @Test(arguments: seeds(of: 0..<20))
    func `no key and no tap ever reaches a window that can't be seen, and the page has the keyboard in the end`(
        seed: UInt64
    ) async {
        var random = SeededGenerator(seed: seed)
        let stage = Stage()
        await stage.launch()
        var open: Set<Party> = []
        var others: [Window] = []

        for step in 0..<80 {
            if let party = Party.allCases.randomElement(using: &random), .random(using: &random) {
                open.contains(party) ? stage.close(party) : stage.open(party)
                open.formSymmetricDifference([party])
            } else {
                change(&others, on: stage, using: &random)
            }
            // Some changes come before the next frame, some while the advertisement fades.
            await stage.host.advance(by: .milliseconds(.random(in: 0...400, using: &random)))

            let windows = stage.host.app.windows.visibleWindows
            let frame = stage.composedFrame()
            let inSight = Set(windows.filter { stage.isInSight($0, on: frame) }.map(\.id))
            // An advertisement that fades out lets touches through at once.
            let isFading = windows.contains { $0.hitPolicy == .none }
            let key = stage.host.app.windows.keyWindow.map(\.id)
            let byKey = await stage.reached { await stage.host.key("x") }.map(\.id)
            #expect(byKey == (key.map { inSight.contains($0) ? [$0] : [] } ?? []), "seed \(seed), step \(step)")
            let (x, y) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<12, using: &random))
            let byTap = await stage.reached { await stage.host.tap(x, y) }
            #expect(isFading || byTap.allSatisfy { inSight.contains($0.id) }, "seed \(seed), step \(step)")
            let isOnIt = byTap.allSatisfy { $0.frame.contains(Point(x: x, y: y)) }
            #expect(isOnIt, "seed \(seed), step \(step)")
        }
        for party in open { stage.close(party) }
        for window in others { window.close() }
        await stage.host.advance(by: .milliseconds(400))

        #expect(stage.keyWindow == "page", "seed \(seed)")
        #expect(await stage.reachedByKey() == ["page"], "seed \(seed)")
        #expect(stage.wronglySeen == [], "seed \(seed)")
    }

    /// Makes or changes a window of the program that keeps to no rule.
    private func change(_ windows: inout [Window], on stage: Stage, using random: inout SeededGenerator) {
        let levels: [WindowLevel] = [.normal, .statusBar + 100, .alert, .alert + 1]
        let level = levels[.random(in: 0..<4, using: &random)]
        let whole = Rect(origin: .zero, size: stage.host.app.windows.size)
        // At places at which the glyphs of two windows without a background don't meet.
        let frames = [whole, Rect(x: 5, y: 5, width: 20, height: 6), Rect(x: 30, y: 5, width: 20, height: 9)]
        let frame = frames[.random(in: 0..<3, using: &random)]
        guard let window = windows.randomElement(using: &random), windows.count > 3 || .random(using: &random) else {
            let background = Bool.random(using: &random) ? Theme.panel : nil
            let view = GlyphView(Character("\(windows.count)"), background: background, column: windows.count)
            let made = stage.host.app.makeWindow(title: "other", level: level, frame: frame, root: view)
            made.isModal = Int.random(in: 0..<4, using: &random) == 0
            made.canBecomeKey = .random(using: &random)
            return windows.append(made)
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: window.show()
        case 2: window.makeKeyAndVisible()
        case 3: window.hide()
        case 4: window.level = level
        case 5: window.frame = window.frame == frame ? frame.offset(by: Point(x: 40, y: 0)) : frame
        case 6: window.alpha = [0, 1, 1][.random(in: 0..<3, using: &random)]
        case 7: window.isModal.toggle()
        default: window.canBecomeKey.toggle()
        }
    }
}

/// A view full of a glyph, or without a background with one in every fifth cell.
private final class GlyphView: View {
    let glyph: Character
    private let column: Int

    init(_ glyph: Character, background: Style?, column: Int = 0) {
        self.glyph = glyph
        self.column = column
        super.init()
        self.background = background
    }

    override func draw(in canvas: inout Canvas) {
        if let background { return canvas.fill(bounds, style: background, character: glyph) }
        for y in 0..<bounds.height {
            for x in 0..<bounds.width where (x + 2 * y) % 5 == column {
                canvas.draw("\(glyph)", at: Point(x: x, y: y), style: Style(foreground: .white))
            }
        }
    }
}

/// A sheet whose card is full of a glyph.
private final class GlyphSheet: Sheet {
    static let glyphs: [String: Character] = ["news": "n", "tips": "t", "alert": "!"]

    private let glyph: Character

    init(title: String, glyph: Character) {
        self.glyph = glyph
        super.init(title: title)
    }

    override func draw(in canvas: inout Canvas) {
        canvas.fill(bounds, style: Theme.panel, character: glyph)
    }
}

/// Opens and closes a sheet with the plugin's id as its title, as named notifications ask.
@MainActor private func followSheet(_ context: PluginContext) {
    let name = context.manifest.id
    var sheet: Sheet?
    context.bus.observe(named: NotificationName("open.\(name)")) { _ in
        let made = GlyphSheet(title: name, glyph: GlyphSheet.glyphs[name] ?? "?")
        made.onFirstSight = { reportSight(of: name, context) }
        context.windows.present(made)
        sheet = made
    }
    context.bus.observe(named: NotificationName("close.\(name)")) { _ in sheet?.close() }
}

@MainActor private func reportSight(of window: String, _ context: PluginContext) {
    context.bus.post(named: "seen", ["window": .string(window)])
}

extension Array {
    /// All orders of the elements.
    fileprivate var permutations: [[Element]] {
        guard count > 1 else { return [self] }
        return indices.flatMap { index in
            var rest = self
            let first = rest.remove(at: index)
            return rest.permutations.map { [first] + $0 }
        }
    }
}
