/// The ornaments in front of a window, each in a window of its own.
///
/// `PluginWindows.showOrnaments(on:above:)` makes one. They are on the screen once
/// they are arranged, and go when the stack is closed or released.
@MainActor public final class OrnamentStack {
    private struct Item {
        let position: WindowOrnament.Position
        // Weak: an owner that ends takes the view along.
        weak var root: OrnamentView?
        let window: Window
    }

    private var items: [Item] = []

    /// Called with each touch on an ornament; one that isn't accepted goes to the window below.
    ///
    /// Without a closure, all are accepted.
    public var acceptsTouches: (@MainActor () -> Bool)?

    /// The opacity of the ornaments, from 0 to 1.
    public var alpha = 1.0 {
        didSet { for item in items { item.window.alpha = alpha } }
    }

    init(_ offers: [OrnamentRegistry.Offer], level: WindowLevel) {
        for offer in offers.prefix(OrnamentLayout.most) {
            do {
                let view = try RunningCode.call(of: offer.owner, .window) { try offer.ornament.makeView() }
                guard let view else { continue }
                let root = OrnamentView(view, in: self)
                guard let window = offer.makeWindow(level, root) else { continue }
                window.canBecomeKey = false
                window.hitPolicy = .passThroughBackground
                items.append(Item(position: offer.ornament.position, root: root, window: window))
            } catch {
                offer.onError(error)
            }
        }
    }

    isolated deinit { close() }

    /// Places the ornaments in an area of the screen, and shows those for which there is room.
    ///
    /// None covers what is taken, or another one. Call it again when the size of the screen has changed.
    public func arrange(in area: Rect, besides taken: [Rect] = []) {
        items.removeAll { $0.window.isClosed }
        let width = OrnamentLayout.limit(in: area).width
        let sizes = items.map { item in
            RunningCode.call(item.window.calls.during(.layout)) { item.root?.preferredSize(maxWidth: width) ?? .zero }
        }
        let ornaments = zip(items, sizes).map { (position: $0.position, size: $1) }
        let frames = OrnamentLayout.frames(of: ornaments, in: area, besides: taken)
        for (item, frame) in zip(items, frames) {
            guard let frame else {
                item.window.hide()
                continue
            }
            item.window.frame = frame
            item.window.show()
        }
    }

    /// Removes the ornaments for good.
    public func close() {
        let windows = items.map(\.window)
        items = []
        for window in windows { window.close() }
    }
}

/// The root of an ornament's window: what lets a touch through that isn't accepted.
@MainActor private final class OrnamentView: View {
    private weak var stack: OrnamentStack?
    private let content: View

    init(_ content: View, in stack: OrnamentStack) {
        self.content = content
        self.stack = stack
        super.init()
        addSubview(content)
    }

    override func layoutSubviews() { content.frame = bounds }

    override func preferredSize(maxWidth: Int) -> Size {
        content.preferredSize(maxWidth: maxWidth)
    }

    override func contains(_ point: Point) -> Bool {
        super.contains(point) && stack?.acceptsTouches?() != false
    }
}
