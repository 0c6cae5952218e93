internal import FoundationEssentials

/// A program whose screen is in memory, from its launch to its end, in real time and with the user's state.
@MainActor final class BackgroundRun {
    let host: AppHost

    private let setup: ProgramSetup
    private let application: any HostApplication

    /// The program's version.
    var version: String { setup.application.version }

    private let messages: RunMessages
    private var bell: SignalBell?
    private var ended: CheckedContinuation<Void, Never>?
    private var settling: CheckedContinuation<Void, Never>?
    private var isEnded = false

    /// Called when the host ends by itself.
    var onEarlyEnd: (@MainActor () -> Void)?

    /// Makes the host; warnings of its log go to standard error.
    init(
        _ setup: ProgramSetup,
        _ folders: ProgramFolders,
        _ messages: RunMessages,
        size: Size? = nil,
        frameInterval: Duration = .zero
    ) throws(HostProgramError) {
        self.setup = setup
        self.messages = messages
        let options = setup.options
        let display = Display(
            DisplayTraits(
                size: size ?? options.size,
                colorDepth: options.colorDepth ?? .trueColor,
                isASCII: options.isASCII || !StandardStreams.hasUnicode,
                reducesMotion: options.reducesMotion || options.isPlain
            )
        )
        (host, application) = try setup.makeHost(display: display, time: SystemTime()) {
            $0.frameInterval = frameInterval
            $0.stateDirectory = folders.state
            $0.cacheDirectory = folders.cache
        } date: {
            Date()
        }
        if let problem = setup.openLog(of: host, in: folders.state) { messages.print(problem.text) }
        host.log.forward { [messages] entry in
            guard entry.level != .info else { return }
            messages.print(entry.owner == .host ? entry.text : "\(entry.source): \(entry.text)")
        }
        setup.logWarnings(host)
        host.onTerminate = { [unowned self] in
            isEnded = true
            ended?.resume()
            ended = nil
            onEarlyEnd?()
        }
    }

    /// Calls a closure each time signals have come.
    func watchSignals(endingOnly: Bool = false, _ handle: @escaping @MainActor () -> Void) throws(HostProgramError) {
        do throws(SystemError) {
            let bell = try SignalBell(handle)
            self.bell = bell
            SignalInbox.shared.install(bell: bell.timer, endingOnly: endingOnly)
        } catch {
            throw HostProgramError(status: .unavailable, text: "signals can't be watched: \(error)")
        }
    }

    /// Launches the host, into the background unless somebody reads its screen.
    func launch(intoBackground isInBackground: Bool = true) {
        HangWatch.start(withoutScreen: host) { [name = host.name] text in
            StandardStreams.printError("\(name): \(text)")
        } log: { [weak host, messages] text, owner in
            // For the log: nobody has waited for a screen.
            messages.withoutPrinting { host?.log.add(.warning, text, owner: owner) }
        }
        host.plugins.onDecision = { [history = setup.history] in history.decide($0, isEnabled: $1) }
        host.launch(intoBackground: isInBackground)
        // Standard error has heard of those that failed, were refused or are in quarantine.
        messages.withoutPrinting { setup.logPlugins(of: host) }
        for report in host.plugins.report {
            switch report.state {
            case .blocked(.refusedLibrary): break
            case .blocked: if let problem = report.problem { messages.print(problem) }
            default: break
            }
        }
        setup.history.watchHealth(on: host.clock) { [weak plugins = host.plugins] in plugins?.activeNames }
    }

    /// The time that commands have which are offered a moment after the launch.
    private static let patience = Duration.seconds(2)

    /// Waits until what the launch has begun has nothing left to do at the moment, or a condition is true.
    ///
    /// A plugin may offer its commands after it has waited for something. What waits for
    /// the clock isn't waited for, and nothing for longer than two seconds.
    func settle(until isEnough: @escaping @MainActor () -> Bool = { false }) async {
        guard !isEnough() else { return }
        let timer = host.clock.schedule(after: BackgroundRun.patience) { [weak self] in self?.endSettling() }
        let subscription = host.bus.observe(CommandsDidChange.self) { [weak self] _ in
            if isEnough() { self?.endSettling() }
        }
        await withCheckedContinuation { continuation in
            settling = continuation
            MainThread.startOwnTask { [weak self] in await self?.waitForWork() }
        }
        timer.cancel()
        subscription.cancel()
    }

    private func waitForWork() async {
        repeat {
            await host.work.activity.waitUntilIdle(within: HostDriver.jobLimit)
            guard settling != nil, host.work.isBusyOutside else { break }
            await host.work.waitForOutsideChange()
        } while settling != nil
        endSettling()
    }

    private func endSettling() {
        let settling = settling
        self.settling = nil
        settling?.resume()
    }

    /// Ends the host and its plugins, in order, and finishes what they store; returns false if some of that is lost.
    @discardableResult func end() async -> Bool {
        onEarlyEnd = nil
        if !isEnded {
            await withCheckedContinuation { continuation in
                ended = continuation
                // A second call would not wait for holds.
                if host.lifecycleState != .terminated { host.terminate() }
            }
        }
        setup.history.recordFailures(in: host.plugins.report)
        // It prints what it logs.
        messages.withoutPrinting { setup.finishStores(of: host) }
        return withExtendedLifetime(application) { !host.storage.all.contains(where: \.hasUnwrittenChanges) }
    }
}

/// The messages of a run to standard error, and the progress of its command between them.
@MainActor final class RunMessages {
    private let program: String
    private var progress: ProgressLines
    private var timer: HostTimer?
    private var isSilent = false

    init(_ program: String) {
        self.program = program
        let device = TerminalDevice(input: .none, output: .standardError)
        let isCapable = device.output.isTerminal && ProcessEnvironment.all["TERM"].map { $0 != "dumb" } ?? false
        progress = ProgressLines(columns: isCapable ? device.size(fallback: Size(width: 80, height: 24)).width : nil)
    }

    /// Prints a message, after the program's name.
    func print(_ text: String) {
        printText("\(program): \(text.escapingControlsOfLines)")
    }

    /// Prints a text as it is.
    func printText(_ text: String) {
        guard !isSilent else { return }
        write(progress.makeRoom())
        StandardStreams.printMessage(text)
    }

    /// Calls a closure, whose messages have been printed in other words.
    func withoutPrinting(_ body: () -> Void) {
        isSilent = true
        body()
        isSilent = false
    }

    /// Shows the progress of a command, not more than ten times a second.
    func show(_ next: CommandProgress, on clock: HostClock) {
        progress.report(next)
        step(on: clock)
    }

    private func step(on clock: HostClock) {
        switch progress.step(at: clock.now) {
        case .nothing: break
        case .write(let text): write(text)
        case .wait(let time):
            guard timer == nil else { return }
            timer = clock.schedule(after: time - clock.now) { [weak self] in
                self?.timer = nil
                self?.step(on: clock)
            }
        }
    }

    /// Ends the progress, before the result is printed.
    func endProgress() {
        timer?.cancel()
        timer = nil
        write(progress.end())
    }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        _ = Array(text.utf8).withUnsafeBytes { Descriptor.standardError.write($0) }
    }
}
