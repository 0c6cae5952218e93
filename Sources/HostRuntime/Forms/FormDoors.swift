/// The parts of a host that a form uses, in the name of the party that shows it.
@MainActor struct FormDoors {
    let command: (_ id: String) -> Command?
    let start:
        (
            _ id: String,
            _ values: [String: PlainValue],
            _ completion: @escaping @MainActor (Result<String?, any Error>) -> Void,
            _ onProgress: @escaping @MainActor (CommandProgress) -> Void
        ) -> CommandRun
    let task: (_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never>
    let schedule: (_ delay: Duration, _ body: @escaping @MainActor () -> Void) -> HostTimer
    /// The registry with what was entered and not sent; nil after the end of the party that shows the form.
    let drafts: () -> CommandRegistry?
    /// The windows on the screen, back to front.
    let windows: () -> [Window]

    init(_ context: PluginContext) {
        command = { context.commands[$0] }
        start = { context.commands.start($0, $1, completion: $2, onProgress: $3) }
        task = { body in context.tasks.start { await body() } }
        schedule = { context.time.schedule(after: $0, $1) }
        drafts = { context.isClosed ? nil : context.environment(for: "commands.drafts")?.commands }
        windows = { context.isClosed ? [] : context.environment(for: "windows.visible")?.windows.visibleWindows ?? [] }
    }

    // The parts and not the host: its windows hold the form.
    init(_ host: AppHost) {
        let (commands, work, clock, windows) = (host.commands, host.work, host.clock, host.windows)
        command = { commands[$0] }
        start = { [weak screen = host.screen] id, values, completion, onProgress in
            let showing: @MainActor (Result<String?, any Error>) -> Void = {
                // The form shows an error itself.
                if case .failure = $0 { screen?.show(nil) }
                completion($0)
            }
            return commands.start(id, values, completion: showing, onProgress: onProgress)
        }
        task = { work.start($0) }
        schedule = { clock.schedule(after: $0, $1) }
        drafts = { commands }
        self.windows = { windows.visibleWindows }
    }

    /// Brings the form for a command that's on the screen to the front, and returns whether there is one.
    func showOpenForm(for command: String) -> Bool {
        let window = windows().last { $0.rootView?.shownForms.contains { $0.command.id == command } ?? false }
        window?.makeKeyAndVisible()
        return window != nil
    }
}
