extension ContentCache {
    /// The folder in which XDG's rules keep what a program can fetch again.
    ///
    /// `$XDG_CACHE_HOME/program`, or `~/.cache/program` where that is not set or,
    /// as the rules say, not a path from the root. The program's name counts as
    /// for `KeyValueStore.standardDirectory`.
    public static func standardDirectory(environment: [String: String], program: String) -> String {
        let folder = KeyValueStore.folderName(program)
        if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return "\(cache)/\(folder)" }
        return "\(HomeFolder.path(environment: environment))/.cache/\(folder)"
    }
}
