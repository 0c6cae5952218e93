/// Rows of text in columns that are as wide as they need to be.
public struct TextTable: CustomStringConvertible, Sendable {
    private let rows: [[String]]

    /// Creates a table from rows of cells; missing cells are empty.
    ///
    /// A cell is a line: what would break it, or cannot be seen, is spelled out.
    public init(_ rows: [[String]]) {
        self.rows = rows.map { $0.map(\.escapingControls) }
    }

    /// The table, two spaces between its columns; the last column has no padding.
    public var description: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { index, cell in
                index == row.count - 1
                    ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
            }
            return cells.joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
