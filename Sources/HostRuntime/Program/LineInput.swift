/// Lines from standard input, which a person at a terminal may type unseen.
///
/// While they do, the terminal echoes nothing; every way out restores it, also a
/// crash and a kill (`TerminalRescue`, `Guardian`). It reads only while somebody asks for the next
/// line: the input may be endless.
@MainActor final class LineInput {
    /// Whether a person is asked.
    let isTerminal = Descriptor.standardInput.isTerminal

    private var lines = InputLines()
    private var watch: DescriptorWatch?
    private var waiting: CheckedContinuation<Void, Never>?
    private var silence: Silence?
    private var isCancelled = false
    private var isInterrupted = false
    private var failure: SystemError?

    /// The terminal without its echo.
    private struct Silence {
        let device: TerminalDevice
        let saved: LineSettings
        let guardian: Guardian?
    }

    /// The terminal that shows what is typed.
    private var device: TerminalDevice {
        let output: Descriptor = Descriptor.standardError.isTerminal ? .standardError : .standardInput
        return TerminalDevice(input: .standardInput, output: output)
    }

    /// Whether the terminal echoes nothing; only a terminal can.
    var isSilent: Bool {
        get { silence != nil }
        set { if newValue != isSilent { newValue ? beginSilence() : endSilence() } }
    }

    /// Returns the next line; nil after an interruption, for which alone it waits without `isReading`.
    func next(reading isReading: Bool = true) async throws(HostProgramError) -> InputLines.Line? {
        do throws(SystemError) {
            return try await read(isReading)
        } catch {
            throw HostProgramError(status: .noInput, text: "standard input can't be read: \(error)")
        }
    }

    private func read(_ isReading: Bool) async throws(SystemError) -> InputLines.Line? {
        while !isCancelled {
            if isInterrupted {
                isInterrupted = false
                return nil
            }
            if isReading {
                if let line = lines.next() {
                    if line == .end, let failure { throw failure }
                    return line
                }
                if watch == nil {
                    watch = try DescriptorWatch(.standardInput) { [weak self] in self?.readAvailable() }
                }
            }
            await withCheckedContinuation { waiting = $0 }
        }
        return .end
    }

    /// Removes the lines that were typed on the terminal before now, and returns how many there were.
    func discardLines() -> Int {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case .bytes(let count) = buffer.withUnsafeMutableBytes({ device.read(into: $0) }) {
            lines.append(buffer[..<count])
        }
        var count = 0
        while let line = lines.next(), line != .end { count += 1 }
        return count
    }

    /// Lets the call that waits for the next line return without one.
    func interrupt() {
        isInterrupted = true
        resume()
    }

    /// Ends the reading, and restores the terminal at once.
    func end() {
        isCancelled = true
        stopReading()
        endSilence()
        resume()
    }

    /// Writes a text to the terminal, where the person goes on in the same line.
    func prompt(_ text: String) { write(text.escapingControls) }

    /// Ends the terminal's line.
    func endLine() { write("\n") }

    private func write(_ text: String) {
        guard isTerminal else { return }
        _ = Array(text.utf8).withUnsafeBytes { device.write($0) }
    }

    private func readAvailable() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        switch buffer.withUnsafeMutableBytes({ Descriptor.standardInput.read(into: $0) }) {
        case .bytes(let count): lines.append(buffer[..<count])
        case .nothing: return
        // A watch of an input that has ended would never rest.
        case .end: lines.finish()
        case .failed(let error):
            failure = error
            lines.finish()
        }
        stopReading()
        resume()
    }

    private func stopReading() {
        watch?.cancel()
        watch = nil
    }

    private func resume() {
        let waiting = waiting
        self.waiting = nil
        waiting?.resume()
    }

    // MARK: - The terminal

    private func beginSilence() {
        guard isTerminal else { return }
        let device = device
        guard let saved = device.settings else { return }
        let silent = saved.withoutEcho
        TerminalRescue.shared.arm(device, leave: RescueRecord.Leave(), saved: saved, raw: silent)
        silence = Silence(
            device: device,
            saved: saved,
            guardian: Guardian(TerminalRescue.shared.record, terminal: .standardInput)
        )
        device.apply(silent, discardingInput: false)
        // A terminal may change some settings as it applies them.
        if let actual = device.settings { TerminalRescue.shared.record.setRaw(actual) }
    }

    private func endSilence() {
        guard let silence else { return }
        self.silence = nil
        silence.device.apply(silence.saved, discardingInput: false)
        TerminalRescue.shared.disarm()
        silence.guardian?.end()
        // The person's own wasn't echoed.
        endLine()
    }
}
