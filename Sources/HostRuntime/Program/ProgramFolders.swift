/// The folders in which a program in the terminal keeps its files.
struct ProgramFolders: Hashable {
    /// The folder that contains the log and the stores.
    let state: String

    /// The folder of the caches; nil if they are in the other one.
    let cache: String?
}

extension ProgramFolders {
    /// Creates the folders: everything in the one that the options name, or each kind in the user's own (XDG).
    init(_ options: HostOptions, program: String, environment: [String: String]) {
        if let folder = options.stateDirectory {
            state = folder
            cache = nil
        } else {
            state = StandardDirectory.state(of: program, environment)
            cache = StandardDirectory.cache(of: program, environment)
        }
    }
}
