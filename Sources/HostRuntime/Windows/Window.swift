/// A window on the screen: its content, its place in the stack, and the input that it gets.
///
/// A new window is hidden; showing it doesn't make it key. The scene doesn't
/// hold its windows: one that nothing else holds disappears, as if it were
/// closed. A plugin's windows are held by its context, until the plugin ends; a
/// program keeps its own.
@MainActor public final class Window {
    /// The window's identity.
    public nonisolated let id: WindowID

    /// The window's name in reports and tools.
    public nonisolated let title: String

    /// The owner of the window: the program or a plugin.
    nonisolated let owner: Owner

    private nonisolated let site: (file: String, line: Int)

    /// The file and the line that made the window.
    nonisolated var place: String { "\(site.file):\(site.line)" }

    /// The entry for calls of the owner's code.
    let calls: CallEntry

    /// The name of the page that the window shows, which the terminal's title has while the window is key.
    ///
    /// Screen readers say it when the page changes. While it's nil, the window's own title stands there.
    public var pageTitle: String? {
        didSet { if pageTitle != oldValue { scene.onChange?() } }
    }

    /// The content that draws the window and receives its input.
    var content: (any WindowContent)? {
        didSet {
            if isClosed { content = nil }
            setNeedsDisplay()
        }
    }

    /// A number that grows with each `setNeedsDisplay()`.
    private(set) var contentVersion: UInt64 = 0

    /// Whether the window is closed.
    ///
    /// A closed window ignores all changes.
    private(set) var isClosed = false

    /// Whether the window has been on a frame.
    var wasDrawn = false

    /// Called once when the window has closed, whoever closes it; not for a window of a plugin that ends.
    var onClose: (@MainActor () -> Void)?

    private var firstSight: (@MainActor () -> Void)?
    private let scene: WindowScene
    // The state that is read once the window has left the stack.
    private var lastEntry: WindowStack.Entry
    private var isFillingScreen: Bool

    /// Creates a hidden window at the front of its level.
    ///
    /// Without a frame, the window fills the screen and follows its size.
    init(
        scene: WindowScene,
        title: String,
        level: WindowLevel = .normal,
        frame: Rect? = nil,
        owner: Owner = .host,
        file: String = #fileID,
        line: Int = #line
    ) {
        let initial = frame ?? Rect(origin: .zero, size: scene.size)
        self.scene = scene
        self.title = title
        self.owner = owner
        site = (file, line)
        calls = CallEntry(of: owner, .window)
        isFillingScreen = frame == nil
        id = scene.nextID()
        lastEntry = WindowStack.Entry(id: id, level: level, frame: initial)
        scene.add(self, lastEntry)
    }

    isolated deinit {
        if !isClosed, !isHidden, !wasDrawn { scene.onLoss?(info) }
        close()
    }

    /// The window's state in the stack, or the last one after it has left.
    var entry: WindowStack.Entry {
        scene.stack[id] ?? lastEntry
    }

    /// A copy of the window's state.
    var info: WindowInfo {
        WindowInfo(entry, title: title, owner: owner, place: place, isKey: isKey)
    }

    /// Hides the window, removes it from its scene and releases its content, for good.
    ///
    /// Closing a window twice does nothing.
    public func close() {
        guard !isClosed else { return }
        lastEntry = entry
        lastEntry.isHidden = true
        isClosed = true
        let content = content
        self.content = nil
        firstSight = nil
        scene.perform(.remove(id), content: content)
        let body = onClose
        onClose = nil
        RunningCode.call(calls.during(.window)) { body?() }
    }
}

extension Window {
    /// Sends a key to the key window, and to the commands, as if it were typed.
    func press(_ key: KeyEvent) { scene.press(key) }
}

// MARK: - Showing and order

extension Window {
    /// Whether the window is hidden, as new windows are.
    public var isHidden: Bool {
        get { entry.isHidden }
        set { newValue ? hide() : show() }
    }

    /// Shows the window in front of its level without making it key.
    ///
    /// A visible window stays where it is.
    public func show() {
        perform(.show(id))
    }

    /// Hides the window; it keeps its place until it is shown again.
    ///
    /// Hiding cancels a touch on the window, and pending taps. If the window is key, another one
    /// becomes key; see `WindowScene.keyWindow`.
    public func hide() {
        perform(.hide(id))
    }

    /// The window's level.
    ///
    /// Setting another one brings the window to the front of it.
    public var level: WindowLevel {
        get { entry.level }
        set { perform(.setLevel(id, newValue)) }
    }

