/// The plugins that the command line keeps from running; a pure value.
struct PluginRestrictions: Hashable, Sendable {
    var isSafeMode = false
    var disabled: [String] = []
    var only: [String] = []

    /// Returns the reason why a plugin may not run; nil when it may.
    func reason(against id: String) -> String? {
        if isSafeMode { return "by --safe-mode" }
        if disabled.contains(id) { return "by --disable-plugin" }
        if !only.isEmpty, !only.contains(id) { return "by --only-plugin" }
        return nil
    }
}
