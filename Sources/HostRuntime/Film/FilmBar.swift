/// The bar below a film: a track with marks, and a line of words that can be tapped; a pure value.
struct FilmBar {
    /// A key of the second line.
    struct Hint: Hashable {
        let key: KeyEvent
        let text: String
        let columns: Range<Int>
    }

    private let state: FilmState

    /// The columns of the track.
    let track: Range<Int>

    /// The keys that are shown, from left to right.
    let hints: [Hint]

    init(_ state: FilmState) {
        self.state = state
        let width = state.room.width
        let left = TextWidth.width(of: FilmBar.left(of: state))
        let right = TextWidth.width(of: FilmBar.right(of: state))
        // The track keeps some columns, however narrow the terminal is.
        let start = width - left - right >= 8 ? left : 0
        track = start..<max(start + 1, width - (start > 0 ? right : 0))
        hints = FilmBar.hints(of: state)
    }

    // MARK: - The track

    private static func left(of state: FilmState) -> String {
        let sign = state.isAtEnd ? "■ " : state.isPaused ? "▮▮" : state.isWaiting ? "… " : "► "
        return " \(sign) \(state.position.clock) "
    }

    private static func right(of state: FilmState) -> String {
        " \(state.length.clock) " + (state.speed == 1 ? "" : "\(state.speedText) ")
    }

    /// Returns the column of a time.
    func column(of time: Duration) -> Int {
        guard state.length > .zero else { return track.lowerBound }
        return track.lowerBound + Int((time / state.length * Double(track.count - 1)).rounded())
    }

    /// Returns the time at a column.
    func time(at column: Int) -> Duration {
        let offset = max(0, min(column - track.lowerBound, track.count - 1))
        return track.count < 2 ? .zero : state.length * (Double(offset) / Double(track.count - 1))
    }

    /// Draws the bar on a canvas of its own.
    func draw(on canvas: inout Canvas) {
        canvas.fill(Rect(origin: .zero, size: canvas.size), style: FilmBar.style)
        if track.lowerBound > 0 {
            canvas.draw(FilmBar.left(of: state), at: .zero, style: FilmBar.style)
            canvas.draw(FilmBar.right(of: state), at: Point(x: track.upperBound, y: 0), style: FilmBar.style)
        }
        let knob = column(of: state.position)
        let end = column(of: state.ready)
        for x in track {
            let isPast = x <= knob
            let line = isPast ? "━" : x <= end || state.isComplete ? "─" : "·"
            canvas.draw(line, at: Point(x: x, y: 0), style: isPast ? FilmBar.accent : FilmBar.quiet)
        }
        // The marks that matter most come last.
        for kind in FilmState.Mark.Kind.allCases {
            let columns = Set(state.marks.filter { $0.kind == kind && $0.isOnBar }.map { column(of: $0.time) })
            // Too many marks of steps would hide the position.
            if kind == .step, columns.count > track.count / 3 { continue }
            for x in columns { canvas.draw(kind.sign, at: Point(x: x, y: 0), style: kind.style) }
        }
        canvas.draw("●", at: Point(x: knob, y: 0), style: FilmBar.knob)
        drawWords(on: &canvas)
    }

    // MARK: - The words

    private static func hints(of state: FilmState) -> [Hint] {
        let play = state.isAtEnd ? "again" : state.isPaused ? "play" : "pause"
        // In the order of their places, and with the order in which they give way.
        let all: [(name: String, word: String, rank: Int)] = [
            ("space", play, 2), ("left", "", 5), ("right", "5 s", 5), ("p", "", 4), ("n", "mark", 4),
            ("minus", "", 6), ("+", "speed", 6), ("?", "keys", 1), ("q", "quit", 0),
        ]
        let isWide = state.room.width >= 70
        var shown = all.compactMap { hint in
            KeyEvent(name: hint.name).map { key in
                let name = ["left": "←", "right": "→", "minus": "-"][hint.name] ?? hint.name
                return (key, isWide && !hint.word.isEmpty ? "\(name) \(hint.word)" : name, hint.rank)
            }
        }
        func width() -> Int { shown.reduce(1) { $0 + TextWidth.width(of: $1.1) + 2 } }
        let left = (state.message ?? "").isEmpty ? min(12, TextWidth.width(of: state.label)) : wordsWidth(state.message)
        let room = state.room.width - left - wordsWidth(state.cut) - 1
        while width() > room, let rank = shown.map(\.2).max(), rank > 1 { shown.removeAll { $0.2 == rank } }
        var x = state.room.width - width() + 1
        return shown.map { key, text, _ in
            defer { x += TextWidth.width(of: text) + 2 }
            return Hint(key: key, text: text, columns: x..<x + TextWidth.width(of: text))
        }
    }