    /// Brings the window in front of the others of its level, hidden or not.
    func moveToFront() {
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

    /// Whether the window may become key.
    ///
    /// Turning it off for the key window makes another one key.
    public var canBecomeKey: Bool {
        get { entry.canBecomeKey }
        set { perform(.setCanBecomeKey(id, newValue)) }
    }

    /// Makes the window key; returns false if it is hidden, can't become key, or is behind a modal window.
    ///
    /// The window that was key is informed first. The order of windows doesn't
    /// change. Behind a modal window it waits: it becomes key once the modal one
    /// has gone, if no other window has asked since.
    @discardableResult
    public func makeKey() -> Bool {
        let mayBeKey = scene.stack.mayBeKey(id) && !isClosed
        perform(.makeKey(id))
        return mayBeKey
    }

    /// Shows the window in front of its level, and makes it key if it can become key.
    public func makeKeyAndVisible() {
        perform(.makeKeyAndVisible(id))
    }
}

// MARK: - Modal windows

extension Window {
    /// Whether the window keeps keys and touches from the windows below it while it is shown.
    ///
    /// One that shows nothing, because its alpha is under 0.01 or nothing of its frame
    /// is on the screen, keeps them from none, but stays key if it is.
    /// The key window below it loses the keyboard, which goes to this window if it
    /// can become key. A touch that this window doesn't take goes nowhere, and
    /// while it is shown, a key that no window uses runs a command only if it
    /// `isForProgram`. Windows above it stay as they are. Of several modal windows,
    /// the frontmost one counts; those below wait, and each has the keyboard again
    /// when the one in front of it has gone. A touch that began earlier stays with
    /// its window.
    public var isModal: Bool {
        get { entry.isModal }
        set { perform(.setModal(id, newValue)) }
    }

    /// How much the windows below are darkened while this one is shown, from 0 to 1; 0 is the default.
    ///
    /// With reduced motion only 1 has an effect: a screen reader would say a page again that is drawn darker.
    public var dimming: Double {
        get { entry.dimming }
        set { scene.update(id) { $0.dimming = newValue } }
    }

    /// Whether a window in front keeps this one from being used or seen.
    ///
    /// That is a modal window, or nothing is left to be seen of this one because of the
    /// backgrounds in the windows in front, or because one of them darkens the screen
    /// wholly. Of a sheet, its card counts. A hidden window isn't covered.
    public var isCovered: Bool { scene.isCovered(id) }

    /// Called once, after the first frame on which the window is shown and nothing covers it.
    ///
    /// It's nil after the call. One that is set later is called once too, after the next such frame.
    ///
    /// What must count when the person has really seen it counts here, such as the
    /// use of a scenario that was reserved before. A closed window isn't called.
    public var onFirstSight: (@MainActor () -> Void)? {
        get { firstSight }
        set {
            guard !isClosed else { return }
            firstSight = newValue
            if newValue != nil { scene.awaitFirstSight(of: id) }
        }
    }

    func reportFirstSight() {
        let body = firstSight
        firstSight = nil
        RunningCode.call(calls.during(.frame)) { body?() }
    }
}

// MARK: - Touches

extension Window {
    /// Whether the window takes touches.
    ///
    /// A touch that began on it stays with it.
    var isUserInteractionEnabled: Bool {
        get { entry.isUserInteractionEnabled }
        set { scene.update(id) { $0.isUserInteractionEnabled = newValue } }
    }

    /// The points at which the window takes touches.
    public var hitPolicy: HitPolicy {
        get { entry.hitPolicy }
        set { scene.update(id) { $0.hitPolicy = newValue } }
    }
}

// MARK: - Picture

extension Window {
    /// The cells that the window covers on the screen.
    ///
    /// Setting the frame turns `fillsScreen` off.
    public var frame: Rect {
        get { entry.frame }
        set {
            isFillingScreen = false
            setFrame(newValue)
        }
    }

    /// Whether the frame is the whole screen and follows its size.
    var fillsScreen: Bool {
        get { isFillingScreen }
        set {
            isFillingScreen = newValue
            if newValue { fillScreen() }
        }
    }

    /// The opacity of the window, from 0 to 1.
    ///
    /// Other numbers are clamped, and NaN is ignored. Below 0.01 the window
    /// takes no touches and no keys, but it isn't hidden and stays key.
    public var alpha: Double {
        get { entry.alpha }
        set { scene.update(id) { $0.alpha = newValue } }
    }

    /// Requests that the content is drawn again with the next frame.
    func setNeedsDisplay() {
        contentVersion &+= 1
        if !isHidden { scene.onChange?() }
    }

    func fillScreen() {
        setFrame(Rect(origin: .zero, size: scene.size))
    }

    private func setFrame(_ frame: Rect) {
        let old = entry.frame
        scene.update(id) { $0.frame = frame }
        if frame.size != old.size { withContent(.window) { $0.windowDidResize(to: frame.size) } }
    }
}

// MARK: - Calling the content

extension Window {
    /// Calls the content as code of the window's owner; returns nil without content.
    @discardableResult
    func withContent<Result>(_ phase: CallPhase, _ body: @MainActor (any WindowContent) -> Result) -> Result? {
        guard let content else { return nil }
        return RunningCode.call(calls.during(phase)) { body(content) }
    }
}
