import HostRuntime
import HostTestKit

@testable import SplashAdPlugin

extension View {
    /// Draws the view on a screen of a size, over the cover.
    func snapshot(size: Size, traits: DisplayTraits) -> FrameSnapshot {
        let cover = Style(foreground: PosterColors.cover, background: PosterColors.cover)
        var traits = traits
        traits.size = size
        return snapshot(on: traits, background: cover)
    }
}

/// A plugin that shows an advertisement with a landing page.
@MainActor final class LandingPlugin: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "splash-ad", name: "Splash ad", version: "1.0.0")
    private var director: SplashDirector?

    func activate(_ context: PluginContext) throws {
        var creative = SplashCreative.builtIn
        creative.landing = "https://example.com/dawn"
        director = SplashDirector(context: context, builtIn: creative)
        try director?.start()
    }

    func deactivate() { director?.stop() }
}

/// The plugin with weak references to its parts.
@MainActor final class WatchedPlugin: HostPlugin {
    nonisolated static let manifest = SplashAdPlugin.manifest
    static weak var latest: WatchedPlugin?
    static weak var director: SplashDirector?
    private var director: SplashDirector?

    func activate(_ context: PluginContext) throws {
        let director = SplashDirector(context: context)
        try director.start()
        self.director = director
        WatchedPlugin.latest = self
        WatchedPlugin.director = director
    }

    func deactivate() { director?.stop() }
}

/// A page with a word on it, which records its keys and taps.
@MainActor final class Page: View {
    private(set) var keys: [String] = []
    private(set) var taps = 0

    override init(frame: Rect = .zero) {
        super.init(frame: frame)
        background = Theme.page
        gestures = GestureConfiguration()
        onGesture = { [weak self] in if case .tap = $0 { self?.taps += 1 } }
        for y in 0..<200 { addSubview(Label("the page", frame: Rect(x: 0, y: y, width: 80, height: 1))) }
    }

    override func keyDown(_ event: KeyEvent) -> Bool {
        keys.append("\(event)")
        return true
    }
}

/// A program with such a page, which can open windows of any level.
@MainActor final class Shop {
    let page = Page()
    /// The gate that keeps landing pages open until it is opened.
    let landing = HostGate()
    /// The error of opening a landing page, if any.
    var landingError: (any Error)? {
        get { failure.error }
        set { failure.error = newValue }
    }
    private let failure = Failure()

    @MainActor private final class Failure {
        var error: (any Error)?
    }

    let host: TestHost
    private var windows: [Window] = []

    init(
        _ plugin: any HostPlugin.Type = SplashAdPlugin.self,
        _ settings: [String: PlainValue] = [:],
        size: Size = Size(width: 80, height: 24),
        isASCII: Bool = false,
        reducesMotion: Bool = false
    ) {
        var windows: [Window] = []
        let (page, landing, failure) = (page, landing, failure)
        host = TestHost(
            plugins: [plugin],
            size: size,
            configuration: HostConfiguration(["splash-ad": .dictionary(settings)]),
            isASCII: isASCII,
            reducesMotion: reducesMotion
        ) { host in
            let window = host.makeWindow(title: "page", root: page)
            window.makeKeyAndVisible()
            windows.append(window)
            let address = CommandParameter(name: "address", title: "Address")
            try? host.commands.offer(
                Command(id: "page.open", title: "Open", parameters: [address]) { _ in
                    try await landing.wait()
                    if let error = failure.error { throw error }
                    return nil
                }
            )
            return page
        }
        self.windows = windows
    }

    /// Launches a program, and lets some time pass.
    static func launched(
        _ plugin: any HostPlugin.Type = SplashAdPlugin.self,
        _ settings: [String: PlainValue] = [:],
        size: Size = Size(width: 80, height: 24),
        isASCII: Bool = false,
        reducesMotion: Bool = false,
        for duration: Duration? = nil
    ) async -> Shop {
        let shop = Shop(plugin, settings, size: size, isASCII: isASCII, reducesMotion: reducesMotion)
        await shop.host.launch()
        if let duration { await shop.host.advance(by: duration) }
        return shop
    }

    /// Shows another window of the program, and makes it key if asked to; a modal one keeps the keyboard.
    @discardableResult
    func open(_ title: String, level: WindowLevel, isKey: Bool = true, isModal: Bool = false) -> Window {
        let window = host.app.makeWindow(
            title: title,
            level: level,
            frame: Rect(x: 0, y: 0, width: 4, height: 2),
            root: View()
        )
        window.isModal = isModal
        if isKey { window.makeKeyAndVisible() } else { window.show() }
        windows.append(window)
        return window
    }

    var keyWindow: String? { host.app.windows.keyWindow?.title }

    var outcomes: [String] { host.outcomes }

    /// Leaves for a while and comes back.
    func leave(for duration: Duration) async {
        await host.enterBackground()
        await host.advance(by: duration)
        await host.enterForeground()
    }
}

extension TestHost {
    /// The outcome of each advertisement that was shown, as the log has it, such as "skipped after 2.0 s".
    var outcomes: [String] {
        let ends = events.filter { $0.hasPrefix("info  splash-ad  ended: ") }
        return ends.map { $0.split(separator: "' ").last.map(String.init) ?? "" }
    }

    /// Waits until a key can be meant for an advertisement that has just appeared, and presses a key.
    func keyOnAd(_ name: String) async {
        await advance(by: SplashScreen.fadeDuration + SplashPresentation.reactionTime + .milliseconds(100))
        await key(name)
    }
}
