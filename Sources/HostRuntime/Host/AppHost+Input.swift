extension AppHost {
    /// Acts on what a person did, once the input queue delivers it.
    func act(on input: HostInput) {
        // A program that has ended may be held; what is typed then is no answer to anything that it shows.
        guard lifecycleState != .terminated || input == .key(.interrupt) else { return }
        if isBehindLock { return actBehindLock(on: input) }
        switch input {
        case .key(let event): act(on: event)
        case .paste(let text): windows.paste(text)
        case .touch(let touch): windows.send(touch)
        case .wheel(let rows, let point): windows.wheel(rows, at: point)
        case .focus(let isFocused): setFocused(isFocused)
        }
    }

    /// Acts on what is done while the screen is locked.
    ///
    /// Nobody sees what a key would do there, so only ending the program and
    /// unlocking it are meant.
    private func actBehindLock(on input: HostInput) {
        switch input {
        case .key(let event) where event == .interrupt: terminate()
        case .key(let event) where commands.command(for: event)?.id == AppHost.lockCommand:
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
            if let command = commands.command(for: event) { commands.start(command.id) }
        }
    }
}
