/// The state of a film that plays: the position, and what a person has asked for.
///
/// It knows no clock, no terminal and no picture. Whoever plays the film tells it how
/// much time has passed and what was pressed, and draws what it says.
struct FilmState: Hashable, Sendable {
    /// What a key or a touch asks of the player, apart from showing the state.
    enum Request: Hashable, Sendable {
        case end
        /// Stop the process, as control-Z does.
        case stop
    }

    /// A time at which a picture is, or may be, worth a look.
    struct Mark: Hashable, Sendable {
        enum Kind: Hashable, Sendable, CaseIterable {
            /// Something that a person or the system did.
            case step
            case lock
            /// An advertisement, or anything else that a plugin says it has shown.
            case shown
            case error
        }

        var kind: Kind
        var time: Duration
        var text: String
        /// Whether it's on the bar; of steps in quick succession, the first one is.
        var isOnBar = true
    }

    /// The longest time in which nothing happens that is played.
    static let longestPause: Duration = .seconds(5)

    /// The time by which the arrow keys move.
    static let stride: Duration = .seconds(5)

    private(set) var position: Duration = .zero
    private(set) var speed: Double
    private(set) var isPaused = false

    /// The length of the film: what the script says, and what it took once that is known.
    private(set) var length: Duration

    /// The time up to which there are pictures.
    private(set) var ready: Duration = .zero

    /// Whether all pictures are there.
    private(set) var isComplete = false

    private(set) var marks: [Mark] = []

    /// A sentence for the person, until the next key.
    private(set) var message: String?

    private(set) var showsHelp = false
    private(set) var showsBar = true

    /// The size of the terminal.
    var room: Size

    /// The size of the picture at the position.
    var picture: Size

    /// The first cell of the picture that is seen.
    private(set) var offset = Point.zero

    /// The position from which a pause in which nothing happens is counted.
    private var quietStart: Duration = .zero

    /// The place at which a touch began that moves the picture.
    private var grip: Point?
    private var isScrubbing = false

    init(length: Duration, speed: Double = 1, room: Size, picture: Size, message: String? = nil) {
        self.length = length
        self.speed = speed
        self.room = room
        self.picture = picture
        self.message = message
    }

    // MARK: - Time

    var isAtEnd: Bool { isComplete && position >= length }

    /// Whether the pictures of the position aren't there yet.
    var isWaiting: Bool { !isComplete && position >= ready }

    var isMoving: Bool { !isPaused && !isAtEnd && !isWaiting }

    /// Moves on after some time of the person's.
    ///
    /// `next` is the time of the next picture. A time in which nothing happens is cut to `longestPause`.
    mutating func play(for elapsed: Duration, next: Duration?) {
        guard isMoving else { return }
        let end = isComplete ? length : ready
        let target = min(position + elapsed * speed, end)
        let change = [next, marks.first { $0.time > position }?.time].compactMap(\.self).min()
        if let change, change <= target { quietStart = change }
        position = target
        guard position - quietStart >= FilmState.longestPause, let change = change ?? (isComplete ? length : nil),
            change > position
        else { return }
        message = "Skipped \((change - position).clock) in which nothing happens."
        position = change
        quietStart = change
    }

    /// Returns the time of the person's after which there is something new to show; nil if only a key changes that.
    func delay(next: Duration?) -> Duration? {
        guard isMoving else { return nil }
        let second = Duration.seconds(Int(position.seconds) + 1)
        let times = [next, second, isComplete ? length : nil].compactMap(\.self).filter { $0 > position }
        return times.min().map { max(.milliseconds(16), ($0 - position) / speed) }
    }

    /// Moves to a time, within the film.
    mutating func seek(to time: Duration) {
        position = max(.zero, min(time, length))
        quietStart = position
    }

    // MARK: - Reading

    /// Adds that there are pictures up to a time.
    mutating func read(to time: Duration) {
        ready = max(ready, time)
        length = max(length, ready)
    }

    /// Adds that the film has no more pictures; `problem` says what ended it early.
    mutating func finish(problem: String? = nil) {
        if let problem { add(Mark(kind: .error, time: ready, text: problem)) }
        isComplete = true
        length = ready
        position = min(position, length)
    }

    mutating func add(_ mark: Mark) {
        var mark = mark
        let last = marks.last { $0.kind == .step }
        if mark.kind == .step, let last { mark.isOnBar = mark.time - last.time >= .seconds(1) }
        marks.append(mark)
    }

    /// What happened last at the position.
    private var lastMark: Mark? { marks.last { $0.time <= position } }

    /// The message, or else what happened last.
    var words: String { (message ?? lastMark?.text ?? "").escapingControls }

    var isAtError: Bool { lastMark?.kind == .error }

    // MARK: - The picture's place

    /// The area for the picture, above the bar.
    var area: Size { Size(width: room.width, height: max(0, room.height - barHeight)) }

    var barHeight: Int { showsBar ? min(2, room.height) : 0 }

    /// The columns and the rows by which the picture is larger than its area.
    var excess: Size {
        Size(width: max(0, picture.width - area.width), height: max(0, picture.height - area.height))
    }

    /// The place of the picture's first cell in the terminal: a small picture is in the middle.
    var origin: Point {
        let visible = Point(x: min(offset.x, excess.width), y: min(offset.y, excess.height))
        return Point(x: max(0, area.width - picture.width) / 2, y: max(0, area.height - picture.height) / 2) - visible
    }

