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
        let placeholder = Style(foreground: Theme.quiet.foreground, background: Theme.field.background)
        return [Theme.page, Theme.panel, Theme.button, Theme.selection, Theme.field, placeholder] + marks
    }()

    /// Returns the contrast of two colors as WCAG 2 defines it, from 1 to 21.
    private func contrast(_ a: UInt32, _ b: UInt32) -> Float {
        let light = [a, b].map { rgb in
            let amounts = [16, 8, 0].map { LinearLight.amounts[Int(rgb >> $0 & 0xFF)] }
            return 0.2126 * amounts[0] + 0.7152 * amounts[1] + 0.0722 * amounts[2]
        }
        return (max(light[0], light[1]) + 0.05) / (min(light[0], light[1]) + 0.05)
    }

    private func reduced(_ style: Style, _ depth: ColorDepth) throws -> Cell {
        let ground = try #require(style.background)
        var reducer = ColorReducer(depth)
        return reducer.reduce(
            Cell(
                glyph: 0x41,
                width: 1,
                flags: [],
                foreground: style.foreground.rgb,
                background: ground.rgb,
                attributes: style.attributes
            )
        )
    }

    @Test(arguments: [ColorDepth.trueColor, .indexed256], pairs)
    func `text has a contrast of at least 4·5 with its background`(depth: ColorDepth, style: Style) throws {
        let shown = try reduced(style, depth)

        let colors = [shown.foreground, shown.background].map {
            depth == .trueColor ? $0 : Palette.color(at: UInt8($0))
        }
        #expect(contrast(colors[0], colors[1]) >= 4.5)
    }

    @Test(arguments: [ColorDepth.indexed256, .ansi16], pairs)
    func `text stands out from its background in any number of colors`(depth: ColorDepth, style: Style) throws {
        let shown = try reduced(style, depth)

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
