import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

@MainActor @Suite struct PictureAdViewTests {
    nonisolated static let sizes = PosterViewTests.sizes
    nonisolated static let readable = PosterViewTests.readable

    nonisolated static let creative = SplashCreative(
        id: "trip",
        title: "FJORD",
        headline: "A week where the phone has no signal",
        text: "Cabins by the water, from May to September.",
        offer: "Book two nights, stay three",
        brand: "Northern Cabins"
    )

    /// Pictures of all shapes, light and dark, quiet and busy.
    private static let pictures = Result { () throws -> [Picture] in
        let gradient = try Picture.make(width: 96, height: 60) { x, y in
            (Color(red: UInt8(x * 2), green: UInt8(255 - y * 3), blue: UInt8(x + y)), 255)
        }
        let noise = try Picture.make(width: 64, height: 40) { x, y in
            ((x * 7 + y * 13) % 3 == 0 ? .white : .black, 255)
        }
        let darkCutOut = try Picture.make(width: 40, height: 30) { x, _ in (.black, x > 5 && x < 35 ? 255 : 0) }
        let cutOut = try Picture.make(width: 40, height: 40) { x, y in
            (.white, (x - 20) * (x - 20) + (y - 20) * (y - 20) < 300 ? 255 : 0)
        }
        return [
            gradient, noise, cutOut, try .plain(.white), try .plain(.white, width: 80, height: 10),
            try .plain(.white, width: 10, height: 40), try .plain(.black, alpha: 0),
            try .plain(.black, width: 1, height: 1), darkCutOut,
        ]
    }

    private func view(
        _ pictures: [Picture],
        _ traits: DisplayTraits = DisplayTraits(size: .zero),
        creative: SplashCreative = creative
    ) -> AdView {
        let view = AdView(creative, pictures, traits: traits)
        view.hints = SplashHint.hints(canOpen: true, canSkip: true)
        return view
    }

    private func drawn(
        _ picture: Picture,
        _ size: Size = Size(width: 80, height: 24),
        _ traits: DisplayTraits = DisplayTraits(size: .zero),
        creative: SplashCreative = creative
    ) -> FrameSnapshot {
        view([picture], traits, creative: creative).snapshot(size: size, traits: traits)
    }

    /// The layout of the creative with a picture.
    private func layout(
        _ pixels: (Int, Int),
        _ size: Size = Size(width: 80, height: 24),
        mayBleed: Bool = true
    ) -> PictureAdLayout {
        PictureAdLayout(
            PictureAdViewTests.creative,
            pixels: pixels,
            size: size,
            mayBleed: mayBleed,
            largeStep: 1
        )
    }

    // MARK: - The words

    @Test(arguments: [Size(width: 80, height: 28), Size(width: 100, height: 30), Size(width: 120, height: 40)])
    func `on a picture that fills the screen, smaller letters make room for the text`(size: Size) {
        let layout = layout((640, 368), size)

        #expect(layout.arrangement == .bleed)
        #expect(layout.words.title?.word == "FJORD")
        #expect(layout.words.lines.map(\.text).contains("Cabins by the water, from May to September."))
    }

    // MARK: - The picture

    @Test func `a picture about as wide as the screen fills it`() throws {
        let frame = drawn(try .plain(Color(0x3366CC)))

        let corners = [Point(x: 0, y: 0), Point(x: 79, y: 0), Point(x: 40, y: 6)]
        #expect(corners.allSatisfy { frame.cell(at: $0)?.style.background == Color(0x3366CC) })
    }

    @Test func `a wide picture stands above the words, and is not cut off`() throws {
        let picture = try Picture.make(width: 80, height: 16) { x, _ in
            (x == 0 || x == 79 ? .white : Color(0x993355), 255)
        }

        let layout = layout((80, 16))
        let frame = drawn(picture)

        #expect(layout.arrangement == .above)
        #expect(layout.picture.maxY <= layout.wordsTop * 2)
        let y = (layout.picture.minY + layout.picture.height / 2) / 2
        #expect(frame.cell(at: Point(x: 0, y: y))?.style.background == .white)
        #expect(frame.cell(at: Point(x: 79, y: y))?.style.background == .white)
    }

