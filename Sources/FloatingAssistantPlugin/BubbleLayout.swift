import HostRuntime

/// What the bubble says beside the ball, and where, as there is room; a pure value.
struct BubbleLayout: Hashable, Sendable {
    /// The sides of the bubble that may face the ball.
    enum Edge: Hashable, Sendable {
        case left, right, top, bottom
    }

    /// How much the bubble says.
    enum Extent: CaseIterable, Hashable, Sendable {
        /// A card with a line for each gesture.
        case full
        /// A card with two lines.
        case short
        /// One line without a frame.
        case line
    }

    let extent: Extent
    let frame: Rect

    /// The edge that faces the ball.
    let edge: Edge

    /// Finds the largest bubble for which there is room beside a ball, or above or below it; nil where there is none.
    init?(_ sizes: [Extent: Size], ball: Rect, screen: Size) {
        for extent in Extent.allCases {
            guard let size = sizes[extent], BubbleLayout.isFit(size, extent, screen) else { continue }
            guard let place = BubbleLayout.place(size, ball: ball, screen: screen) else { continue }
            (self.extent, frame, edge) = (extent, place.frame, place.edge)
            return
        }
        return nil
    }

    // A page of which the bubble leaves nothing is worse than fewer words.
    private static func isFit(_ size: Size, _ extent: Extent, _ screen: Size) -> Bool {
        switch extent {
        case .full: screen.height >= 2 * size.height && screen.width >= size.width + 20
        case .short: screen.height >= 2 * size.height
        case .line: true
        }
    }

    private static func place(_ size: Size, ball: Rect, screen: Size) -> (frame: Rect, edge: Edge)? {
        let (left, right) = (ball.minX, screen.width - ball.maxX)
        // The last row is where pages say what keys do.
        let bottom = max(0, screen.height - size.height - (screen.height > 4 ? 1 : 0))
        let y = min(max(0, ball.midY - size.height / 2), bottom)
        if left >= size.width, left >= right {
            return (Rect(x: ball.minX - size.width, y: y, width: size.width, height: size.height), .right)
        }
        if right >= size.width {
            return (Rect(x: ball.maxX, y: y, width: size.width, height: size.height), .left)
        }
        guard size.width <= screen.width else { return nil }
        let x = min(max(0, ball.midX - size.width / 2), screen.width - size.width)
        if ball.minY >= size.height {
            return (Rect(x: x, y: ball.minY - size.height, width: size.width, height: size.height), .bottom)
        }
        if screen.height - ball.maxY >= size.height {
            return (Rect(x: x, y: ball.maxY, width: size.width, height: size.height), .top)
        }
        return nil
    }
}

extension Rect {
    fileprivate var midX: Int { minX + width / 2 }
    fileprivate var midY: Int { minY + height / 2 }
}
