extension ListView {
    /// One row of a list.
    public struct Row: Hashable, Sendable {
        /// What it says.
        public var title: String

        /// A second, quieter text at the right edge; empty for none.
        public var detail: String

        /// The colour of a mark before the title; nil for none.
        public var mark: Color?

        /// What the mark looks like; one column wide.
        public var sign: Character

        /// What the row is known by when the list changes; nil for its place.
        public var id: String?

        /// Whether it can be chosen.
        public var isEnabled: Bool

        /// Whether it only heads the rows below it.
        public let isHeading: Bool

        /// Creates a row.
        public init(
            _ title: String,
            detail: String = "",
            mark: Color? = nil,
            sign: Character = "●",
            id: String? = nil,
            isEnabled: Bool = true
        ) {
            self.title = title
            self.detail = detail
            self.mark = mark
            self.sign = sign
            self.id = id
            self.isEnabled = isEnabled
            isHeading = false
        }

        private init(heading title: String) {
            self.title = title
            detail = ""
            mark = nil
            sign = " "
            id = nil
            isEnabled = false
            isHeading = true
        }

        /// Creates the heading of the rows below it, which is never chosen.
        public static func heading(_ title: String) -> Row {
            Row(heading: title)
        }

        var isSelectable: Bool { isEnabled && !isHeading }

        var inSelection: ListSelection.Row {
            ListSelection.Row(title: title, id: id, isSelectable: isSelectable)
        }

        /// How the row looks in a list while it is not chosen.
        func style(in list: Style) -> Style {
            if isHeading { return Style(foreground: Theme.accent, background: list.background, attributes: .bold) }
            guard !isEnabled else { return list }
            return Style(foreground: Theme.quiet.foreground, background: list.background, attributes: .dim)
        }
    }
}
