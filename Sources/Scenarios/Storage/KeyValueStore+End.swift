internal import Synchronization

/// The end of a process, at which nothing may be in memory only.
extension KeyValueStore {
    /// Writes what stores have in memory only, before the process ends; returns a sentence about each that can't.
    ///
    /// While another process has a store's lock, the changes first go to a file beside
    /// the store, so that nothing that ends this process loses them. This then waits as
    /// long as other processes commit, and two seconds from their last commit on.
    /// `onWait` is called in a wait that a person notices.
    package static func finishAll(_ stores: [KeyValueStore], onWait: (String) -> Void) -> [String] {
        let unfinished = stores.filter { !$0.writeOrLeave() }
        // One process in vain is enough to wait for.
        var timeout = LockWait.Timeout.end
        for store in unfinished where store.isLockedOut && !store.awaitWriting(timeout, onWait) {
            timeout = .none
        }
        return unfinished.compactMap(\.remainder)
    }

    /// Writes the changes that are in memory only, at the end of the process; true if nothing is left to do.
    private func writeOrLeave() -> Bool {
        guard !flush(timeout: .none) || hasUnwrittenChanges else { return true }
        // Nobody writes the changes in the meantime.
        guard let file, gate.enter() else { return true }
        defer { gate.leave() }
        let changes = state.withLock(\.contents.changes)
        guard !changes.isEmpty else { return true }
        do throws(StoreProblem) {
            let left = try file.leave(changes)
            state.withLock { $0.didLeave(left) }
        } catch {
            state.withLock { $0.report(error) }
        }
        return false
    }

    /// Waits until the changes of `writeOrLeave()` are in the store; false after the timeout.
    ///
    /// Any process that gets the lock may make those that are in a file.
    private func awaitWriting(_ timeout: LockWait.Timeout, _ onWait: (String) -> Void) -> Bool {
        var isWaitReported = false
        let lock = enter(timeout: timeout) { waited in
            if !isWaitReported, waited >= .seconds(1) {
                isWaitReported = true
                onWait(
                    "waiting for another process to release the store '\(path)'"
                        + (isLeft ? "; nothing is lost if you end this with control-C" : "")
                )
            }
            return isUnfinished
        }
        guard let lock else { return false }
        writeChanges(lock)
        leave(lock)
        return !isUnfinished
    }

    private var isUnfinished: Bool { state.withLock { $0.left?.isThere == true || $0.hasChanges } }
    private var isLockedOut: Bool { state.withLock(\.isLockedOut) }
    private var isLeft: Bool { state.withLock { $0.left != nil } }

    /// A sentence about the changes that aren't in the store; nil if all of them are.
    private var remainder: String? {
        state.withLock { state in
            if let left = state.left, left.isThere {
                return "changes of the store '\(path)' wait in '\(left.path)' for the next run: \(state.lastReason)"
            }
            return state.hasChanges ? "changes of the store '\(path)' are lost: \(state.lastReason)" : nil
        }
    }

    // MARK: - After it

    /// Makes the changes that processes left in files when they ended; needs the lock.
    ///
    /// If that fails, the next transaction tries again. Until then, nothing else is
    /// written: the name of a file of changes has the hash of the store's file after
    /// them, and no other change may lead to the same contents.
    func makeUnwrittenChanges(in file: StoreFile) {
        guard file.hasUnwrittenChanges else { return state.withLock { $0.leftFault = nil } }
        var fault: StoreProblem?
        do throws(StoreProblem) {
            for left in file.unwrittenChanges { try make(left, in: file) }
            file.removeUnwrittenFolder()
        } catch {
            fault = error
        }
        state.withLock { state in
            state.leftFault = fault
            if let fault { state.report(fault) }
        }
    }

    private func make(_ left: UnwrittenChanges, in file: StoreFile) throws(StoreProblem) {
        guard !file.contains(left), let changes = try left.changes(rules) else { return try file.remove(left) }
        var contents = try state.withLock { state throws(StoreProblem) in
            state.refresh(from: file, mayMove: true)
            if let fault = state.fault { throw fault }
            return state.contents
        }
        for (key, change) in changes { contents.add(change, to: key) }
        let text: [UInt8]
        do throws(StoreProblem) {
            text = try StoreFormat.text(of: contents.values)
        } catch {
            // As it would have been in the process that made them.
            state.withLock { $0.report(error) }
            return try file.remove(left)
        }
        let (place, problem, marked) = try file.replace(with: text, making: left)
        state.withLock { [contents] in $0.didWrite(contents, at: place, problem) }
        try file.remove(marked)
    }
}
