internal import Synchronization

/// The stores of a program that has no host, which would name their folder and write what is left at the end.
extension KeyValueStore {
    /// Opens the store of a namespace in a program without a host.
    ///
    /// Its file is `NAMESPACE.json` in XDG's directory for the program's state, which is
    /// `$XDG_STATE_HOME/PROGRAM` or `~/.local/state/PROGRAM` after the name of the
    /// executable, or in another directory. If the file can't be written, the values
    /// are in memory; nothing reports that. Changes that another process keeps out of
    /// the file are written when the program ends in order, so open a store once and
    /// keep it.
    ///
    /// A program with a host asks the host for its stores.
    public static func ofProgram(_ namespace: String, directory: String? = nil) -> KeyValueStore {
        let program = ProcessArguments.all.first ?? ""
        let store = KeyValueStore(
            namespace: namespace,
            directory: directory ?? StandardDirectory.state(of: program, ProcessEnvironment.all),
            rules: [.scenarioRecord]
        )
        _ = finishesAtEnd
        opened.withLock { $0.append(store) }
        return store
    }

    private static let opened = Mutex<[KeyValueStore]>([])

    /// Writes what the stores have in memory only when the program ends.
    private static let finishesAtEnd: Void = ProcessEnd.perform {
        // A copy has the same changes in memory, and would make them a second time.
        guard !ProcessEnd.isInCopy else { return }
        _ = KeyValueStore.finishAll(KeyValueStore.opened.withLock { $0 }, onWait: { _ in })
    }
}
