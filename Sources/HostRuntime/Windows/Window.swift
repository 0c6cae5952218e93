/// A window of a scene: what input reaches and what is shown, in its place of the stack.
///
/// A window is hidden until it is shown, and showing it does not make it key.
/// The scene does not hold it: when nobody else does it disappears, as if closed.
@MainActor public final class Window {
    /// The window's identity.
    public nonisolated let id: WindowID

    /// What the window is called, for people who look at the stack.
    public nonisolated let title: String

    /// The plugin that the window belongs to; nil for a window of the host.
    public nonisolated let owner: Owner

    /// What the window shows and what receives its input; held by the window.
    var content: (any WindowContent)? {
        didSet {
            if isClosed { content = nil }
            setNeedsDisplay()
        }
    }

    /// A number that grows with each `setNeedsDisplay()`, for whoever draws the window.
    private(set) var contentVersion: UInt64 = 0

    /// Whether the window was closed; it does nothing any more then.
    public private(set) var isClosed = false

    private let scene: WindowScene
    // What the window reads as once it has left the stack.
    private var lastEntry: WindowStack.Entry
    private var isFillingScreen: Bool

    /// Creates a hidden window at the front of its level.
    ///
    /// Without a frame the window fills the screen and follows its size.
    init(
        scene: WindowScene,
        title: String,
        level: WindowLevel = .normal,
        frame: Rect? = nil,
        owner: Owner = .host
    ) {
        let initial = frame ?? Rect(origin: .zero, size: scene.size)
        self.scene = scene
        self.title = title
        self.owner = owner
        isFillingScreen = frame == nil
        id = scene.nextID()
        lastEntry = WindowStack.Entry(id: id, level: level, frame: initial)
        scene.add(self, lastEntry)
    }

    isolated deinit {
        close()
    }

    private var entry: WindowStack.Entry {
        scene.stack[id] ?? lastEntry
    }

    /// The window as it is now.
    public var info: WindowInfo {
        WindowInfo(entry, title: title, owner: owner, isKey: isKey)
    }

    /// Hides the window, removes it from its scene and releases its content, for good.
    ///
    /// Closing it again does nothing, and neither does anything else afterwards.
    public func close() {
        guard !isClosed else { return }
        lastEntry = entry
        lastEntry.isHidden = true
        isClosed = true
        let content = content
        self.content = nil
        scene.perform(.remove(id), content: content)
    }
}

// MARK: - Showing and order

extension Window {
    /// Whether the window is hidden; a new one is.
    public var isHidden: Bool {
        get { entry.isHidden }
        set { newValue ? hide() : show() }
    }

    /// Shows the window in front of its level, without making it key; nothing if it is visible.
    public func show() {
        perform(.show(id))
    }

    /// Hides the window; it keeps its place until it is shown again.
    ///
    /// A touch on it is cancelled. If it is key, another window takes over: see
    /// `WindowScene.keyWindow`.
    public func hide() {
        perform(.hide(id))
    }

    /// The window's level; setting another one brings the window to the front there.
    public var level: WindowLevel {
        get { entry.level }
        set { perform(.setLevel(id, newValue)) }
    }

    /// Brings the window in front of the others of its level, hidden or not.
    public func moveToFront() {
        perform(.moveToFront(id))
    }

    private func perform(_ change: WindowStack.Change) {
        guard !isClosed else { return }
        scene.perform(change)
    }
}

// MARK: - Key window

extension Window {
    /// Whether keys go to the window.
    public var isKey: Bool {
        scene.stack.keyWindow == id
    }

    /// Whether the window may become key; turned off while it is, another window takes over at once.
    public var canBecomeKey: Bool {
        get { entry.canBecomeKey }
        set { perform(.setCanBecomeKey(id, newValue)) }
    }

    /// Makes the window key, and returns false where it is hidden or may not be.
    ///
    /// The window that was key hears of it first. The order does not change.
    @discardableResult
    public func makeKey() -> Bool {
        let mayBeKey = scene.stack.mayBeKey(id) && !isClosed
        perform(.makeKey(id))
        return mayBeKey
    }

    /// Shows the window, brings it to the front of its level and makes it key if it may be.
    public func makeKeyAndVisible() {
        perform(.makeKeyAndVisible(id))
    }
}

// MARK: - Touches

extension Window {
    /// Whether the window takes touches; a touch that it has already stays with it.
    public var isUserInteractionEnabled: Bool {
        get { entry.isUserInteractionEnabled }
        set { scene.update(id, isUserInteractionEnabled: newValue) }
    }

    /// Which points the window takes touches at.
    public var hitPolicy: HitPolicy {
        get { entry.hitPolicy }
        set { scene.update(id, hitPolicy: newValue) }
    }
}

// MARK: - Picture

extension Window {
    /// The cells that the window covers on the screen; setting it ends `fillsScreen`.
    public var frame: Rect {
        get { entry.frame }
        set {
            isFillingScreen = false
            setFrame(newValue)
        }
    }

    /// Whether the frame is the whole screen and follows its size.
    public var fillsScreen: Bool {
        get { isFillingScreen }
        set {
            isFillingScreen = newValue
            if newValue { fillScreen() }
        }
    }

    /// How much the window covers what is below it, from 0 to 1.
    ///
    /// Other numbers are clamped, and NaN is ignored. Under 0.01 the window
    /// takes no touches, but it is not hidden and stays key.
    public var alpha: Double {
        get { entry.alpha }
        set { scene.update(id, alpha: newValue) }
    }

    /// Says that the content has to be drawn again.
    public func setNeedsDisplay() {
        contentVersion &+= 1
        if !isHidden { scene.onChange?() }
    }

    func fillScreen() {
        setFrame(Rect(origin: .zero, size: scene.size))
    }

    private func setFrame(_ frame: Rect) {
        let old = entry.frame
        scene.update(id, frame: frame)
        if frame.size != old.size { withContent { $0.windowDidResize(to: frame.size) } }
    }
}

// MARK: - Calling the content

extension Window {
    /// Calls the content, as code of the window's owner; nil where there is none.
    @discardableResult
    func withContent<Result>(_ body: (any WindowContent) -> Result) -> Result? {
        guard let content else { return nil }
        return RunningCode.call(of: owner) { body(content) }
    }
}
