import HostRuntime

/// Decides when the advertisement is shown, and holds the one that is up.
///
/// At launch and on a return it is shown from inside the lifecycle's message,
/// so it is on the first frame that is seen.
@MainActor final class SplashDirector {
    private let context: PluginContext
    private let settings: SplashSettings
    private let creative: SplashCreative

    /// The presentation that is up; one that fades out is on its own.
    private var current: SplashScreen?

    init(context: PluginContext, settings: SplashSettings, creative: SplashCreative) {
        self.context = context
        self.settings = settings
        self.creative = creative
    }

    /// Observes the program's life and offers the command.
    func start() throws {
        // A plugin that is enabled later hears of the launch, too, but that is
        // no launch: an advertisement would fall on a page that is in use.
        let isBeforeLaunch = context.lifecycleState == .notRunning
        context.bus.observe(DidFinishLaunching.self) { [weak self] _ in
            if isBeforeLaunch { self?.showOrExplain("at launch") }
        }
        context.bus.observe(DidEnterBackground.self) { [weak self] _ in
            self?.current?.send(.enteredBackground)
        }
        context.bus.observe(WillEnterForeground.self) { [weak self] in self?.returned(from: $0.period) }
        context.bus.observe(WindowDidChange.self) { [weak self] in self?.current?.windowDidChange($0) }
        try context.offer(
            Command(id: "splash.show", title: "Show the advertisement now", group: "Advertisement") { [weak self] _ in
                try self?.show()
                return nil
            }
        )
    }

    /// Ends the presentation that is up, at once and without a fade.
    func stop() {
        current?.send(.takenAway)
    }

    private func returned(from period: BackgroundPeriod) {
        if let current {
            current.send(.enteredForeground)
            return
        }
        switch period.cause {
        case .screenLocked:
            context.log.info("no advertisement: the screen was locked, the user did not leave")
        case .userLeft where period.duration <= settings.minimumBackground:
            let least = settings.minimumBackground.inTenths
            context.log.info("no advertisement: away for \(period.duration.inTenths) s, which is not over \(least) s")
        case .userLeft:
            showOrExplain("on the return")
        }
    }

    private func showOrExplain(_ occasion: String) {
        do {
            try present()
        } catch {
            context.log.warning("no advertisement \(occasion): \(error)")
        }
    }

    /// Shows the advertisement, whatever the rules for the program's own occasions say.
    func show() throws(SplashRefusal) {
        do throws(SplashRefusal) {
            // Nothing is painted there, so it would wait for the return, with rules of its own.
            if context.lifecycleState == .background { throw .inBackground }
            try present()
        } catch {
            context.log.warning("no advertisement by hand: \(error)")
            throw error
        }
    }

    private func present() throws(SplashRefusal) {
        guard current == nil else { throw .isUp }
        let screen = SplashScreen(context: context, settings: settings, creative: creative)
        current = screen
        screen.onEnd = { [weak self, weak screen] in
            if self?.current === screen { self?.current = nil }
        }
        screen.begin()
    }
}

/// Why the advertisement was not shown although it was asked for.
enum SplashRefusal: Error, Hashable, CustomStringConvertible {
    /// Another one is up.
    case isUp
    /// The program is not seen.
    case inBackground

    var description: String {
        switch self {
        case .isUp: "one is up already; it has to end first"
        case .inBackground: "the program is in the background; it has to return first"
        }
    }
}
