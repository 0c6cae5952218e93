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

    private func posterWords(_ creative: SplashCreative, _ size: Size) -> AdWords {
        let layout = PosterLayout(size: size, title: creative.title, isMirrored: creative.isRightToLeft)
        return AdWords(creative, layout: layout, hasLargeTitle: layout.scale > 0)
    }

    @Test(arguments: sizes) func `words that are read from right to left end at the right margin`(size: Size) throws {
        let margin = PosterLayout(size: size, title: "").margin
        let picture = try Picture.plain(.white, width: 80, height: 48)
        let words = posterWords(AdWordsTests.hebrew, size)
        let bleed = PictureAdLayout(
            AdWordsTests.hebrew,
            pixels: (picture.width, picture.height),
            size: size,
            mayBleed: true,
            largeStep: 1
        )

        #expect(!words.lines.isEmpty)
        #expect(words.lines.allSatisfy { $0.rect.maxX == size.width - margin && $0.rect.minX >= margin })
        #expect(bleed.arrangement == .bleed && !bleed.words.lines.isEmpty)
        #expect(bleed.words.lines.allSatisfy { $0.rect.maxX == size.width - margin })
    }

    @Test func `a text in another direction than the others has its own side`() throws {
        var creative = SplashCreative.builtIn
        creative.brand = "בית הקלייה"

        let words = posterWords(creative, Size(width: 80, height: 24))

        #expect(words.lines.first { $0.role == .headline }?.rect.minX == 5)
        #expect(words.lines.first { $0.role == .brand }?.rect.maxX == 75)
        #expect(words.hint.minX == 5)
        #expect(drawn(creative, Size(width: 80, height: 24)).cell(at: Point(x: 5, y: 22))?.character == "e")
    }

    @Test(arguments: sizes) func `the sun is on the side away from the words, and as large there`(size: Size) {
        let plain = PosterLayout(size: size, title: "DAWN")
        let mirrored = PosterLayout(size: size, title: "DAWN", isMirrored: true)

        #expect(mirrored.sun.x == Double(size.width) - plain.sun.x)
        #expect(mirrored.sun.radius == plain.sun.radius)
        #expect(mirrored.title.maxX == size.width - plain.title.minX)
        #expect(mirrored.text.maxX == size.width - plain.text.minX)
    }

    @Test(arguments: [(50, 12), (50, 14), (60, 16), (63, 17), (80, 24), (100, 30), (40, 12), (30, 6)])
    func `a title at the right is below the skip control and above the sea`(width: Int, height: Int) {
        let size = Size(width: width, height: height)

        for title in ["שחר", "DAWN"] {
            let layout = PosterLayout(size: size, title: title, isMirrored: true)
            #expect(layout.title.minY >= SkipControl.rows(in: size))
            #expect(layout.title.maxY <= layout.horizon)
        }
    }

    @Test(arguments: 1...3) func `a title in the first row leaves its right end to the skip control`(height: Int) {
        let words = posterWords(AdWordsTests.hebrew, Size(width: 30, height: height))

        #expect(words.lines.first { $0.role == .title }?.rect.minX == 2)
    }

    @Test(arguments: sizes) func `without motion and in ASCII there are only the words`(size: Size) {
        let frame = drawn(.builtIn, size, isASCII: true, reducesMotion: true)
        let letters = Set(frame.text.filter { !$0.isWhitespace })
        let hints = SplashHint.hints(canOpen: false, canSkip: true).map(\.description).joined()
        let said = Set("DAWN \(hints)~").union(
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