    @Test func `a tall picture stands beside the words, as high as the screen`() {
        let layout = layout((60, 120))

        #expect(layout.arrangement == .beside)
        #expect(layout.picture == Rect(x: 0, y: 0, width: 24, height: 48))
        #expect(layout.words.lines.allSatisfy { $0.rect.minX > 24 })
    }

    @Test(arguments: [(40, 40), (80, 10), (10, 60), (64, 40)])
    func `a cut-out picture is never cut off, and keeps its shape`(width: Int, height: Int) {
        let layout = layout((width, height), mayBleed: false)

        let shape = Double(layout.picture.width) / Double(layout.picture.height)
        #expect(layout.arrangement == .above)
        #expect(abs(shape / (Double(width) / Double(height)) - 1) < 0.15)
    }

    @Test func `see-through pixels are blended with the page`() throws {
        let picture = try Picture.make(width: 40, height: 20) { x, _ in (.white, x < 20 ? 0 : 128) }
        let page = PictureTone(picture).ground.page

        let frame = drawn(picture)

        let layout = layout((40, 20), mayBleed: false)
        let y = (layout.picture.minY + 4) / 2
        #expect(frame.cell(at: Point(x: layout.picture.minX + 2, y: y))?.style.background == page)
        let half = try #require(frame.cell(at: Point(x: layout.picture.maxX - 3, y: y))?.style.background)
        #expect(half.brightness > page.brightness + 60 && half.brightness < 200)
    }

    @Test(arguments: [(UInt32(0x101018), true), (0xF0E0D0, false)])
    func `a dark cut-out picture stands on a bright card`(color: UInt32, hasCard: Bool) throws {
        let picture = try Picture.make(width: 40, height: 40) { x, y in (Color(color), x > 10 && x < 30 ? 255 : 0) }

        #expect((PictureTone(picture).ground.plate != nil) == hasCard)
    }

    // MARK: - The words

