internal import Glibc

/// The environment variables of this process.
enum ProcessEnvironment {
    /// Returns a variable's value, or nil if it isn't set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
