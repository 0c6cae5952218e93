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
        for store in unfinished where store.state.withLock(\.isLockedOut) && !store.awaitWriting(timeout, onWait) {
            timeout = .none
        }
        return unfinished.compactMap { store in store.state.withLock(\.remainder) }
    }

    /// Writes the changes that are in memory only, or leaves them in a file; true if nothing is left to do.
    private func writeOrLeave() -> Bool {
        _ = flush(timeout: .none)
        // Nobody writes the changes in the meantime.
        guard let file, gate.enter() else { return true }
        defer { gate.leave() }
        let contents = state.withLock(\.contents)
        guard contents.hasChanges else { return true }
        do throws(StoreProblem) {
            let left = try file.leave(contents.changes)
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
        let access = enter(timeout: timeout) { waited in
            let (isUnfinished, isLeft) = state.withLock { ($0.isUnfinished, $0.left != nil) }
            if !isWaitReported, waited >= .seconds(1) {
                isWaitReported = true
                let comfort = isLeft ? "; nothing is lost if you end this with control-C" : ""
                onWait("waiting for another process to release the store '\(path)'\(comfort)")
            }
            return isUnfinished
        }
        guard let access else { return false }
        writeChanges(access)
        leave()
        return !state.withLock(\.isUnfinished)
    }

    // MARK: - After it

    /// Makes the changes that processes left in files when they ended; needs the lock.
    ///
    /// Nothing else is written before: the name of a file of changes says what the
    /// store's file becomes by them, and no other change may lead to the same contents.
    func makeUnwrittenChanges(in file: StoreFile) throws(StoreProblem) {
        for left in file.unwrittenChanges {
            guard !file.contains(left), let changes = try left.changes(rules) else {
                try file.remove(left)
                continue
            }
            var contents = state.withLock(\.contents)
            for (key, change) in changes { contents.add(change, to: key) }
            let text: [UInt8]
            do throws(StoreProblem) {
                text = try StoreFormat.text(of: contents.values)
            } catch {
                // As it would have been in the process that made them.
                state.withLock { $0.report(error) }
                try file.remove(left)
                continue
            }
            let marked = try file.mark(left, for: text)
            let (place, problem) = try file.replace(with: try file.makeNewFile(with: text))
            state.withLock { [contents] in $0.didWrite(contents, at: place, problem) }
            try file.remove(marked)
        }
    }
}

extension StoreState {
    /// Whether there are changes that are in memory only, or in the file that this process has left.
    fileprivate var isUnfinished: Bool { left?.isThere == true || hasChanges }

    /// A sentence about the changes that aren't in the store; nil if all of them are.
    fileprivate var remainder: String? {
        if let left, left.isThere {
            return "changes of the store '\(path)' wait in '\(left.path)' for the next run: \(lastReason)"
        }
        return hasChanges ? "changes of the store '\(path)' are lost: \(lastReason)" : nil
    }
}
