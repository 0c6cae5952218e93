import HostRuntime

@section(".init_array") @used let load: LoadHook = { Sale.load() }

/// Puts a sign on each advertisement, of which it knows nothing but two notifications.
@MainActor final class Sale: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "sale", name: "Sale", version: "1.0.0")

    func activate(_ context: PluginContext) {
        let sign = Label(" Sale ", style: Theme.button)
        let window = context.windows.make(title: "sale", level: .statusBar, frame: .zero, root: sign)
        window.hitPolicy = .none
        var isUpper = true
        // Whatever the size, an advertisement at the top begins there, and another one ends at the bottom.
        func place() {
            window.frame = Rect(x: 1, y: isUpper ? 0 : context.windows.traits.size.height - 1, width: 6, height: 1)
        }
        context.bus.observe(named: "splash.shown") { advertisement in
            guard let level = advertisement["level"]?.doubleValue.flatMap(WindowLevel.init(rawValue:)) else { return }
            isUpper = advertisement["y"] == 0
            window.level = level + 1
            place()
            window.show()
        }
        context.bus.observe(named: "splash.ended") { _ in window.hide() }
        context.bus.observe(DidResize.self) { _ in place() }
    }
}
