extension KeyValueStore {
    /// The directory for a program's state, by the rules of XDG.
    ///
    /// `$XDG_STATE_HOME/program`, or `~/.local/state/program` if the variable is
    /// missing or, as the rules say, isn't an absolute path. The program's name is
    /// the last part of its path, with `_` for each character that a namespace
    /// can't have. If `HOME` is missing, the system's user database says where `~` is.
    static func standardDirectory(environment: [String: String], program: String) -> String {
        StandardDirectory.path(of: program, variable: "XDG_STATE_HOME", fallback: ".local/state", environment)
    }
}

extension ContentCache {
    /// The directory for what a program can fetch again, by the rules of XDG.
    ///
    /// `$XDG_CACHE_HOME/program`, or `~/.cache/program` if the variable is missing
    /// or isn't an absolute path; the rest is as for
    /// `KeyValueStore.standardDirectory`.
    static func standardDirectory(environment: [String: String], program: String) -> String {
        StandardDirectory.path(of: program, variable: "XDG_CACHE_HOME", fallback: ".cache", environment)
    }
}

/// The directories in which XDG's rules keep a program's files.
private enum StandardDirectory {
    static func path(
        of program: String,
        variable: String,
        fallback: String,
        _ environment: [String: String]
    ) -> String {
        let name = name(of: program)
        if let folder = environment[variable], folder.hasPrefix("/") { return "\(folder)/\(name)" }
        return "\(home(environment))/\(fallback)/\(name)"
    }

    private static func name(of program: String) -> String {
        let name = program.utf8.split(separator: UInt8(ascii: "/")).last ?? []
        let bytes = name.map { KeyValueStore.isNameByte($0) ? $0 : UInt8(ascii: "_") }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.allSatisfy { $0 == "." } ? "program" : text
    }

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], !home.isEmpty { return home }
        return SystemUser.homeDirectory ?? ""
    }
}
