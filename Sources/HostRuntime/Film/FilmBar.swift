/// The bar below a film: a track with marks, and a line of words that can be tapped; a pure value.
struct FilmBar {
    private let state: FilmState

    /// The columns of the track.
    let track: Range<Int>

    /// The keys at the end of the words, of which those that matter least come first.
    let hints: HintLayout

    /// The part of the picture that isn't seen, if its words have room.
    private let cut: String

    /// The lines of a sentence that has no room among the words, over the picture while the film rests.
    let note: [String]

    /// The number of rows, with those of the note.
    var height: Int { state.barHeight + note.count }

    init(_ state: FilmState) {
        self.state = state
        let width = state.room.width
        let left = TextWidth.width(of: FilmBar.left(of: state))
        let right = TextWidth.width(of: FilmBar.right(of: state))
        // The track keeps some columns, however narrow the terminal is.
        let start = width - left - right >= 8 ? left : 0
        track = start..<max(start + 1, width - (start > 0 ? right : 0))

        let play = state.isAtEnd ? "again" : state.isPaused ? "play" : "pause"
        let keys: [KeyHint] = [
            "-/+ speed", "p/n mark", "←→ 5 s", KeyHint("space", play), "? keys", "q quit",
        ]
        let text = TextWidth.width(of: state.words)
        let isMessage = state.message != nil
        let wanted = FilmBar.start(after: state.cut) + (isMessage ? text : min(text, 12)) + 1
        // A message takes the room of all but the end.
        let least = HintLayout.width(of: keys.suffix(isMessage ? 1 : 2), .trailing)
        let room = max(width - wanted, min(width, least))
        hints = HintLayout(keys, x: width - room, width: room, .trailing)
        let end = hints.places.first.map { $0.x - 1 } ?? width
        cut = FilmBar.start(after: state.cut) <= end + 2 ? state.cut : ""
        let isWhole = FilmBar.start(after: cut) + text <= end
        let isNote = !isWhole && !state.isMoving && (isMessage || state.isAtError)
        let lines = isNote ? TextWidth.wrap(state.words, to: max(1, width - 2)) : []
        note = lines.count <= state.area.height ? lines : []
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
        let y = note.count
        for (row, line) in note.enumerated() { canvas.draw(line, at: Point(x: 1, y: row), style: FilmBar.style) }
        if track.lowerBound > 0 {
            canvas.draw(FilmBar.left(of: state), at: Point(x: 0, y: y), style: FilmBar.style)
            canvas.draw(FilmBar.right(of: state), at: Point(x: track.upperBound, y: y), style: FilmBar.style)
        }
        let knob = column(of: state.position)
        let end = column(of: state.ready)
        for x in track {
            let isPast = x <= knob
            let line = isPast ? "━" : x <= end || state.isComplete ? "─" : "·"
            canvas.draw(line, at: Point(x: x, y: y), style: isPast ? FilmBar.accent : FilmBar.quiet)
        }
        // The marks that matter most come last.
        for kind in FilmState.Mark.Kind.allCases {
            let columns = Set(state.marks.filter { $0.kind == kind && $0.isOnBar }.map { column(of: $0.time) })
            // Too many marks of steps would hide the position.
            if kind == .step, columns.count > track.count / 3 { continue }
            for x in columns { canvas.draw(kind.sign, at: Point(x: x, y: y), style: kind.style) }
        }
        canvas.draw("●", at: Point(x: knob, y: y), style: FilmBar.key)
        drawWords(on: &canvas, y: y + 1)
    }

    // MARK: - The words

    /// The column after the words about a picture that is cut.
    private static func start(after cut: String) -> Int { cut.isEmpty ? 1 : 3 + TextWidth.width(of: cut) }

    private func drawWords(on canvas: inout Canvas, y: Int) {
        canvas.draw(cut, at: Point(x: 1, y: y), style: FilmBar.accent)
        let start = Point(x: FilmBar.start(after: cut), y: y)
        let room = (hints.places.first.map { $0.x - 1 } ?? canvas.size.width) - start.x
        // Fewer columns say nothing.
        if note.isEmpty, room >= 4 {
            let isQuiet = state.message == nil && !state.isAtError
            let text = TextWidth.truncate(state.words, to: room, with: canvas.isASCII ? "." : "…")
            canvas.draw(text, at: start, style: isQuiet ? FilmBar.quiet : FilmBar.style)
        }
        hints.draw(in: &canvas, y: y, style: FilmBar.quiet, keyStyle: FilmBar.key)
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
