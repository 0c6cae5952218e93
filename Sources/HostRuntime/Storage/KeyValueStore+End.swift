internal import Synchronization

/// The end of a process, at which nothing may be in memory only.
extension KeyValueStore {
    /// Writes what stores have in memory only, before the process ends; returns a sentence about each that can't.
    ///
    /// While another process has a store's lock, the changes first go to a file beside
    /// the store, so that nothing that ends this process loses them. This then waits as
    /// long as other processes commit, and two seconds from their last commit on.
    /// `onWait` is called in a wait that a person notices.
    static func finishAll(_ stores: [KeyValueStore], onWait: (String) -> Void) -> [String] {
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
        do throws(StoreFailure) {
            let left = try file.leave(changes)
            state.withLock { $0.didLeave(left) }
        } catch {
            state.withLock { $0.report(.unwritable, error.reason) }
        }
        return false
    }

    /// Waits until the changes of `writeOrLeave()` are in the store; false after the timeout.
    ///
    /// Any process that gets the lock may make those that are in a file.
    private func awaitWriting(_ timeout: LockWait.Timeout, _ onWait: (String) -> Void) -> Bool {
        guard let file else { return true }
        let start = file.calls.now()
        var wait = LockWait(timeout, from: start)
        var seen = file.sighting
        var isWaitReported = false
        while isUnfinished {
            guard let lock = enter(timeout: LockWait.Timeout.none) else { return false }
            if case .held = lock { _ = transaction(lock) { _ in } }
            leave(lock)
            let (sighting, now) = (file.sighting, file.calls.now())
            guard case .busy = lock, let pause = wait.next(at: now, isProgressing: sighting != seen) else {
                return !isUnfinished
            }
            if !isWaitReported, now - start >= .seconds(1) {
                isWaitReported = true
                onWait(
                    "waiting for another process to release the store '\(path)'"
                        + (isLeft ? "; nothing is lost if you end this with control-C" : "")
                )
            }
            seen = sighting
            file.calls.pause(pause)
        }
        return true
    }

    private var isUnfinished: Bool {
        state.withLock { $0.left?.isThere == true || !$0.contents.changes.isEmpty }
    }

    private var isLockedOut: Bool { state.withLock(\.isLockedOut) }
    private var isLeft: Bool { state.withLock { $0.left != nil } }

    /// What is to be said about changes that aren't in the store; nil if all are.
    private var remainder: String? {
        state.withLock { state in
            if let left = state.left, left.isThere {
                return "changes of the store '\(path)' wait in '\(left.path)' for the next run: \(state.lastReason)"
            }
            return state.contents.changes.isEmpty ? nil : "changes of the store '\(path)' are lost: \(state.lastReason)"
        }
    }

    // MARK: - After it

    /// Makes the changes that processes left in files when they ended; needs the lock.
    func makeUnwrittenChanges(in file: StoreFile) {
        guard file.hasUnwrittenChanges else { return }
        for left in file.unwrittenChanges {
            guard !file.contains(left), let changes = left.changes(rules) else {
                file.remove(left)
                continue
            }
            var contents = state.withLock { state in
                state.refresh(from: file, mayMove: true)
                return state.contents
            }
            for (key, change) in changes { contents.add(change, to: key) }
            let bytes: [UInt8]
            do throws(StoreFailure) {
                bytes = try contents.encode()
            } catch {
                // As it would have been in the process that made them.
                file.remove(left)
                state.withLock { $0.report(.refused, error.reason) }
                continue
            }
            do throws(StoreFailure) {
                if let failure = state.withLock({ $0.obstacle }) { throw failure }
                let replacement = try file.replace(with: bytes, making: left)
                state.withLock { [contents] in $0.didWrite(contents, in: replacement) }
            } catch {
                return state.withLock { $0.report(.unwritable, error.reason) }
            }
        }
    }
}
