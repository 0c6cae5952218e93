import HostRuntime
import Testing

@testable import InspectorPlugin

@Suite struct StyleTextTests {
    @Test func `a style is a color, the one behind it, and attributes`() throws {
        let style = Style(foreground: .white, background: Color(0x202020), attributes: [.bold, .underline])

        #expect(try StyleText.style("white on #202020 bold underline") == style)
        #expect(try StyleText.style("  White ON #202020  UNDERLINE bold") == style)
        #expect(try StyleText.style("danger") == Style(foreground: Theme.danger))
    }

    @Test(arguments: [Theme.page, Theme.selection, Theme.field, Theme.title, Style()])
    func `a style as it's shown is read again as the same`(style: Style) throws {
        #expect(try StyleText.style("\(style)") == style)
    }

    @Test func `a background is none, a color that leaves the text's, or a style`() throws {
        let before = Style(foreground: .black, background: .white, attributes: .bold)

        #expect(try StyleText.background("none", before: before) == nil)
        #expect(
            try StyleText.background("#123456", before: before)
                == Style(foreground: .black, background: Color(0x123456), attributes: .bold)
        )
        #expect(try StyleText.background("red on black", before: nil)?.background == .black)
    }

    @Test(arguments: [
        ("", "Write a color, such as white, or white on #202020 bold."),
        ("gren", "No color 'gren'; did you mean green?"), ("#12345", "No color '#12345'."),
        ("#12345g", "No color '#12345g'."), ("#١٢٣٤٥٦", "No color '#١٢٣٤٥٦'."),
        ("red on", "A color is missing behind 'on'."),
        ("red on blue big", "'big' is no attribute."), ("on red", "No color 'on'."),
    ])
    func `what is no style is answered with the way to write one`(text: String, problem: String) {
        let error = #expect(throws: StyleText.Problem.self) { try StyleText.style(text) }
        #expect(error?.description.hasPrefix(problem) == true)
    }

    @Test func `a text without a background is no background`() {
        #expect(throws: StyleText.Problem.self) { try StyleText.background("red bold", before: nil) }
        #expect(throws: StyleText.Problem.self) { try StyleText.background("", before: nil) }
    }
}
