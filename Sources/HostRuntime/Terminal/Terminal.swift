import Dispatch
import Glibc

/// The terminal's edge: takes the screen, reads input and signals, and gives the screen back on every way out.
///
/// Everything arrives on the main actor, from Dispatch's main queue; nothing is
/// polled, and no timer runs while nothing is pending.
///
/// What the terminal can do is asked while the first frame is drawn, not before
/// it: `capabilities` begin with nothing, and `onCapabilities` tells when answers
/// came. Only `close` waits for answers, if they are still under way, because
/// otherwise the shell would get them as typed text.
@MainActor final class Terminal {
    /// How long answers may take at the end, in milliseconds.
    private static let answerTime: Int32 = 200

    private enum Phase: Hashable {
        case closed
        case open
        /// The screen is given back, but the terminal will be taken again.
        case suspended
    }

    /// Called with each key, pointer event, paste and change of focus; answers of the terminal are not passed on.
    var onInput: (@MainActor (InputEvent) -> Void)?

    /// Whether further input is read; what is not stays with the terminal, for whoever reads next.
    ///
    /// It is asked before each key, so that what was typed behind the key that
    /// ends or stops the program reaches the shell.
    var takesInput: (@MainActor () -> Bool)?

    /// Called with the size when it may have changed, and after each continuation: draw everything.
    var onResize: (@MainActor (Size) -> Void)?

    /// Called with each signal.
    ///
    /// Where it is nil the terminal gives the screen back and lets the signal do
    /// what it does to other programs.
    var onSignal: (@MainActor (TerminalSignal) -> Void)?

    /// Called when the terminal answered, so that `capabilities` changed.
    var onCapabilities: (@MainActor (TerminalCapabilities) -> Void)?

    /// Called with each line that something printed while the screen was taken.
    var onCapturedOutput: (@MainActor (CapturedOutput) -> Void)?

    /// Whether what is printed to the standard output is captured.
    private(set) var capturesStandardOutput = false

    /// What the terminal has said that it can do, so far.
    private(set) var capabilities = TerminalCapabilities()

    /// Whether the terminal has vanished; from then on nothing is written.
    private(set) var isHungUp = false

    private let options: Options
    private let input: Int32
    private let output: Int32
    private var device: TerminalDevice
    private var original = termios()
    /// The program's own line settings, as the terminal took them.
    private var raw = termios()
    private var phase = Phase.closed
    private var parser = InputParser()
    private var capture: OutputCapture?
    private var emptyInput: EmptyInput?
    private var guardian: Guardian?
    private var areAnswersAwaited = false {
        didSet { parser.isAnswerAwaited = areAnswersAwaited }
    }
    private var areAnswersUntold = false
    private var lastPointer: ContinuousClock.Instant?
    private var inputSource: (any DispatchSourceRead)?
    private var signalSource: (any DispatchSourceRead)?
    private var bell: [Int32] = []
    private var silenceTimer: (any DispatchSourceTimer)?
    private var bytesRead = 0

    /// Creates the terminal on two descriptors, without touching it.
    init(input: Int32 = 0, output: Int32 = 1, options: Options = Options()) throws(TerminalError) {
        for descriptor in [input, output] where isatty(descriptor) == 0 {
            throw .notATerminal(descriptor: descriptor)
        }
        self.input = input
        self.output = output
        self.options = options
        device = TerminalDevice(input: input, output: output)
    }

    isolated deinit {
        close()
    }

    /// The size in cells.
    var size: Size { device.size(fallback: options.fallbackSize) }
}

// MARK: - Taking and giving back

extension Terminal {
    /// Takes the screen; does nothing when it is taken already.
    ///
    /// In the background this waits, stopped, for the shell's `fg`.
    func open() throws(TerminalError) {
        guard phase == .closed else { return }
        guard let settings = TerminalDevice(input: input, output: output).settings else {
            throw .notATerminal(descriptor: input)
        }
        if options.handlesSignals, !TerminalRescue.shared.claim() { throw .alreadyOpen }
        // Standard input and output become others below; these keep the way to the terminal.
        device = TerminalDevice(
            input: fcntl(input, F_DUPFD_CLOEXEC, 3),
            output: fcntl(output, F_DUPFD_CLOEXEC, 3)
        )
        original = settings
        isHungUp = false
        capabilities = TerminalCapabilities()
        phase = .suspended
        do throws(TerminalError) {
            guard device.input >= 0, device.output >= 0 else { throw .system(call: "fcntl", code: errno) }
            if options.handlesSignals {
                try watchSignals()
                guardian = Guardian(TerminalRescue.shared.record, terminal: device.output)
            }
            inputSource = try watch(device.input) { $0.readAvailable() }
            try takeStandardStreams()
        } catch {
            close()
            throw error
        }
        enter(options.modes.enter + options.queries)
        areAnswersAwaited = !options.queries.isEmpty
    }

