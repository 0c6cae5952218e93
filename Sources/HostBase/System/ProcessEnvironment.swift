internal import Glibc

/// The arguments of this process, from its start; Swift's `CommandLine` reads them from `/proc`, which may be missing.
package enum ProcessArguments {
    // Written once, before `main`, and never changed.
    nonisolated(unsafe) fileprivate static var first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    nonisolated(unsafe) fileprivate static var count = 0

    /// All arguments, the program's name first.
    package static var all: [String] {
        UnsafeBufferPointer(start: first, count: count).compactMap { $0.map { String(cString: $0) } }
    }
}

// The C library calls initializers with the arguments of `main`.
@section(".init_array") @used private let keepArguments: KeepArguments = { count, first in
    ProcessArguments.first = first
    ProcessArguments.count = Int(count)
}

private typealias KeepArguments = @convention(c) (CInt, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Void

/// The variables of this process's environment; one that isn't UTF-8 counts as missing.
///
/// Foundation's `ProcessInfo` decodes all of them for each look.
package enum ProcessEnvironment {
    /// Returns the value of a variable; nil if it isn't set.
    package static func value(_ name: String) -> String? {
        getenv(name).flatMap { String(validatingCString: $0) }
    }

    /// All variables; of several with one name, the first.
    package static var all: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        // None is left after `clearenv`, which Swift's type of the variable doesn't say.
        guard UInt(bitPattern: next) != 0 else { return variables }
        while let text = next.pointee {
            let entry = String(validatingCString: text).flatMap { parts(of: $0) }
            if let (name, value) = entry, variables[name] == nil { variables[name] = value }
            next += 1
        }
        return variables
    }

    /// The name and the value of an entry, split in bytes: an equals sign with an accent after it is one `Character`.
    static func parts(of entry: String) -> (name: String, value: String)? {
        guard let sign = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        return (String(entry[..<sign]), String(entry[entry.utf8.index(after: sign)...]))
    }

    /// Returns the variables with some names.
    package static func variables(_ names: [String]) -> [String: String] {
        names.reduce(into: [:]) { $0[$1] = value($1) }
    }
}
