/// Rows of text in columns that are as wide as their widest cells.
public struct TextTable: CustomStringConvertible, Sendable {
    private let rows: [[String]]

    /// Creates a table from rows of cells; missing cells are empty.
    ///
    /// Each cell is one line: line breaks, and scalars that can't be seen, are spelled out.
    public init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map(\.escapingControls) }
    }

    /// The table as text, with two spaces between columns and none after the last cell of a row.
    ///
    /// Columns are measured as a terminal shows them: a wide character takes two.
    public var description: String {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], TextWidth.width(of: cell))
            }
        }
        return rows.map { row in
            row.indices.map { column in
                let room = column == row.count - 1 ? 0 : widths[column] - TextWidth.width(of: row[column])
                return row[column] + String(repeating: " ", count: room)
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
