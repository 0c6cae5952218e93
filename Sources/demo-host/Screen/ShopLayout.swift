import HostRuntime

/// The frames of the screen's parts, at every size of a screen.
///
/// A wide screen has a tall header and the navigation at the side, a small one
/// a line for each. The page gets the rest. Without room the status goes first,
/// then the tabs, then the header, and never the page.
struct ShopLayout: Hashable, Sendable {
    let header: Rect
    let navigation: Rect
    let page: Rect
    let status: Rect

    /// Whether the navigation is a line of tabs.
    let isCompact: Bool

    init(_ size: Size) {
        let width = size.width
        let height = size.height
        isCompact = width < 64 || height < 18
        let statusHeight = height >= 4 ? 1 : 0
        let headerHeight = isCompact ? (height >= 2 ? 1 : 0) : 3
        let tabsHeight = isCompact && height >= 5 ? 1 : 0
        let side = isCompact ? 0 : min(24, max(19, width / 5))
        header = Rect(x: 0, y: 0, width: width, height: headerHeight)
        status = Rect(x: 0, y: height - statusHeight, width: width, height: statusHeight)
        let top = headerHeight + tabsHeight
        let rest = height - top - statusHeight
        navigation =
            isCompact
            ? Rect(x: 0, y: headerHeight, width: width, height: tabsHeight)
            : Rect(x: 0, y: headerHeight, width: side, height: rest)
        let room = Rect(x: side, y: top, width: width - side, height: rest)
        let margin = isCompact ? (width >= 30 ? 1 : 0) : (width >= 120 ? 4 : 2)
        let air = height >= 14 ? 1 : 0
        page = Rect(
            x: room.minX + margin,
            y: room.minY + air,
            width: room.width - 2 * margin,
            height: room.height - air
        )
    }
}
