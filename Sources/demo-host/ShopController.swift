import HostRuntime

/// Connects the shop's model with its window, its commands and the bus.
@MainActor final class ShopController {
    let host: Host
    private(set) var model = ShopModel()
    private let screen: ShopScreen
    private let window: Window
    private var dialogs: [Dialog] = []

    /// What an address has opened.
    var visit: Dialog?

    private var subscriptions: [Subscription] = []
    private var toastTimer: HostTimer?

    /// How long it is shown how a command ended.
    private static let toastTime: Duration = .seconds(3)

    init(host: Host) throws {
        self.host = host
        let relay = Relay()
        screen = ShopScreen(model: model) { relay.handler?($0) }
        window = host.makeWindow(title: "shop", root: screen)
        relay.handler = { [weak self] in self?.perform($0) }
        subscriptions = host.bus.bridgeShopMessages()
        subscriptions.append(host.bus.observe(CommandDidRun.self) { [weak self] in self?.show($0.outcome) })
        subscriptions.append(host.bus.observe(WillTerminate.self) { [weak self] _ in self?.closeVisit() })
        try offerCommands()
        window.makeKeyAndVisible()
        screen.focusPage()
    }

    /// Stands in for the controller until it can be referred to.
    private final class Relay {
        var handler: ShopHandler?
    }

    // MARK: - The model

    /// Changes the model, then shows and tells what is different.
    func change<Result, Failure: Error>(_ body: (inout ShopModel) throws(Failure) -> Result) throws(Failure) -> Result {
        let old = model
        let result = try body(&model)
        screen.show(model)
        // The shop before the session: who hears of both hears of the place first.
        if model.environment != old.environment { host.bus.post(EnvironmentDidChange(environment: model.environment)) }
        if model.shop != old.shop { host.bus.post(ShopDidChange(shop: model.shop)) }
        if model.session != old.session { host.bus.post(SessionDidChange(session: model.session)) }
        return result
    }

    private func perform(_ intent: ShopIntent) {
        switch intent {
        case .run(let command, let values): host.runCommand(command, values)
        case .session where model.session != nil: host.runCommand("session.logout")
        case .session: showLogin()
        case .chooseShop: showChoices("Switch shop", model.shopChoices, command: "shop.switch", parameter: "shop")
        case .chooseEnvironment:
            showChoices(
                "Environment",
                model.environmentChoices,
                command: "environment.switch",
                parameter: "environment"
            )
        }
    }

    // MARK: - Toasts

    private func show(_ outcome: CommandOutcome) {
        switch outcome {
        case .finished(let text?): show(StatusLine.Toast(text: text, isError: false))
        case .finished(nil): break
        case .failed(let error): show(StatusLine.Toast(text: error, isError: true))
        }
    }

    func show(_ toast: StatusLine.Toast) {
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
