extension ListView {
    /// A row of a list.
    public struct Row: Hashable, Sendable {
        /// The purpose of a row.
        public enum Kind: Hashable, Sendable {
            /// Something to select and to choose.
            case item
            /// The title of the rows below it.
            case heading
            /// A remark about the row above it, or in place of items.
            case note
            /// An empty line.
            case space
        }

        /// The row's purpose; only items can be selected.
        public let kind: Kind

        /// The text of the row.
        public var title: String

        /// A second, quieter text at the right edge; empty for none.
        ///
        /// The title comes first: a detail is left out where less than eight
        /// columns of it would fit.
        public var detail = ""

        /// The key that does the same, shown in place of the detail.
        public var key: KeyEvent?

        var mark: Color?
        var sign: Character = " "

        /// A picture of one or two columns before the title.
        ///
        /// When a row has one, the titles of all items line up. Icons aren't
        /// drawn in ASCII, or in a list narrower than 24 columns.
        public var icon: Character?

        /// Whether the row's check box is ticked; `nil` for no check box.
        public var isChecked: Bool?

        /// Whether the row represents the current value, which a check mark indicates.
        public var isCurrent = false

        /// The identity of the row when the list changes; `nil` to go by its place.
        public var id: String?

        /// The identity of the row for a tap: its id, or else its title.
        var identity: String { id ?? title }

        var isEnabled: Bool

        /// Whether the title is drawn in a quiet color, though the row can be selected.
        public var isQuiet: Bool

        /// Creates an item.
        ///
        /// A `mark` is the color of a sign before the title, one column wide. An
        /// item that isn't enabled can't be selected.
        public init(
            _ title: String,
            detail: String = "",
            key: KeyEvent? = nil,
            mark: Color? = nil,
            sign: Character = "●",
            icon: Character? = nil,
            isChecked: Bool? = nil,
            isCurrent: Bool = false,
            id: String? = nil,
            isEnabled: Bool = true,
            isQuiet: Bool = false
        ) {
            kind = .item
            self.title = title
            self.detail = detail
            self.key = key
            self.mark = mark
            self.sign = sign
            self.icon = icon
            self.isChecked = isChecked
            self.isCurrent = isCurrent
            self.id = id
            self.isEnabled = isEnabled
            self.isQuiet = isQuiet
        }

        private init(_ kind: Kind, _ title: String) {
            self.kind = kind
            self.title = title
            isEnabled = false
            isQuiet = true
        }

        /// Creates the heading of the rows below it, which can't be selected.
        public static func heading(_ title: String) -> Row { Row(.heading, title) }

        /// Creates a remark, which can't be selected.
        public static func note(_ text: String) -> Row { Row(.note, text) }

        /// An empty line between groups.
        public static let space = Row(.space, "")

        var isSelectable: Bool { kind == .item && isEnabled }

        /// Returns the style of the row while it isn't selected.
        func style(in list: Style) -> Style {
            switch kind {
            case .heading: Style(foreground: Theme.accent, background: list.background, attributes: .bold)
            case .item where !isEnabled:
                Style(foreground: Theme.quiet.foreground, background: list.background, attributes: .italic)
            default: isQuiet ? Style(foreground: Theme.quiet.foreground, background: list.background) : list
            }
        }

        /// Returns the text at the right edge.
        var accessory: String { key?.description ?? detail }

        /// The columns of the row without an icon, with those for a mark, a check mark and the space around the words.
        var width: Int { TextWidth.width(of: title) + TextWidth.width(of: accessory) + (isChecked == nil ? 8 : 12) }
    }
}
