/// The directories in which XDG's rules keep a program's files.
///
/// The program's name is the last part of its path, with `_` for each character
/// that a namespace can't have. A variable that isn't an absolute path counts as
/// missing, as the rules say. If `HOME` is missing, the system's user database
/// says where `~` is.
package enum StandardDirectory {
    /// The directory for a program's state: `$XDG_STATE_HOME/program`, or `~/.local/state/program`.
    package static func state(of program: String, _ environment: [String: String]) -> String {
        path(of: program, variable: "XDG_STATE_HOME", fallback: ".local/state", environment)
    }

    /// The directory for what a program can fetch again: `$XDG_CACHE_HOME/program`, or `~/.cache/program`.
    package static func cache(of program: String, _ environment: [String: String]) -> String {
        path(of: program, variable: "XDG_CACHE_HOME", fallback: ".cache", environment)
    }

    private static func path(
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
        let bytes = name.map { NameRule.isAllowed($0) ? $0 : UInt8(ascii: "_") }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.allSatisfy { $0 == "." } ? "program" : text
    }

    private static func home(_ environment: [String: String]) -> String {
        if let home = environment["HOME"], home.hasPrefix("/") { return home }
        return SystemUser.homeDirectory ?? ""
    }
}
