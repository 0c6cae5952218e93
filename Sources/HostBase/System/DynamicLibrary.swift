internal import Glibc

/// Libraries that are opened while the program runs.
package enum DynamicLibrary {
    /// Opens a library for the rest of the process's life, which runs its initializers.
    ///
    /// Returns the reason, in the system's words, if it can't be opened.
    package static func open(_ path: String) -> String? {
        guard dlopen(path, RTLD_NOW | RTLD_LOCAL) == nil else { return nil }
        return dlerror().map { String(cString: $0) } ?? "no reason given"
    }
}
