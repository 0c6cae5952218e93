import HostRuntime

/// The columns of a page: a list, and panes with what belongs to it.
///
/// A column is as wide as a line can be read. The panes stand beside the list,
/// one below the other; beside each other if there is room for that. A page
/// without room for all of them shows the last one, and a narrow one none.
struct PageColumns: Hashable, Sendable {
    let list: Rect

    /// The frames of the panes; empty for one that isn't shown.
    let panes: [Rect]

    private static let widest = 76
    private static let gap = 4

    /// Finds the columns in the room of a page for panes of some heights.
    init(_ room: Rect, panes heights: [Int]) {
        let (widest, gap) = (PageColumns.widest, PageColumns.gap)
        let least = PageColumns.width(for: heights.count)
        guard room.width >= least, let last = heights.last else {
            let width = heights.count == 1 ? min(room.width, 96) : room.width
            list = Rect(x: 0, y: room.minY, width: width, height: room.height)
            panes = heights.map { _ in .zero }
            return
        }
        if room.width < PageColumns.width(for: 1) {
            let width = min(44, room.width / 3)
            list = Rect(x: 0, y: room.minY, width: room.width - width - 3, height: room.height)
            let pane = Rect(x: list.maxX + 3, y: room.minY, width: width, height: min(last, room.height))
            panes = heights.dropLast().map { _ in .zero } + [pane]
            return
        }
        let width = min(widest, (room.width - gap) * 11 / 20)
        list = Rect(x: 0, y: room.minY, width: width, height: room.height)
        let left = list.maxX + gap
        let rest = room.width - left
        let each = (rest - gap * (heights.count - 1)) / heights.count
        let isBeside = each >= 44
        var place = Point(x: left, y: room.minY)
        var frames: [Rect] = []
        // The last one keeps its room.
        for (index, height) in heights.enumerated() {
            let below = isBeside ? 0 : heights[(index + 1)...].map { $0 + 1 }.reduce(0, +)
            let height = min(height, room.maxY - place.y - below)
            let frame = Rect(origin: place, size: Size(width: min(widest, isBeside ? each : rest), height: height))
            frames.append(height >= 3 ? frame : .zero)
            if isBeside { place.x += frame.width + gap } else if height >= 3 { place.y += height + 1 }
        }
        panes = frames
    }

    /// The least width of a page with panes: a single one needs a wide list beside it.
    private static func width(for panes: Int) -> Int { panes == 1 ? 112 : 84 }
}
