import HostRuntime
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct AdWordsTests {
    nonisolated static let hebrew = SplashCreative(
        id: "hebrew",
        title: "שחר",
        headline: "קפה שמתעורר לפניך",
        text: "נקלה במנות קטנות עם אור ראשון, ומגיע עד הדלת בשבע.",
        offer: "חצי מחיר",
        brand: "בית הקלייה"
    )

    nonisolated static let sizes = [
        Size(width: 20, height: 5), Size(width: 40, height: 12), Size(width: 80, height: 24),
        Size(width: 200, height: 60),
    ]

    private func drawn(
        _ creative: SplashCreative,
        _ size: Size,
        pictures: [Picture] = [],
        isASCII: Bool = false,
        reducesMotion: Bool = false
    ) -> FrameSnapshot {
        let traits = DisplayTraits(size: size, isASCII: isASCII, reducesMotion: reducesMotion)
        let view = AdView(creative, pictures, traits: traits)
        view.hints = SplashHint.hints(canOpen: false, canSkip: true)
        return view.snapshot(size: size, traits: traits)
    }

    @Test(arguments: sizes) func `on a picture, words that are read from right to left end at the right margin`(
        size: Size
    ) throws {
        let bleed = PictureAdLayout(
            AdWordsTests.hebrew,
            pixels: (80, 48),
            size: size,
            mayBleed: true,
            largeStep: 1
        )

        #expect(bleed.arrangement == .bleed && !bleed.words.lines.isEmpty)
        #expect(bleed.words.lines.allSatisfy { $0.rect.maxX == size.width - AdWords.margin(size.width) })
    }

    @Test func `a brand that is read from right to left is at the right, and the hint at the left`() throws {
        var creative = SplashCreative.builtIn
        creative.brand = "בית הקלייה"
        let size = Size(width: 80, height: 24)

        let words = AdWords(creative, on: size, largeStep: 1)

        #expect(words.lines.first { $0.role == .brand }?.rect.maxX == 75)
        #expect(words.hint.minX == 5)
        #expect(drawn(creative, size).cell(at: Point(x: 5, y: 22))?.character == "e")
    }

    @Test(arguments: 1...3) func `a title in the first row leaves its right end to the skip control`(height: Int) {
        let words = AdWords(AdWordsTests.hebrew, on: Size(width: 30, height: height), largeStep: 1)

        #expect(words.lines.first { $0.role == .title }?.rect.minX == 2)
    }

    @Test(arguments: sizes) func `without motion and in ASCII there are only the words`(size: Size) {
        let frame = drawn(.builtIn, size, isASCII: true, reducesMotion: true)
        let letters = Set(frame.text.filter { !$0.isWhitespace })
        let hints = SplashHint.hints(canOpen: false, canSkip: true).map(\.description).joined()
        let said = Set("DAWN Advertisement \(hints)~").union(
            [\SplashCreative.headline, \.text, \.offer, \.brand].map { SplashCreative.builtIn[keyPath: $0] }.joined()
        )

        #expect(frame.contains("DAWN"))
        #expect(letters.isSubset(of: said))
        let grounds = Set((0..<size.height).compactMap { frame.cell(at: Point(x: 0, y: $0))?.style.background })
        #expect(grounds == [PosterColors.cover])
    }

    @Test func `a picture stays without motion and in ASCII`() throws {
        let picture = try Picture.plain(.white, width: 80, height: 48)

        let frame = drawn(
            .builtIn,
            Size(width: 80, height: 24),
            pictures: [picture],
            isASCII: true,
            reducesMotion: true
        )

        #expect(frame.cell(at: Point(x: 40, y: 4))?.style.background != PosterColors.cover)
    }
}
