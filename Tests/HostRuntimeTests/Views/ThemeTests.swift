import Testing

@testable import HostRuntime

@Suite struct ThemeTests {
    /// Each style with each background that it is drawn on.
    private static let pairs: [Style] = {
        let grounds = [Theme.page.background, Theme.panel.background]
        let colors = [Theme.quiet.foreground, Theme.title.foreground, Theme.accent, Theme.good, Theme.caution]
        let marks = (colors + [Theme.danger]).flatMap { color in
            grounds.map { Style(foreground: color, background: $0) }
        }
        return [Theme.page, Theme.panel, Theme.button, Theme.selection, Theme.field] + marks
    }()

    @Test(arguments: [ColorDepth.indexed256, .ansi16], pairs)
    func `text stands out from its background in any number of colors`(depth: ColorDepth, style: Style) throws {
        let ground = try #require(style.background)
        let cell = Cell(
            glyph: 0x41,
            width: 1,
            flags: [],
            foreground: style.foreground.rgb,
            background: ground.rgb,
            attributes: style.attributes
        )

        var reducer = ColorReducer(depth)
        let shown = reducer.reduce(cell)

        let lightness = [shown.foreground, shown.background].map {
            PerceivedColor(Palette.color(at: UInt8($0))).lightness
        }
        #expect(abs(lightness[0] - lightness[1]) >= 0.3)
    }

    @Test func `errors, successes and warnings differ with 16 colors`() {
        let indices = [Theme.danger, Theme.good, Theme.caution].map { ANSIColor.index(of: $0) & 7 }

        #expect(indices == [1, 2, 3])
    }

    @Test func `selected rows and fields are visible without colors`() {
        let styles = [Theme.selection, Theme.field, Theme.title]

        #expect(styles.map(\.attributes) == [[.reverse, .bold], .underline, .bold])
    }
}
