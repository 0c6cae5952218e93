import Dispatch

/// The terminal's edge: takes the screen, reads input and signals, and restores the screen on every way out.
///
/// Everything arrives on the main actor, input and signals from the `MainLoop`; no
/// timer runs while nothing is pending.
///
/// The terminal is asked what it can do while the first frame is drawn, not
/// before it. Only `close` waits for outstanding answers, because the shell
/// would otherwise get them as typed text.
@MainActor final class Terminal {
    private enum Phase: Hashable {
        case closed
        case open
        /// The screen is restored, but the terminal will be taken again.
        case suspended
    }

    /// Called with the size when it may have changed, and after each continuation; draw everything.
    var onResize: (@MainActor (Size) -> Void)?

    /// Called with each signal.
    ///
    /// If this is nil, the terminal restores the screen and lets the signal have
    /// its default effect.
    var onSignal: (@MainActor (TerminalSignal) -> Void)?

    /// Called with each line that other code printed while the screen was taken.
    var onCapturedOutput: (@MainActor (CapturedOutput) -> Void)?

    /// The reader of the terminal's input, with the callbacks for it.
    let reader = TerminalReader()

    /// The title of the terminal's window while the screen is taken; an empty one leaves it as it was.
    var title = "" {
        didSet { if title != oldValue, !titleBytes.isEmpty { titleBytes.withUnsafeBytes(write) } }
    }

    private var titleBytes: [UInt8] {
        title.isEmpty ? [] : options.modes.setting(title: title, isASCII: !options.showsUnicode)
    }

    /// Whether the terminal has vanished; from then on nothing is written.
    private(set) var isHungUp = false

    /// The milliseconds for which the end waits for a terminal that takes nothing.
    private static let restoreTimeout: Int32 = 2000

    private let options: Options
    private let input: Descriptor
    private let output: Descriptor
    private var device: TerminalDevice
    private var original = LineSettings()
    /// The program's own line settings, as the terminal accepted them.
    private var raw = LineSettings()
    private var phase = Phase.closed {
        didSet { reader.isOpen = phase == .open }
    }
    private var capture: OutputCapture?
    private var emptyInput: EmptyInput?
    private var guardian: Guardian?
    private var inputWatch: DescriptorWatch?
    private var bell: SignalBell?

    /// Creates a terminal on two descriptors, without touching it.
    init(
        input: Descriptor = .standardInput,
        output: Descriptor = .standardOutput,
        options: Options = Options()
    ) throws(TerminalError) {
        for descriptor in [input, output] where !descriptor.isTerminal {
            throw .notATerminal(descriptor: descriptor.number)
        }
        self.input = input
        self.output = output
        self.options = options
        device = TerminalDevice(input: input, output: output)
        reader.onEnd = { [weak self] in self?.hangUp() }
    }

    isolated deinit {
        close()
    }

    /// The size in cells.
    var size: Size { device.size(fallback: options.fallbackSize) }
}

// MARK: - Input

extension Terminal {
    /// Reads and reports what has arrived, without waiting, for as long as input is accepted.
    func readAvailable() {
        guard phase == .open else { return }
        restoreRaw()
        reader.readAvailable()
        // The watch of a terminal that is gone would never rest.
        if isHungUp { stopReading() }
    }

    private func startReading() throws(SystemError) {
        guard inputWatch == nil else { return }
        inputWatch = try DescriptorWatch(device.input) { [weak self] in self?.readAvailable() }
    }

    private func stopReading() {
        inputWatch?.cancel()
        inputWatch = nil
    }
}

// MARK: - Taking and restoring the screen