    private static func wordsWidth(_ text: String?) -> Int {
        text.map { $0.isEmpty ? 0 : TextWidth.width(of: $0) + 2 } ?? 0
    }

    private func drawWords(on canvas: inout Canvas) {
        var x = 1
        if !state.cut.isEmpty {
            canvas.draw(state.cut, at: Point(x: x, y: 1), style: FilmBar.accent)
            x += FilmBar.wordsWidth(state.cut)
        }
        let room = max(0, (hints.first?.columns.lowerBound ?? canvas.size.width) - x - 1)
        let isMessage = state.message != nil
        let text = TextWidth.truncate((state.message ?? state.label).escapingControls, to: room)
        canvas.draw(text, at: Point(x: x, y: 1), style: isMessage ? FilmBar.style : FilmBar.quiet)
        for hint in hints {
            let key = hint.text.prefix { $0 != " " }
            let start = Point(x: hint.columns.lowerBound, y: 1)
            let width = canvas.draw(String(key), at: start, style: FilmBar.key)
            let rest = String(hint.text.dropFirst(key.count))
            canvas.draw(rest, at: Point(x: start.x + width, y: 1), style: FilmBar.quiet)
        }
    }

    // MARK: - The help

    /// The lines of the help: the keys and what they do.
    static let help: [(keys: String, text: String)] = [
        ("space", "pause, play, play again"),
        ("← →", "5 s back, 5 s on"),
        ("n p", "next mark, the mark before"),
        ("N P", "the same without steps"),
        ("+ - =", "faster, slower, as it was"),
        ("home end", "to the start, to the end"),
        ("↑ ↓ h l", "move a picture that is cut"),
        ("b", "hide this bar, show it"),
        ("q", "quit; the mouse works too"),
    ]

    /// Draws the help at the bottom of an area.
    static func drawHelp(on canvas: inout Canvas, area: Size) {
        let width = min(area.width, 44)
        let top = max(0, area.height - help.count - 1)
        canvas.fill(Rect(x: 0, y: top, width: width, height: area.height - top), style: style)
        for (index, line) in help.enumerated() where top + index < area.height {
            canvas.draw(line.keys, at: Point(x: 1, y: top + index), style: key, maxWidth: width - 1)
            canvas.draw(line.text, at: Point(x: 10, y: top + index), style: style, maxWidth: width - 11)
        }
        guard top + help.count < area.height else { return }
        var x = 1
        for kind in FilmState.Mark.Kind.allCases {
            let point = Point(x: x, y: top + help.count)
            x += canvas.draw(kind.sign, at: point, style: kind.style)
            let name = " \(kind.name)"
            x += 2 + canvas.draw(name, at: Point(x: x, y: point.y), style: style, maxWidth: max(0, width - x))
        }
    }

    // MARK: - Styles

    private static let style = Theme.panel
    private static let quiet = Style(foreground: Theme.quiet.foreground, background: Theme.panel.background)
    private static let accent = Style(foreground: Theme.accent, background: Theme.panel.background)
    private static let key = Style(foreground: .white, background: Theme.panel.background, attributes: .bold)
    private static let knob = Style(foreground: .white, background: Theme.panel.background, attributes: .bold)
}

extension FilmState.Mark.Kind {
    var sign: String {
        switch self {
        case .step: "┴"
        case .lock: "▪"
        case .shown: "◆"
        case .error: "x"
        }
    }

    var name: String {
        switch self {
        case .step: "step"
        case .lock: "lock"
        case .shown: "shown"
        case .error: "error"
        }
    }

    fileprivate var style: Style {
        let color =
            switch self {
            case .step: Theme.quiet.foreground
            case .lock: Theme.good
            case .shown: Theme.accent
            case .error: Theme.danger
            }
        return Style(foreground: color, background: Theme.panel.background, attributes: self == .step ? [] : .bold)
    }
}
