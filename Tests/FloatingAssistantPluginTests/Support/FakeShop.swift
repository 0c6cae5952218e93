import HostRuntime
import HostTestKit

@testable import FloatingAssistantPlugin

/// A program with a page that is one large button, and the commands that the routes name.
@MainActor final class FakeShop {
    /// The values that the commands were run with.
    var runs: [String] = []
    /// The taps and the keys that reached the page.
    var taps = 0
    var keys: [String] = []
    /// The password that is right.
    var password = "tea"
    /// The duration of a login; `nil` when it ends at once.
    var patience: Duration?

    var page: Window?
    let host: AppHost

    private final class Page: View {
        weak var shop: FakeShop?

        override func keyDown(_ event: KeyEvent) -> Bool {
            guard case .character = event.key else { return false }
            shop?.keys.append(event.description)
            return true
        }
    }

    init(_ host: AppHost, offersRoutes: Bool = true) throws {
        self.host = host
        page = open("page")
        if offersRoutes {
            try offerLogin()
            try host.commands.offer(choice("shop.switch", "Switch shop"))
            try host.commands.offer(choice("environment.switch", "Switch environment"))
        }
    }

    func open(_ title: String) -> Window {
        let root = Page()
        root.shop = self
        let button = Button("Page") { [weak self] in self?.taps += 1 }
        button.frame = Rect(x: 0, y: 0, width: 200, height: 100)
        root.addSubview(button)
        let window = host.makeWindow(title: title, root: root)
        window.makeKeyAndVisible()
        return window
    }

    private func offerLogin() throws {
        let parameters = [
            CommandParameter(name: "phone", title: "Phone"),
            CommandParameter(name: "password", title: "Password", kind: .secret),
        ]
        let command = Command(id: "session.login", title: "Log in", group: "Account", parameters: parameters) {
            [weak self] arguments in
            guard let self else { return nil }
            if let patience { try await host.clock.sleep(for: patience) }
            guard arguments.text("password") == password else {
                throw Refused(text: "wrong password: \(arguments.text("password"))")
            }
            runs.append("login \(arguments.text("phone"))")
            return "Welcome"
        }
        try host.commands.offer(command)
    }

    private func choice(_ id: String, _ title: String) -> Command {
        let parameter = CommandParameter(
            name: "to",
            title: "To",
            kind: .choice {
                [
                    CommandChoice(value: "a", title: "First", detail: "north", tint: .good, isCurrent: true),
                    CommandChoice(value: "b", title: "Second", detail: "south", tint: .danger),
                ]
            }
        )
        return Command(id: id, title: title, group: "Shop", parameters: [parameter]) { [weak self] arguments in
            self?.runs.append("\(id) \(arguments.text("to"))")
            return "Now at \(arguments.text("to"))"
        }
    }
}

struct Refused: Error, CustomStringConvertible {
    let text: String

    var description: String { text }
}

/// A host with the assistant and a shop.
@MainActor struct Stage {
    let host: TestHost
    let shop: FakeShop

    static func launched(
        size: Size = Size(width: 80, height: 24),
        configuration: HostConfiguration = HostConfiguration(),
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        stateDirectory: String? = nil,
        offersRoutes: Bool = true,
        isIntroduced: Bool = true,
        password: String = "tea",
        patience: Duration? = nil,
        plugin: any HostPlugin.Type = FloatingAssistant.self,
        prepare: @MainActor (AppHost) throws -> Void = { _ in }
    ) async throws -> Stage {
        var shop: FakeShop?
        let host = try TestHost(
            plugins: [plugin],
            size: size,
            configuration: configuration,
            isASCII: isASCII,
            reducesMotion: reducesMotion,
            stateDirectory: stateDirectory
        ) {
            let made = try FakeShop($0, offersRoutes: offersRoutes)
            made.password = password
            made.patience = patience
            // The first key would end it, and the ball stays awake meanwhile.
            if isIntroduced { $0.store("floating-assistant").update { $0[Introduction.storeKey] = true } }
            try prepare($0)
            shop = made
            return made
        }
        await host.launch()
        guard let shop else { throw Refused(text: "no shop") }
        return Stage(host: host, shop: shop)
    }

    var ballWindow: Window? { host.app.windows.windows.first { $0.title == "assistant ball" } }
    var panelWindow: Window? { host.app.windows.windows.first { $0.title == "assistant panel" } }
    var keyWindow: String? { host.app.windows.keyWindow?.title }
    var isPanelOpen: Bool { host.visibleWindows.contains("assistant panel") }

    /// The cells of the ball on the screen.
    var ball: Rect { ballWindow?.rootView?.subviews.first?.frame ?? .zero }

    /// The cell in the middle of the ball.
    var middle: Point { ball.origin + Point(x: ball.width / 2, y: ball.height / 2) }

    /// Opens the form of the login, fills it in with the keyboard, and submits it.
    func logIn() async {
        await host.key("f3")
        await host.type("555")
        await host.key("enter")
        await host.type("tea")
        await host.key("enter")
    }

    /// Taps the middle of the ball and waits until the taps are counted.
    func tapBall(_ count: Int) async {
        await host.tap(middle.x, middle.y, count: count)
        await host.advance(by: .milliseconds(300))
    }
}
