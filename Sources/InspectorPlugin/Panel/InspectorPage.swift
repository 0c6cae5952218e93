import HostRuntime

/// A page of the inspector: a view that shows one part of the program.
///
/// A page exists only while it's shown. What keeps it current, it acquires in
/// `open()` with `observe` and `every`; both end when the page closes.
class InspectorPage: View {
    let panel: InspectorPanel
    private var releases: [@MainActor () -> Void] = []

    var context: PluginContext { panel.context }

    /// The person's clock when the page was last read.
    var clock: PersonsClock

    init(_ panel: InspectorPanel) {
        self.panel = panel
        clock = PersonsClock(panel.context.time)
        super.init()
    }

    // MARK: - For subclasses

    /// The actions that are possible now, with their keys; the panel lists them at its foot.
    var actions: [PageAction] { [] }

    /// The page's text while the panel is a bar: the selected item in a line.
    var barText: String { "" }

    /// The view that gets the keyboard when the page opens.
    var firstControl: View { self }

    /// Reads what the page shows, and starts what keeps it current.
    func open() {}

    /// Handles escape; returns false to let the panel close.
    func leave() -> Bool { false }

    // MARK: - Keeping current

    /// Calls a closure for each message of a type until the page closes.
    func observe<Message: BusMessage>(_ type: Message.Type, _ body: @escaping @MainActor (Message) -> Void) {
        let subscription = context.bus.observe(type) { body($0) }
        whenClosed { subscription.cancel() }
    }

    /// Calls a closure again and again until the page closes.
    func every(_ interval: Duration, _ body: @escaping @MainActor () -> Void) {
        let timer = context.time.schedule(every: interval, body)
        whenClosed { timer.cancel() }
    }

    /// Calls a closure soon after frames on which the program has drawn something, until the page closes.
    ///
    /// Frames of the inspector alone don't count, so what it shows doesn't keep it busy.
    func keepCurrent(_ body: @escaping @MainActor () -> Void) {
        let owner = panel.owner
        var waiting: HostTimer?
        let frames = context.inspection.watchFrames { [weak self] drawn in
            let isOwn = !drawn.isEmpty && drawn.allSatisfy { $0 == owner }
            guard let self, !isOwn, waiting == nil else { return }
            waiting = context.time.schedule(after: .milliseconds(200)) {
                waiting = nil
                body()
            }
        }
        whenClosed {
            frames.cancel()
            waiting?.cancel()
        }
    }

    /// Calls a closure when the page closes.
    func whenClosed(_ body: @escaping @MainActor () -> Void) {
        releases.append(body)
    }

    /// Ends what keeps the page current.
    final func close() {
        let releases = releases
        self.releases = []
        for release in releases.reversed() { release() }
    }
}

/// The state of a page while another one is shown.
struct PageState {
    var filter = ""
    var selection: AnyHashable?
}

/// An action of a page, with the hint by which the foot of the panel and its menu offer it.
@MainActor struct PageAction {
    let key: KeyEvent
    let hint: KeyHint
    let perform: @MainActor () -> Void

    init(_ key: KeyEvent.Key, _ title: String, _ perform: @escaping @MainActor () -> Void) {
        self.init(KeyHint(KeyEvent(key), title), key, perform)
    }

    init(_ hint: KeyHint, _ key: KeyEvent.Key, _ perform: @escaping @MainActor () -> Void) {
        self.key = KeyEvent(key)
        self.hint = hint
        self.perform = perform
    }
}

extension KeyEvent {
    /// The key as a hint shows it: arrows as arrows, and `esc`.
    var sign: String { KeyHint(self, "").keys }
}