    private mutating func scroll(x: Int = 0, y: Int = 0) {
        if excess == .zero { message = "The whole picture is seen." }
        offset = Point(
            x: max(0, min(min(offset.x, excess.width) + x, excess.width)),
            y: max(0, min(min(offset.y, excess.height) + y, excess.height))
        )
    }

    /// What isn't seen of the picture, such as `cut →40 ↓14`; empty if all of it is.
    var cut: String {
        guard excess != .zero else { return "" }
        let left = min(offset.x, excess.width)
        let top = min(offset.y, excess.height)
        let sides = [("←", left), ("→", excess.width - left), ("↑", top), ("↓", excess.height - top)]
        return "cut " + sides.filter { $0.1 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
    }

    // MARK: - Keys

    /// Handles a key.
    mutating func press(_ key: KeyEvent) -> Request? {
        message = nil
        let closesHelp = showsHelp
        showsHelp = false
        switch key {
        case .interrupt, KeyEvent(.character("q")): return .end
        case .stop: return .stop
        case KeyEvent(.escape): return closesHelp ? nil : .end
        case KeyEvent(.character("?")): showsHelp = !closesHelp
        case KeyEvent(.character(" ")):
            if isAtEnd {
                isPaused = false
                seek(to: .zero)
            } else {
                isPaused.toggle()
                quietStart = position
            }
        case KeyEvent(.left): seek(to: position - FilmState.stride)
        case KeyEvent(.right): seek(to: position + FilmState.stride)
        case KeyEvent(.home): seek(to: .zero)
        case KeyEvent(.end): seek(to: length)
        case KeyEvent(.character("n")): seekMark(isNext: true) { _ in true }
        case KeyEvent(.character("p")): seekMark(isNext: false) { _ in true }
        case KeyEvent(.character("N")): seekMark(isNext: true) { $0 != .step }
        case KeyEvent(.character("P")): seekMark(isNext: false) { $0 != .step }
        case KeyEvent(.character("+")): setSpeed(speed * 2)
        case KeyEvent(.character("-")): setSpeed(speed / 2)
        case KeyEvent(.character("=")): setSpeed(1)
        case KeyEvent(.up), KeyEvent(.character("k")): scroll(y: -1)
        case KeyEvent(.down), KeyEvent(.character("j")): scroll(y: 1)
        case KeyEvent(.pageUp): scroll(y: -max(1, area.height - 1))
        case KeyEvent(.pageDown): scroll(y: max(1, area.height - 1))
        case KeyEvent(.character("h")): scroll(x: -4)
        case KeyEvent(.character("l")): scroll(x: 4)
        case KeyEvent(.character("b")):
            showsBar.toggle()
        default: break
        }
        return nil
    }

    private mutating func setSpeed(_ speed: Double) {
        self.speed = max(0.125, min(speed, 1024))
        message = "The speed is \(speedText)."
    }

    /// The speed as `2×`.
    var speedText: String { "\(speed.text(decimals: 0...3))×" }

    private mutating func seekMark(isNext: Bool, _ isWanted: (Mark.Kind) -> Bool) {
        let wanted = marks.filter { $0.isOnBar && isWanted($0.kind) }
        // While a film plays, a second press goes to the mark before.
        let slack: Duration = isMoving ? .seconds(1) * speed : .zero
        let position = position
        let mark = isNext ? wanted.first { $0.time > position } : wanted.last { $0.time < position - slack }
        guard let mark else {
            let rest = isNext && !isComplete ? " yet: the film is still being read" : ""
            message = "No \(isNext ? "later" : "earlier") mark\(rest)."
            return
        }
        seek(to: mark.time)
        message = mark.text
    }

    // MARK: - The mouse

    /// Handles the mouse: a tap on the bar seeks or presses what is written there, and a picture that is cut is dragged.
    mutating func handle(_ action: PointerTracker.Action) -> Request? {
        switch action {
        case .wheel(let notches, _):
            message = nil
            scroll(y: 3 * notches)
        case .touch(let touch):
            switch touch.phase {
            case .began: return begin(touch.location)
            case .moved: move(touch.location)
            case .ended, .cancelled: (grip, isScrubbing) = (nil, false)
            }
        }
        return nil
    }

    private mutating func begin(_ point: Point) -> Request? {
        let bar = FilmBar(self)
        guard point.y >= area.height else {
            grip = point
            if showsHelp || !showsBar { return press(KeyEvent(.character(showsHelp ? "?" : "b"))) }
            return nil
        }
        if point.y == area.height {
            isScrubbing = true
            move(point)
            return nil
        }
        return bar.hints.place(at: point.x)?.key(at: point.x).flatMap { press($0) }
    }

    private mutating func move(_ point: Point) {
        if isScrubbing {
            message = nil
            seek(to: FilmBar(self).time(at: point.x))
        } else if let grip, excess != .zero {
            scroll(x: grip.x - point.x, y: grip.y - point.y)
            self.grip = point
        }
    }
}

extension Duration {
    /// The time as a clock of a player shows it: `0:07`, `12:34` or `1:02:03`.
    var clock: String {
        let seconds = Int(max(.zero, self).seconds)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let minutes = seconds / 60
        let tail = ":" + two(seconds % 60)
        return minutes < 60 ? "\(minutes)" + tail : "\(minutes / 60):" + two(minutes % 60) + tail
    }
}