    /// Gives the screen back, exactly as it was, and everything else too; more calls do nothing.
    func close() {
        guard phase != .closed else { return }
        if phase == .open {
            awaitAnswers()
            leave()
        }
        phase = .closed
        stopReading()
        silenceTimer?.cancel()
        silenceTimer = nil
        parser = InputParser()
        if let capture {
            self.capture = nil
            capture.end()
        }
        emptyInput?.end()
        emptyInput = nil
        if options.handlesSignals {
            // Where the screen could not be given back, the guardian does it when the program is dead.
            if !TerminalRescue.shared.isReady { guardian?.end() }
            guardian = nil
            if !bell.isEmpty {
                SignalActions.shared.putBack()
                SignalInbox.shared.remove()
                signalSource?.cancel()
                signalSource = nil
                for descriptor in bell { Glibc.close(descriptor) }
                bell = []
            }
            TerminalRescue.shared.release()
        }
        for descriptor in [device.input, device.output] where descriptor >= 0 { Glibc.close(descriptor) }
        device = TerminalDevice(input: input, output: output)
    }

    /// Gives the screen back, stops the process group as control-Z does, and takes the screen again after `fg`.
    ///
    /// False when nothing stopped it: the program was started to ignore
    /// control-Z, or there is no shell that could continue it. `onResize` is
    /// called before it returns, because all of the picture is gone; the signal
    /// that continued it is not reported again.
    @discardableResult
    func suspend() -> Bool {
        guard phase == .open, options.handlesSignals else { return false }
        awaitAnswers()
        leave()
        phase = .suspended
        let stopped = StopGate.shared.stop { SignalInbox.shared.stopGroup() }
        resume(with: options.modes.enter)
        return stopped
    }

    private func resume(with modes: [UInt8]) {
        enter(modes)
        guard phase == .open else { return }
        onResize?(size)
    }

    private func enter(_ bytes: [UInt8]) {
        raw = TerminalDevice.raw(original)
        if options.handlesSignals {
            SignalInbox.shared.waitForForeground(of: device)
            // Whoever asked the program to end meanwhile shall not have the screen taken first.
            guard !SignalInbox.shared.hasEnding else { return }
            TerminalRescue.shared.arm(device, leave: options.modes.leave, saved: original, raw: raw)
        }
        parser = InputParser()
        parser.isAnswerAwaited = areAnswersAwaited
        applyRaw()
        phase = .open
        bytes.withUnsafeBytes(write)
    }

    private func leave() {
        // A rescue came first where `exit` was called from somewhere below.
        guard !options.handlesSignals || TerminalRescue.shared.isReady else { return }
        let isLeft = options.modes.leave.withUnsafeBytes(device.write)
        // What was typed and not read is the shell's; what the mouse still sends is nobody's.
        if device.isForeground { device.apply(original, discardingInput: isPointerInUse) }
        if options.handlesSignals, isLeft { TerminalRescue.shared.disarm() }
    }

    private func applyRaw() {
        device.apply(raw, discardingInput: false)
        // A terminal need not take every setting as it is.
        if let actual = device.settings { raw = actual }
        if options.handlesSignals { TerminalRescue.shared.record.setRaw(raw) }
    }

    /// Puts the line settings right that somebody else has changed, a child that ran `stty sane` for example.
    ///
    /// Looked at with each frame and each input, and when a child ends, so that it
    /// takes no time while nothing happens. What was typed meanwhile may stand on the
    /// picture.
    private func keepRaw() {
        guard let settings = device.settings, !settings.isSame(as: raw), device.isForeground else { return }
        applyRaw()
        // Later: whoever writes a frame is in the middle of something.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.phase == .open else { return }
                self.onResize?(self.size)
            }
        }
    }

    /// Waits for the answers that are still under way, or they would be typed into the shell.
    private func awaitAnswers() {
        guard areAnswersAwaited else { return }
        areAnswersAwaited = false
        // Bounded twice: a terminal that never answers, and one whose mouse never rests.
        for _ in 0..<4096 where !capabilities.isComplete && !isHungUp {
            guard TerminalDevice.wait(for: device.input, Int16(POLLIN), milliseconds: Terminal.answerTime) != 0 else {
                return
            }
            // A byte at a time: what was typed behind the answers is the shell's.
            for event in readEvents(atMost: 1) {
                if case .response(let response) = event { capabilities.record(response) }
            }
        }
    }
}

// MARK: - Output

extension Terminal {
    /// Writes the bytes of a frame, with one call where the terminal takes them at once.
    ///
    /// Does nothing while the screen is not taken. A terminal that has vanished is
    /// reported as `hangup`, later and once.
    func write(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, !isHungUp else { return }
        if options.handlesSignals {
            // `exit` on another thread gave the screen back under our feet.
            guard TerminalRescue.shared.isReady else { return }
        }
        keepRaw()
        if !device.write(bytes) { hangUp() }
    }

