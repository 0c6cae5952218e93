/// Says what the screen says, in lines that are appended; a pure value.
///
/// It takes the scenes one after another, and returns what is new since the last one: a page with
/// everything on it, and after that only what has changed. The person's own line is answered at once;
/// what changes by itself is said once a second at most, as it is then.
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

    /// The most lines of a page that are said at once.
    static let lineLimit = 400

    /// What the numbers choose, beginning with 1: the controls of the page and the commands that were listed after
    /// them, or what a name may have meant.
    var choices: [Choice] { offered ?? said.controls.map { .control($0) } + listed }

    private var listed: [Choice] = []
    private var offered: [Choice]?

    /// The scene as it was said.
    private(set) var said = PlainScene()

    private var lastChange: Duration?
    /// The messages that were said last.
    private var heard: [String] = []
    /// The lines of the page beyond those that were said.
    private var rest: [String] = []

    /// Returns what is new in a scene, after the messages that came meanwhile.
    ///
    /// `isAsked` means that the scene is the answer to a line of the person.
    mutating func read(_ scene: PlainScene, messages: [String] = [], isAsked: Bool, at now: Duration) -> Step {
        guard scene != said || !messages.isEmpty else { return .say([]) }
        if !isAsked, let lastChange, now < lastChange + PlainReader.interval {
            return .wait(until: lastChange + PlainReader.interval)
        }
        let old = said
        said = scene
        if !messages.isEmpty { heard = messages }
        let (before, controls) = (old.controls, scene.controls)
        let isOtherPage = scene.window != old.window || scene.page != old.page
        if isOtherPage || controls.count != before.count { listed = [] }
        var lines = messages.flatMap(PlainReader.lines)
        if scene.isLocked != old.isLocked { lines.append(scene.isLocked ? "Locked; unlock opens it." : "Unlocked.") }
        if isOtherPage, scene.window != nil { lines.append(PlainReader.title(of: scene)) }
        let known = Set(old.entries.map(\.news))
        // A control that says nothing new may have another number than before.
        let renumbered = Set(
            controls.enumerated().filter { number, control in
                let hadNumber = before.indices.contains(number) && control.news == before[number].news
                return !hadNumber && known.contains(control.news)
            }
            .map(\.element)
        )
        let numbers = numbers
        let new = scene.entries.filter { entry in
            (!known.contains(entry.news) || isOtherPage && renumbered.contains(entry)) && !isHeard(entry)
        }
        .map { line(for: $0, numbers) }
        lines += isOtherPage || new.count > PlainReader.lineLimit ? first(new) : new
        if !isOtherPage, !renumbered.isEmpty { lines.append("The numbers have changed; . says them.") }
        if !lines.isEmpty { offered = nil }
        if !isAsked, !lines.isEmpty { lastChange = now }
        return .say(lines)
    }

    /// Whether an element shows a message that was said, or the beginning of it, after a sign or none.
    private func isHeard(_ entry: PlainScene.Entry) -> Bool {
        let shown = entry.element.label
        let text = (shown.hasSuffix(" …") ? shown.dropLast(2) : shown[...]).drop { !$0.isLetter && !$0.isNumber }
        return entry.element.role == .status && heard.contains { $0.contains(text) }
    }

    // MARK: - Lines

    /// Returns the whole page, for a person who asks where they are.
    mutating func page() -> [String] {
        guard !said.isLocked else { return ["Locked; unlock opens it."] }
        guard said.window != nil else { return ["Nothing takes a line now."] }
        let numbers = numbers
        (listed, offered) = ([], nil)
        let lines = said.entries.filter { !isHeard($0) }.map { line(for: $0, numbers) }
        return [PlainReader.title(of: said)] + first(lines)
    }

    /// Returns the first lines of several, and how many more there are; `more()` returns those.
    private mutating func first(_ lines: [String]) -> [String] {
        rest = Array(lines.dropFirst(PlainReader.lineLimit))
        return lines.prefix(PlainReader.lineLimit) + (rest.isEmpty ? [] : ["and \(rest.count) more; more says them."])
    }

    /// Returns the next lines of a page that was too long to be said at once.
    mutating func more() -> [String] { first(rest) }

    /// Returns the commands, numbered after the controls of the page.
    mutating func list(_ commands: [(id: String, title: String)]) -> [String] {
        offered = nil
        listed = commands.map { .command($0.id) }
        let number = said.controls.count + 1
        return commands.enumerated().map { "\(number + $0) \($1.title.escapingControls)" }
    }

    /// Returns several things that a name may mean, numbered from 1.
    mutating func offer(_ found: [(choice: Choice, title: String)]) -> [String] {
        offered = found.map(\.choice)
        return found.enumerated().map { "\($0 + 1) \($1.title.escapingControls)" }
    }

    /// The numbers of the controls.
    private var numbers: [PlainScene.Entry: Int] {
        Dictionary(said.controls.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
    }

    private func line(for entry: PlainScene.Entry, _ numbers: [PlainScene.Entry: Int]) -> String {
        // Columns that are lined up with spaces are only words here.
        let text = "\(entry.element)".split(separator: " ").joined(separator: " ")
        return numbers[entry].map { "\($0) \(text)" } ?? text
    }

    private static func title(of scene: PlainScene) -> String {
        "\(scene.isModal && (scene.form != nil || !scene.isPassing) ? "Dialog" : "Page"): \(scene.page.escapingControls)"
    }

    /// Returns a text as lines without control characters.
    static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0).escapingControls }
    }
}
