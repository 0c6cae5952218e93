/// Says what the screen says, in lines that are appended; a pure value.
///
/// It takes the scenes one after another, and returns what is new since the last one: a page with
/// everything on it, and after that only what has changed. The person's own line is answered at once;
/// what changes by itself is said once a second at most, as it is then, and a text that goes on
/// changing is left after three times, until the person types a line.
struct PlainReader: Sendable {
    /// What to do about a scene.
    enum Step: Hashable, Sendable {
        /// Append these lines; none if nothing is new.
        case say([String])
        /// Ask again at a time.
        case wait(until: Duration)
    }

    /// Something that a number chooses.
    enum Choice: Hashable, Sendable {
        case control(PlainScene.Entry)
        case command(String)
    }

    /// The shortest time between changes that are said without being asked for.
    static let interval = Duration.seconds(1)

    /// The times that a changing text is said before it's left alone.
    static let patience = 3

    /// The pages whose text is remembered.
    private static let pageLimit = 16

    /// What the numbers choose, beginning with 1: the controls of the page and the commands that were listed after
    /// them, or what a name may have meant.
    var choices: [Choice] { offered ?? said.controls.map { .control($0) } + listed }

    private var listed: [Choice] = []
    private var offered: [Choice]?

    /// The scene as it was said.
    private(set) var said = PlainScene()

    private var pages: [(window: WindowID, page: String, entries: [PlainScene.Entry])] = []
    private var lastChange: Duration?
    private var changes: [ViewID: Int] = [:]

    /// Returns what is new in a scene, after the messages that came meanwhile.
    ///
    /// `isAsked` means that the scene is the answer to a line of the person.
    mutating func read(_ scene: PlainScene, messages: [String] = [], isAsked: Bool, at now: Duration) -> Step {
        guard scene != said || !messages.isEmpty else { return .say([]) }
        if !isAsked, let lastChange, now < lastChange + PlainReader.interval {
            return .wait(until: lastChange + PlainReader.interval)
        }
        if isAsked { changes = [:] }
        let old = said
        said = scene
        let controls = scene.controls
        let isOtherPage = scene.window != old.window || scene.page != old.page
        if isOtherPage || controls.count != old.controls.count { listed = [] }
        var lines = messages.flatMap(PlainReader.lines)
        if scene.isLocked != old.isLocked { lines.append(scene.isLocked ? "Locked; unlock opens it." : "Unlocked.") }
        var known = old.entries
        var before = old.controls
        if isOtherPage {
            remember(old)
            if scene.window != nil { lines.append(PlainReader.title(of: scene)) }
            if let page = pages.first(where: { $0.window == scene.window && $0.page == scene.page }) {
                known += page.entries
                before = page.entries.filter(\.isControl)
            }
        }
        // A control that says nothing new may have another number than before.
        let renumbered = controls.enumerated().filter { number, control in
            let hadNumber = before.indices.contains(number) && control.says(before[number])
            return !hadNumber && known.contains { control.says($0) }
        }
        .map(\.element)
        let news = scene.entries.filter { entry in
            !known.contains { entry.says($0) } || isOtherPage && renumbered.contains(entry)
        }
        lines += news.filter { !isMuted($0, isAsked || isOtherPage) && !messages.contains($0.element.label) }
            .map { line(for: $0, among: controls) }
        if isOtherPage, news.count < scene.entries.count, let focus = focusLine, !lines.contains(focus) {
            lines.append("At \(focus)")
        }
        if !isOtherPage, !renumbered.isEmpty { lines.append("The numbers have changed; . says them.") }
        if !lines.isEmpty { offered = nil }
        if !isAsked, !lines.isEmpty { lastChange = now }
        return .say(lines)
    }

    /// Returns whether an element has changed by itself too often to be said again.
    private mutating func isMuted(_ entry: PlainScene.Entry, _ isAsked: Bool) -> Bool {
        guard !isAsked else { return false }
        changes[entry.view, default: 0] += 1
        return changes[entry.view, default: 0] > PlainReader.patience
    }

    private mutating func remember(_ scene: PlainScene) {
        guard let window = scene.window else { return }
        pages.removeAll { $0.window == window && $0.page == scene.page }
        pages.append((window, scene.page, scene.entries))
        if pages.count > PlainReader.pageLimit { pages.removeFirst() }
    }

    // MARK: - Lines

    /// Returns the whole page, for a person who asks where they are.
    mutating func page() -> [String] {
        guard !said.isLocked else { return ["Locked; unlock opens it."] }
        guard said.window != nil else { return ["Nothing takes a line now."] }
        let controls = said.controls
        (listed, offered) = ([], nil)
        return [PlainReader.title(of: said)] + said.entries.map { line(for: $0, among: controls) }
    }

    /// Returns the commands, numbered after the controls of the page.
    mutating func list(_ commands: [(id: String, title: String)]) -> [String] {
        offered = nil
        listed = commands.map { .command($0.id) }
        let first = said.controls.count + 1
        return commands.enumerated().map { "\(first + $0) \($1.title.escapingControls) (\($1.id))" }
    }

    /// Returns several things that a name may mean, numbered from 1.
    mutating func offer(_ found: [(choice: Choice, title: String)]) -> [String] {
        offered = found.map(\.choice)
        return found.enumerated().map { "\($0 + 1) \($1.title.escapingControls)" }
    }

    /// The line of the control with the keyboard.
    private var focusLine: String? {
        let controls = said.controls
        return controls.first(where: \.hasFocus).map { line(for: $0, among: controls) }
    }

    private func line(for entry: PlainScene.Entry, among controls: [PlainScene.Entry]) -> String {
        // Columns that are lined up with spaces are only words here.
        let text = "\(entry.element)".split(separator: " ").joined(separator: " ")
        guard entry.isControl else { return text }
        return "\((controls.firstIndex(of: entry) ?? 0) + 1) \(text)"
    }

    private static func title(of scene: PlainScene) -> String {
        "\(scene.isModal && !scene.isPassing ? "Dialog" : "Page"): \(scene.page.escapingControls)"
    }

    /// Returns a text as lines without control characters.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0).escapingControls }
    }
}
