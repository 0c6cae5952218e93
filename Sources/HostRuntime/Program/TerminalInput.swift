/// Turns the events of a terminal into input for a host.
@MainActor final class TerminalInput {
    /// The rows that a notch of the wheel scrolls, as in most terminals.
    private static let wheelRows = 3

    private unowned let host: AppHost
    private var pointer = PointerTracker()

    init(_ host: AppHost) {
        self.host = host
    }

    /// Sends a terminal's input to the host, as fast as the host handles it and the session's output allows.
    func connect(_ terminal: Terminal, _ output: SessionOutput? = nil) {
        terminal.reader.onInput = { [self] in receive($0) }
        terminal.reader.acceptsInput = { [unowned host, weak output] in
            !host.hasEnded && host.input.acceptsInput && output?.acceptsInput ?? true
        }
    }

    /// Cancels the touch under way, because the screen is given back.
    func cancelTouch() {
        for touch in pointer.cancel() { host.windows.send(touch) }
    }

    private func receive(_ event: InputEvent) {
        switch event {
        case .key(let key): host.input.receive(.key(key))
        case .paste(let text): host.input.receive(.paste(text))
        case .focus(let isFocused):
            if !isFocused { for touch in pointer.cancel() { host.input.receive(.touch(touch)) } }
            host.input.receive(.focus(isFocused))
        case .pointer(let event):
            for action in pointer.handle(event) {
                switch action {
                case .touch(let touch): host.input.receive(.touch(touch))
                case .wheel(let notches, let point):
                    host.input.receive(.wheel(notches * TerminalInput.wheelRows, at: point))
                }
            }
        case .response: break
        }
    }
}