    @Test(arguments: readable, 0..<9) func `every word contrasts with its background`(size: Size, index: Int) throws {
        let picture = try PictureAdViewTests.pictures.get()[index]
        let frame = drawn(picture, size)

        var faint: [Point] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                guard let cell = frame.cell(at: Point(x: x, y: y)), let letter = cell.character.first, letter.isLetter
                else { continue }
                let ground = cell.style.background ?? .black
                let isReadable = cell.style.foreground.contrast(with: ground) >= Color.leastTextContrast
                if !isReadable { faint.append(Point(x: x, y: y)) }
            }
        }

        #expect(faint == [])
    }

    @Test(arguments: ColorDepth.allCases, 0..<9)
    func `every word contrasts with its background in every terminal`(depth: ColorDepth, index: Int) throws {
        let picture = try PictureAdViewTests.pictures.get()[index]
        let traits = DisplayTraits(size: Size(width: 80, height: 24), colorDepth: depth)

        var output = ""
        view([picture], traits).present(on: Display(traits) { output += String(decoding: $0, as: UTF8.self) })

        for terminal in TerminalTheme.usual {
            let limit = depth == .monochrome ? min(4.5, terminal.ownContrast) : 4.5
            var screen = TerminalScreen(terminal, width: 80, height: 24)
            screen.receive(output)
            let letters = screen.glyphs.filter { $0.character.isLetter || $0.character.isNumber }
            #expect(letters.allSatisfy { $0.contrast >= limit - 0.001 }, "\(terminal)")
        }
    }

    @Test(arguments: readable) func `the title is always shown, in large letters or in a line`(size: Size) throws {
        let layout = layout((96, 60), size)

        #expect(layout.words.title != nil || layout.words.lines.contains { $0.role == .title && $0.text == "FJORD" })
    }

    @Test(arguments: readable, [(96, 60), (80, 10), (10, 40)]) func `words are inside the screen and do not overlap`(
        size: Size,
        pixels: (Int, Int)
    ) {
        let layout = layout(pixels, size)
        let rects =
            layout.words.lines.map(\.rect)
            + [layout.words.hint, layout.words.title?.rect ?? .zero].filter { !$0.isEmpty }

        let screen = Rect(origin: .zero, size: size)
        #expect(rects.allSatisfy { screen.intersection($0) == $0 })
        for (index, rect) in rects.enumerated() {
            #expect(rects.dropFirst(index + 1).allSatisfy { $0.intersection(rect).isEmpty })
        }
    }

    @Test func `large letters are not drawn on a busy picture`() throws {
        let noise = try PictureAdViewTests.pictures.get()[1]

        #expect(drawn(noise).contains("FJORD"))
        #expect(!drawn(try .plain(.white)).contains("FJORD"))
    }

    @Test func `a picture without words is not darkened`() throws {
        let frame = view([try .plain(.white)], creative: SplashCreative(id: "bare"))

        frame.hints = []
        let drawn = frame.snapshot(size: Size(width: 80, height: 24), traits: DisplayTraits(size: .zero))

        #expect(drawn.cell(at: Point(x: 10, y: 22))?.style.background == .white)
    }

    // MARK: - Displays

    @Test func `the ad fits every size on every display`() throws {
        let displays = PosterViewTests.displays
        for (row, size) in PictureAdViewTests.sizes.enumerated() {
            for (column, picture) in try PictureAdViewTests.pictures.get().enumerated() {
                // Every display with each size and with each picture, in turn.
                let inTurn = displays[(row + column) % displays.count]
                for traits in takesAllSeeds ? displays : [inTurn] {
                    #expect(drawn(picture, size, traits).size == size, "picture \(column) on \(traits)")
                }
            }
        }
    }

    @Test func `without colors, the picture is characters, which leave the words free`() throws {
        let traits = DisplayTraits(size: .zero, colorDepth: .monochrome)
        let picture = try Picture.make(width: 80, height: 48) { x, _ in (x < 40 ? .black : .white, 255) }

        let frame = drawn(picture, Size(width: 80, height: 24), traits)

        #expect(frame.cell(at: Point(x: 5, y: 2))?.character == " ")
        #expect(frame.cell(at: Point(x: 75, y: 2))?.character == "@")
        #expect(!frame.text.contains("▀"))
        #expect(frame.contains("Northern Cabins"))
    }

    @Test func `with ASCII only, the picture is colored cells`() throws {
        let traits = DisplayTraits(size: .zero, isASCII: true)

        let frame = drawn(try .plain(Color(0x3366CC)), Size(width: 80, height: 24), traits)

        #expect(frame.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(frame.cell(at: Point(x: 5, y: 2))?.style.background == Color(0x3366CC))
    }

    // MARK: - Cost

    @Test func `neither a fade nor a second round of an animation scales a picture`() throws {
        let size = Size(width: 80, height: 24)
        let view = view(try [.plain(.white), .plain(.black)])
        let traits = DisplayTraits(size: size)

        for step in 1...20 {
            view.index = step % 2
            view.appearance = Double(step) / 20
            _ = view.snapshot(size: size, traits: traits)
        }
        let first = view.scalings
        view.hints = []
        _ = view.snapshot(size: size, traits: traits)

        #expect(first == 2)
        #expect(view.scalings == 2)
    }

    @Test func `nothing is visible before the ad appears`() throws {
        let traits = DisplayTraits(size: .zero, colorDepth: .monochrome)
        let view = view([try .plain(.white)], traits)
        view.appearance = 0

        let frame = view.snapshot(size: Size(width: 80, height: 24), traits: traits)

        #expect(frame.text.filter { $0 != "\n" }.isEmpty)
    }
}
