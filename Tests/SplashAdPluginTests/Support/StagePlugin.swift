import HostRuntime
import HostTestKit

@testable import SplashAdPlugin

/// A plugin with which a test begins presentations by hand, and which records their callbacks.
@MainActor final class StagePlugin: HostPlugin {
    nonisolated static let manifest = PluginManifest(
        id: SplashAdPlugin.manifest.id,
        name: "Stage",
        version: "1",
        provides: ["stage"],
        configuration: SplashAdPlugin.manifest.configuration
    )
    static let key = ServiceKey<StagePlugin>("stage")

    private var context: PluginContext?
    private(set) var screens: [SplashScreen] = []
    private(set) var painted = 0
    private(set) var ended = 0
    private(set) var opened: [String] = []

    func activate(_ context: PluginContext) throws {
        self.context = context
        try context.services.provide(self, for: StagePlugin.key)
        context.bus.observe(WindowDidChange.self) { [weak self] change in
            for screen in self?.screens ?? [] { screen.windowDidChange(change) }
        }
        context.bus.observe(DidResize.self) { [weak self] _ in self?.screens.last?.didResize() }
        context.bus.observe(DidEnterBackground.self) { [weak self] _ in self?.screens.last?.send(.outOfSight) }
        context.bus.observe(DidFinishLaunching.self) { [weak self] _ in
            if context.settings[name: "launch"] != nil { self?.begin() }
        }
    }

    func deactivate() {
        for screen in screens { screen.send(.takenAway) }
        screens = []
        context = nil
    }

    /// Begins a presentation, which waits for an advertisement.
    func begin(_ change: (inout SplashSettings) -> Void = { _ in }) {
        guard let context else { return }
        var settings = SplashSettings()
        change(&settings)
        let screen = SplashScreen(context: context, settings: settings)
        screen.onPainted = { [weak self] in self?.painted += 1 }
        screen.onEnd = { [weak self] _, _ in self?.ended += 1 }
        screen.onOpen = { [weak self] in self?.opened.append($0) }
        screens.append(screen)
        screen.begin()
    }

    func show(_ artwork: SplashArtwork = .poster, landing: String? = nil) {
        var creative = SplashCreative.builtIn
        creative.landing = landing
        screens.last?.show(creative, artwork)
    }
}

extension Shop {
    /// Launches a program with an empty stage.
    static func withStage(
        _ settings: [String: PlainValue] = [:],
        size: Size = Size(width: 80, height: 24),
        reducesMotion: Bool = false
    ) async throws -> (Shop, StagePlugin) {
        let shop = await Shop.launched(StagePlugin.self, settings, size: size, reducesMotion: reducesMotion)
        guard let stage = shop.host.app.services.reference(to: StagePlugin.key).value else { throw NoStage() }
        return (shop, stage)
    }

    private struct NoStage: Error {}
}
