import HostRuntime

#if objectFormat(MachO)
@section("__DATA,__mod_init_func,mod_init_funcs")
#else
@section(".init_array")
#endif
@used let load: LoadHook = { SplashAdPlugin.load() }

@MainActor final class SplashAdPlugin: HostPlugin {
    nonisolated static let manifest = PluginManifest(id: "splash-ad", name: "Splash ad", version: "0.1.0")

    func activate(_ context: PluginContext) throws {
        context.bus.observe(DidFinishLaunching.self) { _ in context.log.info("party") }
    }
}
