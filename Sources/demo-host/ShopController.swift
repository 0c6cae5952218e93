import HostRuntime

/// The controller of the shop: connects its model with its window, its commands and the bus.
@MainActor final class ShopController {
    let host: AppHost
    let perform: CommandRunner
    private(set) var model: ShopModel
    private let store: KeyValueStore
    private let screen: ShopScreen
    private let window: Window
    private var dialogs: [Dialog] = []
    var visit: Dialog?
    var question: Question?

    private var subscriptions: [Subscription] = []
    private var unposted: [any BusMessage] = []
    private var isPosting = false

    init(host: AppHost) throws {
        self.host = host
        store = host.store("demo-host")
        model = ShopModel(kept: store.all)
        perform = CommandRunner(host)
        screen = ShopScreen(model: model, perform: perform)
        window = host.makeWindow(title: "shop", root: screen)
        screen.findKeys = { [unowned host] in [KeyHint](of: host.commands.all) }
        screen.findNotice = { [unowned host] in ShopController.notice(of: host.plugins.problems) }
        // Before all other observers, which then find the change on the screen.
        subscriptions = [
            observe(SessionDidChange.self), observe(EnvironmentDidChange.self), observe(ShopDidChange.self),
        ]
        subscriptions += host.bus.bridgeShopMessages()
        subscriptions += [
            // Commands offered before the launch don't change the list one by one.
            host.bus.observe(DidFinishLaunching.self) { [weak self] _ in self?.screen.setNeedsStatus() },
            host.bus.observe(CommandsDidChange.self) { [weak self] _ in self?.screen.setNeedsStatus() },
            host.bus.observe(PluginStateDidChange.self) { [weak self] in self?.pluginDidChange($0) },
            host.bus.observe(WindowDidChange.self) { [weak self] _ in self?.windowsChanged() },
            host.bus.observe(WillTerminate.self) { [weak self] _ in self?.closeVisit() },
        ]
        try offerCommands()
        window.pageTitle = model.page.title
        window.makeKeyAndVisible()
        screen.focusPage()
    }

    // MARK: - The model

    /// Changes the model in one step, shows the change, and posts messages about it.
    ///
    /// An observer may change the model in turn: the messages about that are
    /// posted after those of the first change, so every observer gets both in order.
    func change<Result, Failure: Error>(_ body: (inout ShopModel) throws(Failure) -> Result) throws(Failure) -> Result {
        let old = model
        var new = model
        // Another run of the program may have ordered meanwhile.
        new.adoptPurchases(store.all)
        let adopted = new.kept
        let result = try body(&new)
        guard new != old else { return result }
        model = new
        // The other run may have another shop or session: only what has changed here is kept.
        let changes = new.kept.filter { adopted[$0.key] != $0.value }
        if !changes.isEmpty { store.update { $0.merge(changes) { $1 } } }
        let messages = model.messages(since: old)
        // With messages, the first observer of each refreshes the screen.
        if messages.isEmpty { refresh() }
        post(messages)
        if model.refusals != old.refusals { host.commands.availabilityDidChange() }
        return result
    }

    private func post(_ messages: [any BusMessage]) {
        unposted += messages
        guard !isPosting else { return }
        isPosting = true
        while !unposted.isEmpty {
            let message = unposted.removeFirst()
            host.bus.post(message)
        }
        isPosting = false
    }

    private func observe<Message: BusMessage>(_ message: Message.Type) -> Subscription {
        host.bus.observe(message) { [weak self] _ in self?.refresh() }
    }

    private func refresh() {
        screen.show(model)
        window.pageTitle = model.page.title
        for dialog in dialogs where !dialog.update(model) { dialog.sheet.close() }
    }

    /// Shows the reason for a plugin that fails while the program runs, and after a while only that it has failed.
    private func pluginDidChange(_ change: PluginStateDidChange) {
        screen.setNeedsStatus()
        guard host.lifecycleState != .notRunning else { return }
        switch change.state {
        case .failed(let reason): host.showNotice("\(change.id) failed: \(reason)", isError: true)
        case .blocked(.refusedLibrary(let reason)): host.showNotice(reason, isError: true)
        default: break
        }
    }

    /// Returns which plugins can't run; the messages at the program's end tell why.
    private static func notice(of problems: [(id: String, state: PluginState)]) -> String? {
        switch problems.count {
        case 0: nil
        case 1: "\(problems[0].id) \(summary(of: problems[0].state))"
        default: "\(problems.count) plugins can't run"
        }
    }

    private static func summary(of state: PluginState) -> String {
        switch state {
        case .failed: "failed"
        case .quarantined: "is in quarantine"
        case .blocked(.duplicateID): "is there twice"
        default: "is blocked"
        }
    }

    private func windowsChanged() {
        if screen.isKey != window.isKey { screen.isKey = window.isKey }
    }

    // MARK: - Dialogs

    /// Shows a sheet above everything of its level, and closes the one with the same title.
    ///
    /// `update` shows each change of the model in the sheet, and returns whether it stays open.
    @discardableResult
    func present(
        _ sheet: Sheet,
        title: String,
        level: WindowLevel = .normal,
        update: @escaping @MainActor (ShopModel) -> Bool = { _ in true }
    ) -> Dialog {
        for dialog in dialogs where dialog.title == title { dialog.sheet.close() }
        let dialog = Dialog(sheet, title: title, update: update)
        sheet.onClose = { [weak self, weak dialog] in
            // Before the list, which may hold it last.
            dialog?.closed.open()
            self?.dialogs.removeAll { $0 === dialog }
        }
        host.present(sheet, title: title, level: level)
        // A form that another party shows has come to the front instead.
        if sheet.isOpen { dialogs.append(dialog) }
        return dialog
    }
}
