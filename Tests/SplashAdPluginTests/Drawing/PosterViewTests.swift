import HostRuntime
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct PosterViewTests {
    nonisolated static let sizes = [
        Size(width: 1, height: 1), Size(width: 1, height: 60), Size(width: 200, height: 1), Size(width: 2, height: 3),
        Size(width: 9, height: 4), Size(width: 20, height: 5), Size(width: 40, height: 12), Size(width: 80, height: 24),
        Size(width: 200, height: 60), Size(width: 400, height: 20), Size(width: 12, height: 120),
    ]

    nonisolated static let displays = [
        DisplayTraits(size: .zero), DisplayTraits(size: .zero, colorDepth: .indexed256),
        DisplayTraits(size: .zero, colorDepth: .ansi16), DisplayTraits(size: .zero, colorDepth: .monochrome),
        DisplayTraits(size: .zero, isASCII: true),
    ]

    /// Returns what a poster draws on a screen of a size.
    private func drawn(
        _ size: Size,
        _ traits: DisplayTraits,
        creative: SplashCreative = .builtIn,
        appearance: Double = 1
    ) -> FrameSnapshot {
        let view = AdView(creative, traits: traits)
        view.appearance = appearance
        return view.snapshot(size: size, traits: traits)
    }

    @Test(arguments: sizes, displays)
    func `it fits every size on every display`(size: Size, traits: DisplayTraits) {
        let frame = drawn(size, traits)

        #expect(frame.size == size)
        #expect(size.width < 40 || size.height < 12 || frame.contains("Corner Roasters"))
    }

    @Test(arguments: [DisplayTraits(size: .zero, colorDepth: .monochrome), DisplayTraits(size: .zero, isASCII: true)])
    func `without picture colors there are no half blocks`(traits: DisplayTraits) {
        let frame = drawn(Size(width: 80, height: 24), traits)

        #expect(!frame.text.contains("▀"))
        #expect(frame.contains("Coffee that gets up before you do"))
    }

    @Test func `nothing can be read before it fades in`() {
        let frame = drawn(
            Size(width: 80, height: 24),
            DisplayTraits(size: .zero, colorDepth: .monochrome),
            appearance: 0
        )

        #expect(!frame.contains("Coffee"))
    }

    @Test func `a title outside the large font is plain text`() {
        var creative = SplashCreative.builtIn
        creative.title = "朝の"

        let frame = drawn(Size(width: 80, height: 24), DisplayTraits(size: .zero), creative: creative)

        #expect(frame.contains("朝の"))
    }

    @Test func `texts that do not fit are left out, and nothing covers the brand`() {
        var creative = SplashCreative.builtIn
        creative.text = String(repeating: "word ", count: 400)

        let frame = drawn(Size(width: 80, height: 24), DisplayTraits(size: .zero), creative: creative)

        #expect(!frame.contains("word"))
        #expect(frame.contains("Corner Roasters"))
    }

    nonisolated static let readable = [
        (20, 5), (24, 6), (30, 8), (36, 10), (40, 12), (50, 14), (63, 17), (80, 24), (100, 30), (140, 40), (200, 60),
    ].map { Size(width: $0.0, height: $0.1) }

    @Test(arguments: readable) func `every word stands out from what is behind it`(size: Size) {
        let frame = drawn(size, DisplayTraits(size: .zero))
        let words = AdWords(.builtIn, on: size, largeStep: 1)

        for line in words.lines {
            for (x, character) in line.text.enumerated() where character != " " {
                let cell = frame.cell(at: line.rect.origin + Point(x: x, y: 0))
                // The skip control may cover a part of a word.
                guard let cell, cell.character == String(character) else { continue }
                let ground = cell.style.background ?? .black
                #expect(cell.style.foreground.contrast(with: ground) >= Color.leastTextContrast)
            }
        }
        #expect(!words.lines.isEmpty)
    }

    @Test(arguments: readable) func `the large title stands in a sky that is darker than its foot`(size: Size) {
        guard let title = AdWords(.builtIn, on: size, largeStep: 1).title else { return }
        let foot = PosterColors.title.mixed(with: PosterColors.titleFoot, amount: 0.8)
        let frame = drawn(size, DisplayTraits(size: .zero))

        for y in title.rect.minY..<title.rect.maxY {
            // Beside the letters.
            let style = frame.cell(at: Point(x: 0, y: y))?.style
            #expect([style?.foreground, style?.background].allSatisfy { ($0 ?? .white).contrast(with: foot) >= 3 })
        }
    }

    @Test(arguments: readable) func `no word of a page is under the skip control`(size: Size) {
        let control = SkipControl.place(.textAndTime, in: size)
        let words = AdWords(.builtIn, on: size, largeStep: 1)

        #expect(words.lines.allSatisfy { $0.rect.intersection(control).isEmpty })
        #expect(words.title.map { $0.rect.intersection(SkipControl.place(.ring, in: size)).isEmpty } ?? true)
    }

    @Test func `a page says that it is an advertisement where there is room beside the skip control`() {
        #expect(drawn(Size(width: 80, height: 24), DisplayTraits(size: .zero)).contains("Advertisement"))
        #expect(!drawn(Size(width: 40, height: 12), DisplayTraits(size: .zero)).contains("Advertisement"))
    }

    @Test func `headline and text are apart if there is room`() throws {
        let roomy = AdWords(.builtIn, on: Size(width: 80, height: 24), largeStep: 1).lines
        let low = AdWords(.builtIn, on: Size(width: 50, height: 14), largeStep: 1).lines

        #expect(roomy.first { $0.role == .text }?.rect.minY == roomy[0].rect.minY + 2)
        #expect(low.first { $0.role == .text }?.rect.minY == low[1].rect.minY + 1)
    }
}