extension Terminal {
    /// Takes the screen; does nothing if it is taken already.
    ///
    /// In the background this waits, stopped, for the shell's `fg`.
    func open() throws(TerminalError) {
        guard phase == .closed else { return }
        guard let settings = TerminalDevice(input: input, output: output).settings else {
            throw .notATerminal(descriptor: input.number)
        }
        if options.handlesSignals, !TerminalRescue.shared.claim() { throw .alreadyOpen }
        original = settings
        isHungUp = false
        phase = .suspended
        do {
            // Standard input and output are replaced below; these duplicates keep the way to the terminal.
            let input = try input.duplicate()
            device = TerminalDevice(input: input, output: .none)
            device = TerminalDevice(input: input, output: try output.duplicate())
            reader.begin(on: device, awaitsAnswers: !options.queries.isEmpty)
            if options.handlesSignals {
                try watchSignals()
                guardian = Guardian(TerminalRescue.shared.record, terminal: device.output)
            }
            try startReading()
            try replaceStandardStreams()
            let ends = [device.input, device.output].map { KnownDescriptor($0) }
            MainLoop.running?.essentials = ends + (capture.map { [$0.pipe] } ?? [])
        } catch {
            close()
            throw .system(error)
        }
        enter(options.modes.enter + options.queries)
    }

    /// Restores the screen and everything else exactly as it was; further calls do nothing.
    func close() {
        guard phase != .closed else { return }
        if phase == .open {
            reader.awaitAnswers()
            leave()
        }
        phase = .closed
        MainLoop.running?.essentials = []
        stopReading()
        reader.end()
        if let capture {
            self.capture = nil
            capture.end()
        }
        emptyInput?.end()
        emptyInput = nil
        if options.handlesSignals {
            // If the screen could not be restored, the guardian restores it when the program is dead.
            if !TerminalRescue.shared.isUnrestored { guardian?.end() }
            guardian = nil
            if let bell {
                SignalActions.shared.restore()
                SignalInbox.shared.remove()
                bell.close()
                self.bell = nil
            }
            TerminalRescue.shared.release()
        }
        if device.input != input { device.input.close() }
        if device.output != output { device.output.close() }
        device = TerminalDevice(input: input, output: output)
    }

    /// Restores the screen, stops the process group as control-Z does, and takes the screen again after `fg`.
    ///
    /// Returns false if nothing stopped the program: it was started to ignore
    /// control-Z, or there is no shell that could continue it. `onResize` is
    /// called before this returns, because the whole picture is gone; the signal
    /// that continued the program is not reported again.
    @discardableResult
    func suspend() -> Bool {
        giveUp()
        guard phase == .suspended else { return false }
        let stopped = StopGate.shared.stop { SignalInbox.shared.stopGroup() }
        let isLeft = !options.handlesSignals || !TerminalRescue.shared.isUnrestored
        resume(with: isLeft ? options.modes.enter : options.modes.reenter)
        return stopped
    }

    /// Restores the screen before the stop, because something delays that; keys are the shell's from here on.
    func giveUp() {
        guard phase == .open, options.handlesSignals else { return }
        reader.awaitAnswers()
        leave()
        phase = .suspended
        // Nothing is read while the program is suspended, so waiting input would keep the watch firing.
        stopReading()
    }

    private func resume(with modes: [UInt8]) {
        enter(modes)
        guard phase == .open else { return }
        onResize?(size)
    }

    private func enter(_ bytes: [UInt8]) {
        raw = original.raw
        if options.handlesSignals {
            ProcessJournal.waitForPerson { SignalInbox.shared.waitForForeground(of: device) }
            // A program that was asked to end meanwhile must not take the screen first.
            guard !SignalInbox.shared.hasEnding else { return }
            TerminalRescue.shared.arm(device, leave: options.modes.restoration, saved: original, raw: raw)
        }
        reader.restart()
        applyRaw()
        phase = .open
        (bytes + titleBytes).withUnsafeBytes(write)
        do { try startReading() } catch { hangUp() }
    }

