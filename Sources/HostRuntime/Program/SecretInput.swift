/// Secrets from standard input: a line each, which a person types unseen at a terminal.
///
/// While a person types, the terminal echoes nothing; every way out restores it, also a
/// crash and a kill (`TerminalRescue`, `Guardian`).
@MainActor final class SecretInput {
    /// Whether a person is asked.
    let isTerminal = Descriptor.standardInput.isTerminal

    private var lines = InputLines()
    private var watch: DescriptorWatch?
    private var waiting: CheckedContinuation<Void, Never>?
    private var prompt: Prompt?
    private var isCancelled = false

    /// The terminal without its echo.
    private struct Prompt {
        let device: TerminalDevice
        let saved: LineSettings
        let guardian: Guardian?
    }

    /// Reads a secret, for which a person is asked by its title.
    func read(_ title: String) async throws(SystemError) -> InputLines.Line {
        if isTerminal { try beginPrompt(title) }
        defer { endPrompt() }
        if watch == nil {
            watch = try DescriptorWatch(.standardInput) { [weak self] in self?.readAvailable() }
        }
        while !isCancelled {
            if let line = lines.next() { return line }
            await withCheckedContinuation { waiting = $0 }
        }
        return .end
    }

    /// Ends the reading, and restores the terminal at once.
    func end() {
        isCancelled = true
        watch?.cancel()
        watch = nil
        endPrompt()
        resume()
    }

    private func readAvailable() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        switch buffer.withUnsafeMutableBytes({ Descriptor.standardInput.read(into: $0) }) {
        case .bytes(let count): lines.append(buffer[..<count])
        case .nothing: return
        case .end, .failed:
            lines.finish()
            // A watch of an input that has ended would never rest.
            watch?.cancel()
        }
        resume()
    }

    private func resume() {
        let waiting = waiting
        self.waiting = nil
        waiting?.resume()
    }

    // MARK: - The terminal

    private func beginPrompt(_ title: String) throws(SystemError) {
        let output: Descriptor = Descriptor.standardError.isTerminal ? .standardError : .standardInput
        let device = TerminalDevice(input: .standardInput, output: output)
        guard let saved = device.settings else { return }
        let silent = saved.withoutEcho
        TerminalRescue.shared.arm(device, leave: RescueRecord.Leave(), saved: saved, raw: silent)
        prompt = Prompt(
            device: device,
            saved: saved,
            guardian: Guardian(TerminalRescue.shared.record, terminal: .standardInput)
        )
        device.apply(silent, discardingInput: false)
        // A terminal may change some settings as it applies them.
        if let actual = device.settings { TerminalRescue.shared.record.setRaw(actual) }
        write("\(title.escapingControls): ", to: device)
    }

    private func endPrompt() {
        guard let prompt else { return }
        self.prompt = nil
        prompt.device.apply(prompt.saved, discardingInput: false)
        TerminalRescue.shared.disarm()
        prompt.guardian?.end()
        // The person's own wasn't echoed.
        write("\n", to: prompt.device)
    }

    private func write(_ text: String, to device: TerminalDevice) {
        _ = Array(text.utf8).withUnsafeBytes { device.write($0) }
    }
}
