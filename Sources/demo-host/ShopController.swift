import HostRuntime

/// Connects the shop's model with its window, its commands and the bus.
@MainActor final class ShopController {
    let host: AppHost
    private(set) var model = ShopModel()
    private let screen: ShopScreen
    private let window: Window
    private var dialogs: [Dialog] = []

    /// What an address has opened.
    var visit: Dialog?

    /// What is asked, if anything is.
    var question: Question?

    private var subscriptions: [Subscription] = []
    private var untold: [any BusMessage] = []
    private var isTelling = false
    private var toastTimer: HostTimer?

    /// How long it is shown how a command ended.
    private static let toastTime: Duration = .seconds(3)

    init(host: AppHost) throws {
        self.host = host
        screen = ShopScreen(model: model, perform: CommandRunner(host))
        window = host.makeWindow(title: "shop", root: screen)
        // Before all others: who hears of a change finds it on the screen.
        subscriptions = [
            observe(SessionDidChange.self), observe(EnvironmentDidChange.self), observe(ShopDidChange.self),
        ]
        subscriptions += host.bus.bridgeShopMessages()
        subscriptions.append(host.bus.observe(CommandDidRun.self) { [weak self] in self?.show($0.outcome) })
        // What is offered before the launch is not told one by one.
        subscriptions.append(host.bus.observe(DidFinishLaunching.self) { [weak self] _ in self?.showKeys() })
        subscriptions.append(host.bus.observe(CommandsDidChange.self) { [weak self] _ in self?.showKeys() })
        subscriptions.append(host.bus.observe(WillTerminate.self) { [weak self] _ in self?.closeVisit() })
        try offerCommands()
        window.makeKeyAndVisible()
        screen.focusPage()
    }

    // MARK: - The model

    /// Changes the model in one step, then shows and tells what is different.
    ///
    /// An observer may change the shop in its turn: that is told after what is
    /// under way, so everyone hears of both in the order in which they happened.
    func change<Result, Failure: Error>(_ body: (inout ShopModel) throws(Failure) -> Result) throws(Failure) -> Result {
        let old = model
        let result = try body(&model)
        guard model != old else { return result }
        let messages = ShopChange(from: old, to: model).messages
        // What is told on the bus is shown because of it, by the first observer there is.
        if messages.isEmpty { refresh() }
        tell(messages)
        if model.refusals != old.refusals { host.commands.availabilityDidChange() }
        return result
    }

    private func tell(_ messages: [any BusMessage]) {
        untold += messages
        guard !isTelling else { return }
        isTelling = true
        while !untold.isEmpty {
            let message = untold.removeFirst()
            host.bus.post(message)
        }
        isTelling = false
    }

    private func observe<Message: BusMessage>(_ message: Message.Type) -> Subscription {
        host.bus.observe(message) { [weak self] _ in self?.refresh() }
    }

    /// Shows what the shop knows now: on its pages, and in the dialogs that are open.
    private func refresh() {
        screen.show(model)
        for dialog in dialogs where !dialog.isValid(in: model) { close(dialog) }
    }

    private func showKeys() {
        screen.pinned = StatusLine.Hint.all(of: host.commands.all)
    }

    // MARK: - Toasts

    private func show(_ outcome: CommandOutcome) {
        switch outcome {
        case .finished(let text?): show(StatusLine.Toast(text: ShopController.summary(of: text), isError: false))
        case .finished(nil), .cancelled: break
        case .failed(let error): show(StatusLine.Toast(text: ShopController.summary(of: error), isError: true))
        }
    }

    /// The first line of what a command says: the rest is a table or a list, for whoever asked.
    private static func summary(of text: String) -> String {
        let lines = text.split(separator: "\n", maxSplits: 1)
        return lines.count > 1 ? "\(lines[0]) …" : text
    }

    private func show(_ toast: StatusLine.Toast) {
        screen.show(toast)
        toastTimer = host.clock.schedule(after: ShopController.toastTime) { [weak self] in self?.screen.show(nil) }
    }

    // MARK: - Dialogs

    /// Shows a panel over everything of its level; one of the same title gives way.
    @discardableResult
    func present(_ panel: DialogPanel, title: String, level: WindowLevel) -> Dialog {
        for dialog in dialogs where dialog.title == title { close(dialog) }
        let dialog = Dialog(panel, title: title, level: level, host: host)
        panel.onClose = { [weak self, weak dialog] in
            if let dialog { self?.close(dialog) }
        }
        dialogs.append(dialog)
        dialog.present()
        return dialog
    }

    func close(_ dialog: Dialog) {
        dialogs.removeAll { $0 === dialog }
        dialog.close()
    }
}
