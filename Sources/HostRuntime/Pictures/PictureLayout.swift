/// Where a picture stands in a view, in half cells: a cell is one column wide and two half rows high.
///
/// Half a cell is about a square in the terminals' fonts, so the picture keeps
/// its shape.
struct PictureLayout: Hashable {
    /// The column and the half row that the picture begins at.
    let x: Int
    let y: Int
    /// The columns and half rows that it takes.
    let width: Int
    let height: Int
    /// What of the picture is shown there.
    let part: PictureScaler.Part

    /// Decides for a view of so many cells; nil where there is no cell.
    init?(_ picture: Picture, in size: Size, mode: PictureView.ContentMode) {
        guard !size.isEmpty else { return nil }
        let (columns, rows) = (size.width, size.height * 2)
        let scaleX = Double(columns) / Double(picture.width)
        let scaleY = Double(rows) / Double(picture.height)
        switch mode {
        case .fit:
            let scale = min(scaleX, scaleY)
            width = min(columns, max(1, Int((Double(picture.width) * scale).rounded())))
            height = min(rows, max(1, Int((Double(picture.height) * scale).rounded())))
            part = PictureScaler.Part(picture)
        case .fill:
            let scale = max(scaleX, scaleY)
            (width, height) = (columns, rows)
            let shownWidth = min(Double(picture.width), Double(columns) / scale)
            let shownHeight = min(Double(picture.height), Double(rows) / scale)
            part = PictureScaler.Part(
                x: (Double(picture.width) - shownWidth) / 2,
                y: (Double(picture.height) - shownHeight) / 2,
                width: shownWidth,
                height: shownHeight
            )
        }
        x = (columns - width) / 2
        y = (rows - height) / 2
    }
}