    private func leave() {
        // A rescue came first if `exit` was called somewhere below.
        guard !options.handlesSignals || TerminalRescue.shared.isReady else { return }
        // Not for ever, if nobody reads the terminal: the guardian restores it then, and if its descriptors are gone.
        let device = options.handlesSignals ? TerminalRescue.shared.device : device
        let isWritten = options.modes.leave.withUnsafeBytes { device.write($0, timeout: Terminal.restoreTimeout) }
        // Unread keys are the shell's; what the mouse still sends must not reach it.
        if device.isForeground { device.apply(original, discardingInput: reader.isPointerInUse) }
        if options.handlesSignals, isWritten, device.input.isValid { TerminalRescue.shared.disarm() }
    }
}

// MARK: - Line settings

extension Terminal {
    /// Takes the keyboard again after a `HangNotice`, and reports the size, so that everything is drawn.
    func recoverFromHang() {
        guard phase == .open else { return }
        options.modes.retake.withUnsafeBytes(write)
        applyRaw()
        onResize?(size)
    }

    private func applyRaw() {
        device.apply(raw, discardingInput: false)
        // A terminal may change some settings as it applies them.
        if let actual = device.settings { raw = actual }
        if options.handlesSignals { TerminalRescue.shared.record.setRaw(raw) }
    }

    /// Restores line settings that other code has changed, such as a child that ran `stty sane`.
    ///
    /// Checked with each frame and each input, and when a child ends, so that it
    /// takes no time while nothing happens. Keys typed meanwhile may have been
    /// echoed onto the picture.
    private func restoreRaw() {
        guard let settings = device.settings, !settings.isSame(as: raw), device.isForeground else { return }
        applyRaw()
        // Later: the caller may be in the middle of writing a frame.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self, self.phase == .open else { return }
                self.onResize?(self.size)
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
            // `exit` on another thread may have restored the screen already.
            guard TerminalRescue.shared.isReady else { return }
        }
        restoreRaw()
        if !device.write(bytes) { hangUp() }
    }

    private func replaceStandardStreams() throws(SystemError) {
        guard options.capturesOutput else { return }
        if input == .standardInput { emptyInput = try EmptyInput() }
        let standard = [Descriptor.standardOutput, .standardError].filter(\.isTerminal)
        guard !standard.isEmpty else { return }
        capture = try OutputCapture(standard, isRescued: options.handlesSignals) { [weak self] line in
            self?.onCapturedOutput?(line)
        }
    }

    private func hangUp() {
        guard !isHungUp else { return }
        isHungUp = true
        // Later: the caller may be in the middle of writing a frame.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.report(.ending(.hangup)) }
        }
    }
}

// MARK: - Signals

extension Terminal {
    private func watchSignals() throws(SystemError) {
        let bell = try SignalBell { [weak self] in self?.handleSignals() }
        self.bell = bell
        CrashHandlers.install()
        SignalInbox.shared.install(bell: bell.timer)
    }

    private func handleSignals() {
        let signals = SignalInbox.shared.drain()
        // Requests to end come first: a program that is continued in order to end must not take the screen again.
        let arrived = [Signal.hangup, .terminate, .interrupt, .quit].filter(signals.contains)
        for signal in arrived where phase != .closed { report(.ending(signal)) }
        if signals.contains(.continuation), phase != .closed, arrived.isEmpty { continueAfterStop() }
        let isStopRequested = [Signal.stop, .backgroundRead, .backgroundWrite].contains(where: signals.contains)
        if isStopRequested, phase != .closed { report(.stop) }
        if signals.contains(.resize), phase == .open { onResize?(size) }
        if signals.contains(.childChange), phase == .open { restoreRaw() }
    }

    /// Takes the screen again after SIGSTOP, which gave no chance to restore it; the shell has changed the line.
    private func continueAfterStop() {
        resume(with: options.modes.reenter)
        if phase == .open { onSignal?(.continued) }
    }

    private func report(_ signal: TerminalSignal) {
        guard phase != .closed else { return }
        if let onSignal { return onSignal(signal) }
        switch signal {
        case .stop: suspend()
        case .continued: break
        case .ending(let ending):
            close()
            if options.handlesSignals { SignalActions.die(by: ending.number) }
        }
    }
}
