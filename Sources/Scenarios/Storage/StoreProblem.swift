/// A problem that a store has met; the store continues.
package struct StoreProblem: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The file isn't one that a store writes. It is set aside under another name, and the store starts empty.
        case damaged
        /// The file can't be read. It stays as it is, and changes stay in memory.
        case unreadable
        /// The file can't be written, such as on a full disk. Changes stay in memory, and each commit tries again.
        case unwritable
        /// The file was written, but its directory can't be flushed. If the machine stops, the changes may be lost.
        case unflushed
        /// Another process holds the file's lock. Changes stay in memory until it lets go.
        case locked
        /// The file system has no locks. Of two processes, one may write over what the other has written.
        case unlocked
        /// A transaction made the values too large or too deep for a file, and was dropped.
        case refused
        /// A transaction's body called the store again. The changes of the inner call were dropped.
        case reentered
        /// The namespace can't be a file's name. The store is in memory.
        case misnamed
    }

    package let kind: Kind
    /// The path of the store's file; the namespace for `misnamed`, and empty for a store in memory.
    package var path: String
    /// The reason, such as "No space left on device".
    package let reason: String
    /// The new path of a damaged file; nil if it couldn't be moved.
    package let setAside: String?

    package init(_ kind: Kind, path: String = "", reason: String, setAside: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
        self.setAside = setAside
    }

    /// Makes system calls, and throws their error as a problem of a kind.
    static func calling<Result>(
        _ kind: Kind,
        _ body: () throws(SystemError) -> Result
    ) throws(StoreProblem) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw StoreProblem(kind, reason: error.description)
        }
    }
}

extension StoreProblem: CustomStringConvertible {
    /// The problem, its place, and what happens to the values, in a sentence or two.
    package var description: String {
        let store = path.isEmpty ? "The store in memory" : "The store '\(path)'"
        return switch kind {
        case .damaged:
            if let setAside {
                "\(store) is damaged: \(reason). It was kept as '\(setAside)', and a new one is begun."
            } else {
                "\(store) is damaged: \(reason). It could not be moved away; changes stay in memory."
            }
        case .unreadable: "\(store) cannot be read: \(reason). Changes stay in memory."
        case .unwritable: "\(store) cannot be written: \(reason). Changes stay in memory until it can be."
        case .unflushed: "\(store) cannot be flushed: \(reason). Changes may be lost if the machine stops."
        case .locked: "\(store) is locked: \(reason). Changes stay in memory until it lets go."
        case .unlocked: "\(store) can't be locked: \(reason). Two programs at once may lose each other's changes."
        case .refused: "\(store) refused a change: \(reason). It holds what it held before."
        case .reentered: "\(store) was called by its own transaction. What the inner call changed was dropped."
        case .misnamed: "A store cannot be named '\(path)': \(reason). Its values stay in memory."
        }
    }
}
