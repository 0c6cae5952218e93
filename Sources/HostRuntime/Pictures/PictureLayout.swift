extension Picture {
    /// The way in which a picture fills a view; it always keeps its shape.
    public enum ContentMode: Hashable, Sendable {
        /// Shows all of the picture, in the middle; there may be room left beside it.
        case fit
        /// Takes all the room and cuts off what doesn't fit at two edges.
        case fill
    }
}

/// The place of a picture in a view, in squares: a cell is one square wide and two high.
///
/// In the fonts of terminals such a square is about square, so the picture
/// keeps its shape.
struct PictureLayout: Hashable {
    /// The column and the row of squares at which the picture begins.
    let x: Int
    let y: Int
    /// The columns and rows of squares that it takes.
    let width: Int
    let height: Int
    /// The part of the picture that is shown there.
    let part: PictureScaler.Part

    /// Lays out a picture for a view with a size in cells; nil for a view without a cell.
    init?(_ picture: Picture, in size: Size, mode: Picture.ContentMode) {
        guard !size.isEmpty else { return nil }
        let (columns, rows) = (size.width, size.height * 2)
        switch mode {
        case .fit:
            let scale = min(Double(columns) / Double(picture.width), Double(rows) / Double(picture.height))
            width = min(columns, max(1, Int((Double(picture.width) * scale).rounded())))
            height = min(rows, max(1, Int((Double(picture.height) * scale).rounded())))
            part = PictureScaler.Part(picture)
        case .fill:
            (width, height) = (columns, rows)
            part = PictureScaler.Part(of: picture, filling: columns, rows)
        }
        x = (columns - width) / 2
        y = (rows - height) / 2
    }
}
