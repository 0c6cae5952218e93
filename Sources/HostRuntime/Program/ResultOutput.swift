/// Standard output for the one result that a program prints.
///
/// Whatever else is printed, as by a plugin's `print`, goes to standard error from
/// then on, so that a result that is a table or JSON stays one.
@MainActor struct ResultOutput {
    private let descriptor: Descriptor

    /// Keeps standard output for the result, for as long as the process lives.
    init() throws(HostProgramError) {
        do throws(SystemError) {
            descriptor = try Descriptor.standardOutput.duplicate()
        } catch {
            throw HostProgramError(status: .inputOutput, text: "standard output can't be used: \(error)")
        }
        Descriptor.standardError.replace(.standardOutput)
        // Among the warnings where it belongs.
        StandardStreams.bufferOutputByLine()
    }

    /// Writes a text, which may be empty, and a line break after its last line.
    ///
    /// Returns how the program ends if nobody reads it any more; throws if it can't be written.
    func write(_ text: String, of what: String) throws(HostProgramError) -> ProgramEnd? {
        guard !text.isEmpty else { return nil }
        var bytes = Array(text.utf8)
        // Not of the text, in which a carriage return and a line feed are one character.
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        // A reader may take its time: that is no hang, and a signal ends the program without waiting for it.
        Watchdog.beginIdle()
        SignalInbox.shared.setEndsAtOnce(true)
        defer {
            SignalInbox.shared.setEndsAtOnce(false)
            Watchdog.endIdle()
        }
        let error = SystemThread.ignoringBrokenPipe { bytes.withUnsafeBytes { descriptor.write($0) } }
        switch error {
        case nil: return nil
        // As any program in a pipeline whose reader has had enough.
        case SystemError.brokenPipe? where SignalActions.current(Signal.brokenPipe.number) != .ignored:
            return .signal(.brokenPipe)
        case let error?: throw HostProgramError(status: .inputOutput, text: "\(what) cannot be written: \(error)")
        }
    }
}

extension String {
    /// The text with its hidden scalars spelled out, except for line breaks and tabs.
    ///
    /// Nothing else is changed, so that a table or JSON is what the command returned. A line may
    /// end with a carriage return and a line feed, as CSV's do.
    var escapingControlsOfResult: String {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = line.last == "\r" ? line.dropLast() : line
            let cells = text.split(separator: "\t", omittingEmptySubsequences: false)
            return cells.map { String($0).escapingControls }.joined(separator: "\t") + String(line[text.endIndex...])
        }
        .joined(separator: "\n")
    }
}
