internal import Glibc

/// Libraries that are opened while the program runs.
enum DynamicLibrary {
    /// The reason why a library cannot be opened, in the system's words.
    struct Failure: Error, Hashable {
        let reason: String
    }

    /// Opens a library for the rest of the process's life, which runs its initializers.
    ///
    /// The path needs a slash: a bare name is searched for in the system's folders.
    static func open(_ path: String) throws(Failure) {
        guard dlopen(path, RTLD_NOW | RTLD_LOCAL) == nil else { return }
        throw Failure(reason: dlerror().map { String(cString: $0) } ?? "no reason given")
    }
}