    private func takeStandardStreams() throws(TerminalError) {
        guard options.capturesOutput else { return }
        if input == STDIN_FILENO { emptyInput = try EmptyInput() }
        let standard = [STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) != 0 }
        guard !standard.isEmpty else { return }
        capture = try OutputCapture(standard, rescued: options.handlesSignals) { [weak self] line in
            self?.onCapturedOutput?(line)
        }
        capturesStandardOutput = standard.contains(STDOUT_FILENO)
    }

    private func hangUp() {
        guard !isHungUp else { return }
        isHungUp = true
        // Later: whoever writes a frame is in the middle of something.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.report(.hangup) }
        }
    }
}

// MARK: - Input

extension Terminal {
    /// The most that is read before others have their turn.
    private static let pieceSize = 16 * 1024

    /// Reads and reports what has come, without waiting, for as long as input is taken.
    func readAvailable() {
        guard phase == .open else { return }
        keepRaw()
        // A byte at a time: what follows a key may be somebody else's. What follows the mouse is nobody's.
        let start = bytesRead
        while phase == .open, bytesRead &- start < Terminal.pieceSize, takesInput?() ?? true {
            let position = bytesRead
            report(readEvents(atMost: parser.isInPaste || isPointerInUse ? Terminal.pieceSize : 1))
            if bytesRead == position { break }
        }
        tellAnswers()
        if isHungUp { stopReading() }
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
            case .end:
                hangUp()
                return []
            }
        }
    }

    private func report(_ events: [InputEvent]) {
        for event in events {
            // A handler may close the terminal.
            guard phase == .open else { return }
            if case .response(let response) = event {
                capabilities.record(response)
                areAnswersUntold = true
            } else {
                if case .pointer = event { lastPointer = .now }
                onInput?(event)
            }
        }
    }

    private func tellAnswers() {
        guard areAnswersUntold, phase == .open else { return }
        areAnswersUntold = false
        if capabilities.isComplete { areAnswersAwaited = false }
        onCapabilities?(capabilities)
    }

    /// Whether the mouse was used a moment ago, so that more of it may be under way.
    private var isPointerInUse: Bool {
        lastPointer.map { $0.duration(to: .now) < Terminal.pointerPause } ?? false
    }

    private static let pointerPause: Duration = .milliseconds(500)

    /// The source of a terminal that is gone would never rest.
    private func stopReading() {
        inputSource?.cancel()
        inputSource = nil
    }

    private func armSilenceTimer() {
        silenceTimer?.cancel()
        silenceTimer = nil
        guard let silence = parser.silence, phase == .open else { return }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + .milliseconds(silence))
        timer.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.flushInput() }
        }
        timer.activate()
        silenceTimer = timer
    }

    /// Decides what a half sequence was, because nothing has followed it.
    func flushInput() {
        report(parser.flush())
        armSilenceTimer()
    }

    private func watch(
        _ descriptor: Int32,
        _ act: @escaping @MainActor (Terminal) -> Void
    ) throws(TerminalError) -> any DispatchSourceRead {
        // A source lets go of its descriptor some time after it was cancelled. Until then the number must not be used
        // again, or Dispatch would take the next one for this one: hence a descriptor that only the source closes.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard own >= 0 else { throw .system(call: "fcntl", code: errno) }
        let source = DispatchSource.makeReadSource(fileDescriptor: own, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                act(self)
            }
        }
        source.setCancelHandler { Glibc.close(own) }
        source.activate()
        return source
    }
}

// MARK: - Signals

extension Terminal {
    private func watchSignals() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        bell = ends
        CrashHandlers.install()
        SignalInbox.shared.install(bell: ends[1])
        signalSource = try watch(ends[0]) { $0.takeSignals() }
    }

    private func takeSignals() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while read(bell[0], buffer.baseAddress, buffer.count) > 0 {}
        }
        let bits = SignalInbox.shared.take()
        func has(_ signal: Int32) -> Bool { bits & (1 << UInt32(signal)) != 0 }
        // Ends come first: a program that is continued in order to end shall not take the screen again.
        let endings: [(Int32, TerminalSignal)] = [
            (SIGHUP, .hangup), (SIGTERM, .terminate), (SIGINT, .interrupt), (SIGQUIT, .quit),
        ]
        for (number, signal) in endings where has(number) && phase != .closed { report(signal) }
        if has(SIGCONT), phase != .closed, !endings.contains(where: { has($0.0) }) { continueAfterStop() }
        if has(SIGTSTP) || has(SIGTTIN) || has(SIGTTOU), phase != .closed { report(.stop) }
        if has(SIGWINCH), phase == .open { onResize?(size) }
        if has(SIGCHLD), phase == .open { keepRaw() }
    }

    /// SIGSTOP asks nobody, so the screen was never left, and the shell has its own settings on the line.
    private func continueAfterStop() {
        resume(with: options.modes.reenter)
        if phase == .open { onSignal?(.continued) }
    }

    private func report(_ signal: TerminalSignal) {
        guard phase != .closed else { return }
        if let onSignal { return onSignal(signal) }
        if signal == .stop { suspend() }
        guard let number = signal.ending else { return }
        close()
        if options.handlesSignals { SignalActions.die(by: number) }
    }
}
