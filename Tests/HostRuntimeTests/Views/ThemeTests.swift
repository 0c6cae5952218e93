import HostTestKit
import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.accessibility, .terminal)) struct ThemeTests {
    /// Each style with each background that it is drawn on.
    nonisolated private static let pairs: [Style] = {
        let grounds = [Theme.page.background, Theme.panel.background]
        let colors = [Theme.quiet.foreground, Theme.title.foreground, Theme.accent, Theme.good, Theme.caution]
        let marks = (colors + [Theme.danger]).flatMap { color in
            grounds.map { Style(foreground: color, background: $0) }
        }
        let placeholder = Style(foreground: Theme.quiet.foreground, background: Theme.field.background)
        return [Theme.page, Theme.panel, Theme.button, Theme.selection, Theme.field, placeholder] + marks
    }()

    @Test(arguments: ColorDepth.allCases, TerminalTheme.usual)
    func `text has a contrast of at least 4·5 with its background, whatever the terminal`(
        depth: ColorDepth,
        terminal: TerminalTheme
    ) {
        // The Linux console has 16 colors.
        guard terminal.kind != .console || depth == .ansi16 || depth == .monochrome else { return }
        let attributes: [TextAttributes] = [[], .bold, .dim, .underline, .italic, [.reverse, .bold]]
        for pair in Self.pairs {
            for added in attributes {
                var style = pair
                style.attributes.formUnion(added)
                var screen = TerminalScreen(terminal, width: 4, height: 1)
                let traits = DisplayTraits(size: Size(width: 4, height: 1), colorDepth: depth)
                Label("Text", style: style).present(
                    on: Display(traits) { screen.receive(String(decoding: $0, as: UTF8.self)) }
                )

                let least = screen.glyphs.map(\.contrast).min() ?? 0

                // Faint text has the color that its author wants, among those that can be faint.
                guard !style.attributes.contains(.dim) || !depth.hasShades else { continue }
                let limit = depth == .monochrome ? min(4.5, terminal.ownContrast) : 4.5
                #expect(least >= limit, "\(style)")
            }
        }
    }

    @Test(arguments: ColorDepth.allCases) func `a placeholder doesn't look like typed text`(depth: ColorDepth) throws {
        let fields = [TextField(placeholder: "ABC"), TextField()]
        fields[1].text = "ABC"

        let looks = try fields.map { field in
            let view = RenderedView(field, size: Size(width: 8, height: 1), colorDepth: depth)
            return try #require(view.frame.cell(at: .zero)).style.attributes
        }

        #expect(looks.map { $0.contains(.underline) } == [false, true])
        #expect(looks.map { $0.contains(.italic) } == [true, false])
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
