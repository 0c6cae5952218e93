import HostRuntime

/// The contents and the place of the bubble beside the ball, depending on the room; a pure value.
struct BubbleLayout: Hashable, Sendable {
    enum Edge: Hashable, Sendable {
        case left, right
    }

    enum Extent: CaseIterable, Hashable, Sendable {
        /// A card with a line for each gesture.
        case full
        /// A line without a frame.
        case line
    }

    let extent: Extent
    let frame: Rect
    let edge: Edge

    /// Finds the largest bubble that fits beside a ball; fails if none fits.
    init?(_ sizes: [Extent: Size], ball: Rect, screen: Size) {
        for extent in Extent.allCases {
            guard let size = sizes[extent], BubbleLayout.isFit(size, extent, screen) else { continue }
            guard let place = BubbleLayout.place(size, ball: ball, screen: screen) else { continue }
            (self.extent, frame, edge) = (extent, place.frame, place.edge)
            return
        }
        return nil
    }

    // Fewer words are better than a page that the bubble covers.
    private static func isFit(_ size: Size, _ extent: Extent, _ screen: Size) -> Bool {
        switch extent {
        case .full: screen.height >= 2 * size.height && screen.width >= size.width + 20
        case .line: true
        }
    }

    private static func place(_ size: Size, ball: Rect, screen: Size) -> (frame: Rect, edge: Edge)? {
        let (left, right) = (ball.minX, screen.width - ball.maxX)
        // The last row is the page's status line.
        let bottom = max(0, screen.height - size.height - (screen.height > 4 ? 1 : 0))
        let y = min(max(0, ball.minY + (ball.height - size.height) / 2), bottom)
        if left >= size.width, left >= right {
            return (Rect(x: ball.minX - size.width, y: y, width: size.width, height: size.height), .right)
        }
        if right >= size.width {
            return (Rect(x: ball.maxX, y: y, width: size.width, height: size.height), .left)
        }
        return nil
    }
}
