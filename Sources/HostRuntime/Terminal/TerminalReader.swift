/// Reads a terminal's bytes, and reports them as events.
@MainActor final class TerminalReader {
    /// The maximum number of bytes that are read before other work gets its turn.
    private static let pieceSize = 16 * 1024

    /// The longest time to wait for answers before the terminal is restored.
    private static let answerTime: Duration = .seconds(1)

    /// The time after its last event during which the mouse counts as in use.
    private static let pointerPause: Duration = .milliseconds(500)

    /// Called with each key, pointer event, paste and change of focus, but not with the terminal's answers.
    var onInput: (@MainActor (InputEvent) -> Void)?

    /// Whether further input is read; unread input stays with the terminal, for the next program.
    ///
    /// Called before each key, so that keys typed after the one that ends or
    /// stops the program reach the shell, unless the terminal still owes an answer.
    var acceptsInput: (@MainActor () -> Bool)?

    /// Called when answers of the terminal have changed `capabilities`.
    var onCapabilities: (@MainActor (TerminalCapabilities) -> Void)?

    /// Called when the terminal turns out to have vanished.
    var onEnd: (@MainActor () -> Void)?

    /// Whether the screen is taken; otherwise nothing is read or reported.
    var isOpen = false

    /// The terminal's capabilities, as far as it has answered.
    private(set) var capabilities = TerminalCapabilities()

    private var device = TerminalDevice(input: .none, output: .none)
    private var parser = InputParser()
    private var awaitsAnswers = false {
        didSet { parser.isAnswerAwaited = awaitsAnswers }
    }
    private var hasUnreportedAnswers = false
    private var hasEnded = false
    private var lastPointer: ContinuousClock.Instant?
    private let silenceTimer = LoopTimer()
    private var bytesRead = 0

    /// Whether the mouse was used a moment ago, so that more of its events may be on their way.
    var isPointerInUse: Bool {
        lastPointer.map { $0.duration(to: .now) < TerminalReader.pointerPause } ?? false
    }
}

// MARK: - Beginning and ending

extension TerminalReader {
    /// Begins with a terminal of which nothing is known.
    func begin(on device: TerminalDevice, awaitsAnswers: Bool) {
        self.device = device
        self.awaitsAnswers = awaitsAnswers
        capabilities = TerminalCapabilities()
        hasEnded = false
    }

    /// Forgets a sequence that was cut off when the screen was left.
    func restart() {
        parser = InputParser()
        parser.isAnswerAwaited = awaitsAnswers
    }

    /// Ends reading.
    func end() {
        silenceTimer.cancel()
        parser = InputParser()
        device = TerminalDevice(input: .none, output: .none)
    }

    /// Waits for outstanding answers, which the shell would otherwise get as typed text.
    func awaitAnswers() {
        guard awaitsAnswers else { return }
        awaitsAnswers = false
        let end = ContinuousClock.now + TerminalReader.answerTime
        while !capabilities.isComplete, !hasEnded, device.isForeground, ContinuousClock.now < end {
            guard device.input.isReady(for: .reading, within: 50) else { continue }
            // A byte at a time: keys typed after the answers are the shell's.
            for event in readEvents(atMost: 1) {
                if case .response(let response) = event { capabilities.record(response) }
            }
        }
    }
}

// MARK: - Reading

extension TerminalReader {
    /// Reads and reports what has arrived, without waiting, for as long as input is accepted.
    func readAvailable() {
        // A byte at a time: what follows a key may be the shell's. What follows a mouse event or is in a paste is not.
        let start = bytesRead
        while isOpen, bytesRead &- start < TerminalReader.pieceSize, acceptsInput?() ?? true {
            let position = bytesRead
            report(readEvents(atMost: parser.isInPaste || isPointerInUse ? TerminalReader.pieceSize : 1))
            if bytesRead == position { break }
        }
        reportAnswers()
        armSilenceTimer()
    }

    private func readEvents(atMost limit: Int) -> [InputEvent] {
        withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { buffer in
            switch device.read(into: buffer) {
            case .bytes(let count):
                bytesRead &+= count
                return parser.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            case .nothing:
                return []
            case .end, .failed:
                hasEnded = true
                onEnd?()
                return []
            }
        }
    }

    private func report(_ events: [InputEvent]) {
        for event in events {
            // A handler may close the terminal.
            guard isOpen else { return }
            if case .response(let response) = event {
                capabilities.record(response)
                hasUnreportedAnswers = true
            } else {
                if case .pointer = event { lastPointer = .now }
                onInput?(event)
            }
        }
    }

    private func reportAnswers() {
        guard hasUnreportedAnswers, isOpen else { return }
        hasUnreportedAnswers = false
        if capabilities.isComplete { awaitsAnswers = false }
        onCapabilities?(capabilities)
    }

    private func armSilenceTimer() {
        silenceTimer.cancel()
        guard let silence = parser.silence, isOpen else { return }
        silenceTimer.set(after: .milliseconds(silence)) { [weak self] in self?.silenceDidEnd() }
    }

    /// Decides what an incomplete sequence was, unless what followed it only waits to be read.
    ///
    /// A program that is slow, or accepts no input for a while, reads later than the keys come.
    func silenceDidEnd() {
        if device.input.isReady(for: .reading, within: 0) { return readAvailable() }
        report(parser.flush())
        armSilenceTimer()
    }
}
