import HostRuntime

/// A column of a table.
struct TableColumn: Hashable, Sendable {
    let title: String

    /// The width, or for a column that grows the least one.
    let width: Int

    /// Whether the column takes room that no other one needs.
    let grows: Bool

    let isRightAligned: Bool

    /// The order in which columns go when there's no room: the highest first, and those with 0 never.
    let priority: Int

    /// Creates a column of a fixed width.
    init(_ title: String, _ width: Int, alignedRight: Bool = false, priority: Int = 0) {
        self.title = title
        self.width = max(width, TextWidth.width(of: title))
        grows = false
        isRightAligned = alignedRight
        self.priority = priority
    }

    private init(growing title: String, least: Int, priority: Int) {
        self.title = title
        width = max(least, TextWidth.width(of: title))
        grows = true
        isRightAligned = false
        self.priority = priority
    }

    /// Creates a column that takes room that no other one needs.
    static func growing(_ title: String, least: Int = 10, priority: Int = 0) -> TableColumn {
        TableColumn(growing: title, least: least, priority: priority)
    }
}

/// The places of columns in a line; a pure value.
///
/// The room that others don't need goes to the columns whose texts are cut, and then to the last that grows.
struct ColumnLayout: Hashable, Sendable {
    struct Place: Hashable, Sendable {
        let column: Int
        let x: Int
        var width: Int
    }

    static let gap = 2

    let places: [Place]

    /// Places columns whose longest texts have some widths.
    init(_ columns: [TableColumn], texts: [Int] = [], width: Int) {
        var kept = Array(columns.indices)
        func least() -> Int {
            kept.reduce(0) { $0 + columns[$1].width } + ColumnLayout.gap * max(0, kept.count - 1)
        }
        while least() > width,
            let victim = kept.filter({ columns[$0].priority > 0 }).max(by: {
                // Of equal ones the last goes first.
                (columns[$0].priority, $0) < (columns[$1].priority, $1)
            })
        {
            kept.removeAll { $0 == victim }
        }
        // Negative where not even the least widths fit.
        var left = width - least()
        var widths = columns.map(\.width)
        // A column that grows gives away what its texts don't need, while others are cut.
        let missing = kept.reduce(0) { sum, column in
            sum + (texts.indices.contains(column) ? max(0, texts[column] - widths[column]) : 0)
        }
        for column in kept where columns[column].grows && texts.indices.contains(column) {
            let needed = max(texts[column], TextWidth.width(of: columns[column].title))
            let given = max(0, min(widths[column] - needed, missing - left))
            widths[column] -= given
            left += given
        }
        while left > 0 {
            let cut = kept.filter { texts.indices.contains($0) && texts[$0] > widths[$0] }
            guard !cut.isEmpty else { break }
            let share = max(1, left / cut.count)
            for column in cut {
                let more = min(share, texts[column] - widths[column], left)
                widths[column] += more
                left -= more
            }
        }
        if let last = kept.last(where: { columns[$0].grows }) { widths[last] += max(0, left) }
        var x = 0
        var places: [Place] = []
        for column in kept {
            let columnWidth = min(widths[column], max(0, width - x))
            if columnWidth > 0 { places.append(Place(column: column, x: x, width: columnWidth)) }
            x += columnWidth + ColumnLayout.gap
        }
        self.places = places
    }
}

/// The text of a row in one column of a table.
struct TableCell: Hashable, Sendable, ExpressibleByStringInterpolation {
    var text: String
    var color: Color?
    var isBold = false

    init(_ text: String, _ color: Color? = nil, isBold: Bool = false) {
        self.text = text
        self.color = color
        self.isBold = isBold
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    /// Text that matters less.
    static func quiet(_ text: String) -> TableCell { TableCell(text, Theme.quiet.foreground) }
}
