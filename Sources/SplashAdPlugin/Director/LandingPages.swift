import HostRuntime

/// The landing pages of advertisements, which a command of the program opens.
@MainActor final class LandingPages {
    private let context: PluginContext
    private let library: AdLibrary

    /// Whether a tap has just ended an advertisement, whose page opens once its end has been posted.
    private var isOpening = false
    /// Whether the log has that the program opens no landing pages.
    private var isReported = false

    init(context: PluginContext, library: AdLibrary) {
        self.context = context
        self.library = library
    }

    private var command: String { library.settings.landingCommand }

    /// Whether a landing page is open: the command that opens one ends when it's closed.
    var isOpen: Bool { isOpening || context.commands.isRunning(command) }

    /// Records that an advertisement has ended, and whether its page opens next.
    func advertisementEnded(opensPage: Bool) {
        isOpening = opensPage
    }

    func open(_ address: String) {
        isOpening = false
        context.commands.start(command, ["address": .string(address)]) { [weak self] outcome in
            guard let self, case .failure(let error) = outcome else { return }
            context.log.warning("\(address.hidingUser) was not opened: \(error)")
            SplashToast.show("The page could not be opened: \(error)", in: context)
        }
    }

    // MARK: - Without the command

    /// Returns that the program doesn't open a creative's landing page; nil if it does, or if there is none.
    func problem(of creative: SplashCreative) -> SplashProblem? {
        guard creative.landing != nil, context.commands[command] == nil else { return nil }
        let reason = "the program offers no command \(command.quoted)"
        return SplashProblem("creative '\(creative.id)'", "its landing page can't be opened: \(reason)")
    }

    /// Returns a creative without its landing page if the program can't open it; the log has the first one.
    func openable(_ creative: SplashCreative) -> SplashCreative {
        guard let problem = problem(of: creative) else { return creative }
        if !isReported { context.log.warning("\(problem)") }
        isReported = true
        var creative = creative
        creative.landing = nil
        return creative
    }
}
