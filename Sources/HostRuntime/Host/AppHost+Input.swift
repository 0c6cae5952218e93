extension AppHost {
    /// Performs an input that the queue delivers.
    func act(on input: HostInput) {
        // A program that has ended may still be held. Only ctrl-c means anything then.
        guard lifecycleState != .terminated || input == .key(.interrupt) else { return }
        if isBehindLock { return actBehindLock(on: input) }
        switch input {
        case .key(let event):
            windows.finishTaps()
            act(on: event)
        case .paste(let text):
            windows.finishTaps()
            windows.paste(text)
        case .touch(let touch): windows.send(touch, at: clock.now)
        case .wheel(let rows, let point): windows.wheel(rows, at: point)
        case .focus(let isFocused): setFocused(isFocused)
        }
    }

    /// Performs an input behind the lock cover.
    ///
    /// The person can't see the windows, so only ending the program and
    /// unlocking it have an effect.
    private func actBehindLock(on input: HostInput) {
        switch input {
        case .key(let event) where event == .interrupt: terminate()
        // The key that the cover names, even if it belongs to another command in front of it.
        case .key(let event) where event == unlockKey:
            commands.start(AppHost.lockCommand)
        case .focus(let isFocused): setFocused(isFocused)
        default: break
        }
    }

    private func act(on event: KeyEvent) {
        switch event {
        case .interrupt: terminate()
        case .stop: suspend()
        default:
            if windows.send(event) { return }
            if windows.leavesToCommands(event), let command = commands.command(for: event) {
                commands.start(command.id)
                return
            }
            // With a keyboard protocol, control-M is a key of its own. Unless somebody wants it, it stays enter.
            if let legacy = event.legacy { act(on: legacy) }
        }
    }
}
