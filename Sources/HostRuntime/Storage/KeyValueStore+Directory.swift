extension KeyValueStore {
    /// The folder in which XDG's rules keep a program's state.
    ///
    /// `$XDG_STATE_HOME/program`, or `~/.local/state/program` where that is not set
    /// or, as the rules say, not a path from the root. Of the program only the last
    /// part of its path counts; what a namespace cannot have becomes `_`. Where
    /// `HOME` is not set, the system's list of users says where `~` is.
    public static func standardDirectory(environment: [String: String], program: String) -> String {
        let folder = folderName(program)
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/\(folder)" }
        return "\(HomeFolder.path(environment: environment))/.local/state/\(folder)"
    }

    /// The name of a program's folders: the last part of its path, with `_` for what they cannot have.
    static func folderName(_ program: String) -> String {
        let name = program.utf8.split(separator: UInt8(ascii: "/")).last ?? []
        let folder = String(decoding: name.map { isNameByte($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return folder.allSatisfy { $0 == "." } ? "program" : folder
    }

    /// Whether a byte may be in a namespace.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
