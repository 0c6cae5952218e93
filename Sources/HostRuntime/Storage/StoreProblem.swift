/// Something that went wrong with a store; the store goes on.
public struct StoreProblem: Error, Hashable, Sendable {
    /// The kinds of problems.
    public enum Kind: Hashable, Sendable {
        /// The file is not what a store writes; it was set aside under another name, and the store begins anew.
        case damaged
        /// The file is there and cannot be read; it is left alone, and changes stay in memory.
        case unreadable
        /// The file cannot be written, as on a full disk; changes stay in memory, and each commit tries again.
        case unwritable
        /// Another process holds the file's lock; changes stay in memory, and are written when it lets go.
        case locked
        /// A transaction made the values too large or too deep for a file; it was dropped.
        case refused
        /// A transaction's body called the store again; what the inner call changed was dropped.
        case reentered
        /// The namespace cannot be a file's name; the store is in memory.
        case misnamed
    }

    /// What kind of problem it is.
    public let kind: Kind
    /// The store's file; a namespace for `misnamed`, empty for a store in memory.
    public let path: String
    /// What the system or the check said: "No space left on device".
    public let reason: String
    /// Where a damaged file is now; nil where it could not be moved.
    public let setAside: String?

    init(_ kind: Kind, path: String, reason: String, setAside: String? = nil) {
        self.kind = kind
        self.path = path
        self.reason = reason
        self.setAside = setAside
    }
}

extension StoreProblem: CustomStringConvertible {
    /// The problem, where it is, and what becomes of the values, in a sentence or two.
    public var description: String {
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
        case .locked: "\(store) is locked: \(reason). Changes stay in memory until it lets go."
        case .refused: "\(store) refused a change: \(reason). It holds what it held before."
        case .reentered: "\(store) was called by its own transaction. What the inner call changed was dropped."
        case .misnamed: "A store cannot be named '\(path)': \(reason). Its values stay in memory."
        }
    }
}
