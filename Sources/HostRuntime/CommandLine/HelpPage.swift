/// The text of a help, in sections, paragraphs and lists.
struct HelpPage: Hashable {
    struct Section: Hashable {
        /// The heading; empty for none.
        let title: String

        let blocks: [Block]

        init(_ title: String = "", _ blocks: [Block]) {
            self.title = title
            self.blocks = blocks
        }
    }

    enum Block: Hashable {
        case paragraph(String)
        case list([Item])
    }

    /// A term with its explanation.
    struct Item: Hashable {
        let term: String
        let text: String

        init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    let sections: [Section]
}

extension HelpPage {
    /// The width of a line.
    private static let width = 80
    /// The column at which explanations begin.
    private static let column = 25

    /// The text for a terminal, in lines of 80 columns.
    var text: String {
        sections.map { section in
            let title = section.title.isEmpty ? "" : section.title + ":\n"
            return title + section.blocks.map(HelpPage.text).joined(separator: "\n\n")
        }
        .joined(separator: "\n\n")
    }

    private static func text(of block: Block) -> String {
        switch block {
        case .paragraph(let text): text.wrapped(to: width)
        case .list(let items): items.map(text).joined(separator: "\n")
        }
    }

    /// The lines of a list's item; a long term has a line to itself.
    private static func text(of item: Item) -> String {
        let indent = String(repeating: " ", count: column)
        let gap = column - 2 - TextWidth.width(of: item.term)
        let start = "  \(item.term)" + (gap > 1 ? String(repeating: " ", count: gap) : "\n" + indent)
        return start + item.text.wrapped(to: width - column).replacing("\n", with: "\n" + indent)
    }
}
