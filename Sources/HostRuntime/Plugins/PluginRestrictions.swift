/// Which plugins a person keeps from running; a pure value.
struct PluginRestrictions: Hashable, Sendable {
    var isSafeMode = false
    var disabled: [String] = []
    var only: [String] = []

    /// Why a plugin is not to run; nil where it may.
    func reason(against id: String) -> String? {
        if isSafeMode { return "by --safe-mode" }
        if disabled.contains(id) { return "by --disable-plugin" }
        if !only.isEmpty, !only.contains(id) { return "by --only-plugin" }
        return nil
    }
}
