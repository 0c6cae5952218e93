import Synchronization

/// The texts in the journal of this process, and the journal itself.
///
/// The journal begins in ordinary memory, and continues in a file's when the
/// program has a folder for it.
enum JournalNames {
    fileprivate struct Names {
        var memory: JournalMemory
        var texts: [String: JournalText] = [Owner.host.description: .host]
        /// The places of the plugins whose code is in libraries, by the plugins' texts.
        var places: [String: JournalText] = [:]
        /// Whether a text had no room.
        var isFull = false
        /// The owners by the handles of their texts, as whole numbers: a key type of our own would make the runtime look
        /// through all conformances of the program at the start.
        var owners: [Int: Owner] = [Int(JournalText.host.handle): .host]
    }

    private static let names = Mutex(
        Names(memory: JournalMemory(zeros: UntouchedMemory.allocateZeros(JournalMemory.size)))
    )

    /// The journal of this process.
    static var memory: JournalMemory { names.withLock { $0.memory } }

    /// Whether some names had no room: a crash in their plugins isn't blamed on them.
    static var isFull: Bool { names.withLock { $0.isFull } }

    /// Continues the journal in other memory, which `make` fills; only before the first task on another thread.
    static func move(_ make: (JournalMemory) -> JournalMemory) {
        RunningCode.record(
            in: names.withLock { names in
                names.memory = make(names.memory)
                return names.memory
            }
        )
    }

    /// Returns the place of a text in the journal, which gets it once.
    static func text(_ text: String, file: PluginBuild? = nil) -> JournalText {
        names.withLock { $0.text(text, file: file) }
    }

    /// Returns the place of an owner's name.
    static func text(of owner: Owner) -> JournalText {
        guard let name = name(of: owner) else { return .host }
        return names.withLock { names in
            let text = names.places[name] ?? names.text(name)
            if text != .none { names.owners[Int(text.handle)] = owner }
            return text
        }
    }

    /// Sets the file that a plugin's code is in from now on; nil for the program's.
    static func setFile(_ file: PluginBuild?, of owner: Owner) {
        guard let name = name(of: owner) else { return }
        names.withLock { names in names.places[name] = file.map { names.text(name, file: $0) } }
    }

    /// The text of a plugin, which may be named like the program itself, and is refused later; nil for the program.
    private static func name(of owner: Owner) -> String? {
        guard case .plugin(let id) = owner else { return nil }
        return id == Owner.host.description ? "plugin \(id)" : id
    }

    /// The owner that a place belongs to.
    static func owner(_ text: JournalText) -> Owner? {
        names.withLock { $0.owners[Int(text.handle)] }
    }
}

extension JournalNames.Names {
    fileprivate mutating func text(_ text: String, file: PluginBuild? = nil) -> JournalText {
        let key = file.map { "\(text)\0\($0.path)\0\($0.version)" } ?? text
        if let known = texts[key] { return known }
        let place = memory.append(text, file: file)
        if place == .none { isFull = true }
        texts[key] = place
        return place
    }
}
