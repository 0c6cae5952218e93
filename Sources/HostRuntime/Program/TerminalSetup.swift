/// The terminal and the display of a run, as the options and the environment ask for them.
@MainActor struct TerminalSetup {
    let terminal: Terminal
    let display: Display

    /// Finds the terminal, without changing it; throws if there is none that can show windows.
    init(_ options: HostOptions, cast: CastFile?) throws(HostProgramError) {
        let environment = TerminalEnvironment.current()
        let colors: ColorDepth
        switch environment.support {
        case .usable(let support): colors = support
        case .unusable(let reason): throw HostProgramError(status: .unavailable, text: reason)
        }
        let isASCII = options.isASCII || !environment.hasUnicode
        var terminalOptions = Terminal.Options(environment, isASCII: isASCII)
        if options.isPointerDisabled { terminalOptions.modes.mouse = false }
        let terminal: Terminal
        do {
            terminal = try Terminal(options: terminalOptions)
        } catch {
            throw HostProgramError(status: .unavailable, text: "\(error)")
        }
        let traits = DisplayTraits(
            size: terminal.size,
            colorDepth: options.colorDepth ?? colors,
            isASCII: isASCII,
            reducesMotion: options.reducesMotion
        )
        self.terminal = terminal
        display = Display(traits) {
            terminal.write($0)
            cast?.write($0)
        }
    }
}

extension HostLog {
    /// Adds output that was captured while the program had the screen.
    func add(captured output: CapturedOutput) {
        switch output {
        case .line(let line, let owner?): add(.info, "printed: \(line)", owner: owner)
        case .line(let line, nil): add(.info, line, owner: nil)
        case .dropped(let count):
            add(.warning, "\(count) more lines of output were dropped: they came too fast.", owner: nil)
        }
    }
}
