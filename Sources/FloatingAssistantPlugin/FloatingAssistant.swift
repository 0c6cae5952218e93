import HostRuntime

@section(".init_array") @used let load: LoadHook = { FloatingAssistant.load() }

/// A plugin with a ball above every page that opens the host's commands in a panel.
///
/// It knows nothing of shops or logins. Its gestures open commands by ids that
/// the configuration names, and every command gets a form made from its parameters.
///
/// The files in the order in which they are best read:
/// 1. `TapGesture`: the table of the gestures.
/// 2. `Routes`: the command that each gesture opens.
/// 3. `BallPlacement`, `BallState`: where the ball rests, and how it moves; values.
/// 4. `Ball`, `BallView`: the ball on the screen.
/// 5. `Introduction`: the line beside the ball at the first start.
/// 6. `WorkInSight`: the runs that go on, and the results that nobody has seen; a value.
/// 7. `PanelState`: what the panel shows and runs; a value that returns effects.
/// 8. `AssistantPanel`: the panel's modal window, which carries out the effects.
/// 9. `PanelCard`: the panel's card, with one of three bodies: the runtime's
///    `CommandForm`, `ToolsBody` (with the values `ToolsMenu` and `MenuLayout`), or `NoticeBody`.
/// 10. `AutoLogin`: the login at the start.
/// 11. `AssistantCommands`: a command for each gesture, and the ball's own.
///
/// The values have no references, and each belongs to one object, the only one
/// that writes it: the ball has its `BallState`, the panel its `PanelState`. This
/// class makes the objects and passes on what happens in the host.
@MainActor final class FloatingAssistant: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: "floating-assistant",
        name: "Floating assistant",
        version: RuntimeStamp.version,
        summary: "A ball above every page: taps on it open the tools, or any other command.",
        configuration: [ConfigurationSection("floating-assistant", settings: TapGesture.all.map(\.route))]
    )

    private var ball: Ball?
    private var panel: AssistantPanel?
    private var memory: DebouncedStore?
    private var login: AutoLogin?

    func activate(_ context: PluginContext) throws {
        let routes = Routes(context.settings)
        let memory = DebouncedStore(context)
        let ball = Ball(context, memory: memory)
        let login = AutoLogin(context, command: routes.login)
        let panel = AssistantPanel(context, memory: memory, login: login, routes: routes)
        (self.ball, self.panel, self.memory, self.login) = (ball, panel, memory, login)
        login.onChange = { [weak ball, weak panel, weak login] in
            ball?.setWarning(login?.isUnseen ?? false)
            panel?.loginChanged()
        }
        panel.onWork = { [weak ball] in ball?.setWork($0, $1, $2) }
        panel.isOnBall = { [weak ball] in ball?.contains($0) ?? false }
        context.commands.onRunsChange { [weak panel] in panel?.runsChanged() }
        ball.onTaps = { [weak panel, log = context.log] taps in
            guard let gesture = TapGesture.all.first(where: { $0.taps == taps }) else { return }
            do {
                try panel?.open(routes[gesture])
            } catch {
                log.info("not opened: \(error)")
            }
        }
        let commands = AssistantCommands.all(routes: routes, ball: ball, panel: panel, login: login)
        for command in commands { try context.commands.offer(command) }
        observe(context)
    }

    func deactivate() {
        ball?.leave()
        memory?.flush()
    }

    private func observe(_ context: PluginContext) {
        let (ball, panel, memory, login) = (self.ball, self.panel, self.memory, self.login)
        // A plugin that is enabled later receives the launch too, but isn't at the start of the program.
        let isStart = context.lifecycleState == .notRunning
        // A window needs a screen, which exists once the program has launched.
        context.bus.observe(DidFinishLaunching.self) { [weak ball, weak login] _ in
            // A launch for a single command: there is nobody to log in, nor to see the ball.
            if isStart, context.lifecycleState == .background { return }
            ball?.launch()
            if isStart { login?.start() }
        }
        context.bus.observe(CommandsDidChange.self) { [weak panel] _ in panel?.commandsChanged() }
        context.bus.observe(WindowDidChange.self) { [weak ball, weak panel] message in
            ball?.windowDidChange(message)
            panel?.windowDidChange(message)
            if panel?.isOpen ?? false { ball?.endIntroduction() }
        }
        context.bus.observe(named: Ball.holdName) { [weak ball] in try ball?.hold($0) }
        context.bus.observe(named: Ball.releaseName) { [weak ball] in ball?.release($0) }
        // A program in the background may be ended without notice.
        context.bus.observe(DidEnterBackground.self) { [weak memory] _ in memory?.flush() }
        context.bus.observe(DidResize.self) { [weak ball, weak panel] message in
            ball?.resize(to: message.size)
            panel?.resize(to: message.size)
        }
    }
}
