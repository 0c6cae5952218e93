import HostRuntime
import HostTestKit
import Testing

/// The splash ad and the assistant beside two sheets of the program at one launch: who has the keyboard.
@MainActor @Suite struct KeyboardWithPluginsTests {
    /// A host with both plugins, whose program opens two sheets at the launch, before its first frame.
    @MainActor private final class Stage {
        let host: TestHost
        private var launch: Subscription?

        init() {
            let plugins = PluginRecord.loaded.map { $0.type }.filter {
                ["splash-ad", "floating-assistant"].contains($0.manifest.id)
            }
            host = TestHost(plugins: plugins)
            launch = host.app.bus.observe(DidFinishLaunching.self) { [host] _ in
                for title in ["news", "tips"] { host.app.present(Sheet(title: title)) }
            }
        }

        var keyWindow: String? { host.app.windows.keyWindow?.title }
    }

    @Test(.enabled(if: PluginTranscriptTests.areAttached))
    func `each has the keyboard in its turn, and escape gives it back to the one before`() async {
        let stage = Stage()
        await stage.host.launch()
        await stage.host.advance(by: .seconds(1))

        var order = [stage.keyWindow]
        for key in ["f2", "escape", "escape", "escape", "escape"] {
            await stage.host.key(key)
            await stage.host.advance(by: .seconds(1))
            order.append(stage.keyWindow)
        }

        #expect(order == ["splash-ad", "assistant panel", "splash-ad", "tips", "news", "page"])
    }

    @Test(.enabled(if: PluginTranscriptTests.areAttached))
    func `a sheet below an advertisement is first seen when that has ended, with its first key`() async {
        let stage = Stage()
        var sights = 0
        await stage.host.launch()
        let late = Sheet(title: "late")
        late.onFirstSight = { sights += 1 }

        stage.host.app.present(late)
        await stage.host.advance(by: .seconds(1))
        let during = stage.keyWindow
        let sightsDuring = sights
        await stage.host.key("escape")
        await stage.host.advance(by: .seconds(1))

        #expect([during, stage.keyWindow] == ["splash-ad", "late"])
        #expect([sightsDuring, sights] == [0, 1])
    }
}
