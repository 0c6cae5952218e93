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

    /// The latest decision, for who asks why.
    private var latest: Decision?

    /// Whether the user has left the program and not come back.
    private var isLeft = false

    // Made anew each time, so that the days are those of where the person is now.
    private var frequency: SplashFrequency { SplashFrequency(store: context.store, settings: settings, timeZone: context.timeZone) }

    init(context: PluginContext, settings: SplashSettings, creative: SplashCreative) {
        self.context = context
        self.settings = settings
        self.creative = creative
    }

    /// Observes the program's life and offers the commands.
    func start() throws {
        // A plugin that is enabled later hears of the launch, too, but that is
        // no launch: an advertisement would fall on a page that is in use.
        let isBeforeLaunch = context.lifecycleState == .notRunning
        context.bus.observe(DidFinishLaunching.self) { [weak self] _ in
            if isBeforeLaunch { self?.showIfAllowed(.launch) }
        }
        context.bus.observe(DidEnterBackground.self) { [weak self] in self?.enteredBackground($0.cause) }
        context.bus.observe(WillEnterForeground.self) { [weak self] in self?.returned(from: $0.period) }
        context.bus.observe(WillTerminate.self) { [weak self] _ in self?.left() }
        context.bus.observe(WindowDidChange.self) { [weak self] in self?.current?.windowDidChange($0) }
        try offer("splash.show", "Show the advertisement now") {
            try $0.show()
            return nil
        }
        try offer("splash.why", "Tell why the advertisement was shown or not") {
            $0.latest?.description ?? "nothing was decided yet"
        }
        try offer("splash.reset", "Reset the advertisement's counters") {
            $0.frequency.reset()
            return "the advertisement's counters were reset"
        }
        try offer("splash.policy", "Show the advertisement's settings") { $0.settings.policy }
    }

    private func offer(
        _ id: String,
        _ title: String,
        _ body: @escaping @MainActor (SplashDirector) throws -> String?
    ) throws {
        try context.offer(
            Command(id: id, title: title, group: "Advertisement") { [weak self] _ in try self.flatMap(body) }
        )
    }

    /// Ends the presentation that is up, at once and without a fade.
    func stop() {
        current?.send(.takenAway)
    }

    private func enteredBackground(_ cause: BackgroundPeriod.Cause) {
        if let current {
            // What no frame was brought of is no impression, and the return has rules of its own.
            current.send(current.isPainted ? .enteredBackground : .takenAway)
        }
        if cause == .userLeft { left() }
    }

    private func left() {
        // Who ends a program in the background has left it before.
        guard !isLeft else { return }
        isLeft = true
        frequency.left(at: context.date)
    }

    private func returned(from period: BackgroundPeriod) {
        isLeft = false
        if let current {
            current.send(.enteredForeground)
        } else {
            showIfAllowed(.comeBack(period))
        }
    }

    private func showIfAllowed(_ occasion: SplashFrequency.Occasion) {
        switch frequency.reserve(for: occasion, at: context.date) {
        case .success(let reservation):
            take(reservation.decision)
            do {
                try present(reservation)
            } catch {
                context.log.warning("no advertisement: \(error)")
            }
        case .failure(let decision):
            take(decision)
            context.log.info("no advertisement: \(SplashFrequency.reason(of: decision))")
        }
    }

    private func take(_ decision: Decision) {
        latest = decision
        context.note(decision)
    }

    /// Shows the advertisement, whatever the rules for the program's own occasions say; it is not counted.
    func show() throws(SplashRefusal) {
        do throws(SplashRefusal) {
            // Nothing is painted there, so it would wait for the return, with rules of its own.
            if context.lifecycleState == .background { throw .inBackground }
            try present(nil)
        } catch {
            context.log.warning("no advertisement by hand: \(error)")
            throw error
        }
    }

    private func present(_ reservation: Reservation?) throws(SplashRefusal) {
        guard current == nil else { throw .isUp }
        let screen = SplashScreen(context: context, settings: settings)
        current = screen
        screen.onPainted = { [context] in reservation?.commit(at: context.date) }
        screen.onEnd = { [weak self, weak screen] in
            reservation?.rollBack()
            if self?.current === screen { self?.current = nil }
        }
        screen.begin()
        screen.show(creative, .poster)
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
