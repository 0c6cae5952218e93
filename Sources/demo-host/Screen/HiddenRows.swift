import HostRuntime

/// Stands for rows that are there and that nobody who is not logged in may read.
final class HiddenRows: View {
    /// What each row would have, in eighths of the width: a mark, a text, a detail.
    private static let rows = [(text: 4, detail: 2), (text: 3, detail: 2), (text: 5, detail: 2)]

    override func draw(in canvas: inout Canvas) {
        guard bounds.width >= 24 else { return }
        for (index, row) in HiddenRows.rows.enumerated() where index < bounds.height {
            let detail = bounds.width * row.detail / 8
            for part in [
                Rect(x: 1, y: index, width: 1, height: 1),
                Rect(x: 3, y: index, width: bounds.width * row.text / 8, height: 1),
                Rect(x: bounds.width - detail - 1, y: index, width: detail, height: 1),
            ] {
                canvas.fill(part, style: ShopStyle.hidden, character: "▄")
            }
        }
    }
}
