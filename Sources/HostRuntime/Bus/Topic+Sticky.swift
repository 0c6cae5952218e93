extension Topic {
    // MARK: - Posting

    /// Replaces the sticky value, and delivers the new one.
    @inline(never)
    func postSticky(_ message: UnsafeRawPointer, owner: Owner, route: UInt64, _ thread: PostingThread) {
        guard !thread.isFull else { return reportDepth(on: thread) }
        let level: CallLevel = list.hasMainObservers && thread.isMain ? .mainActor : thread.callLevel
        var replaced: MessageBox?
        var duty: MainMailbox.Duty?
        var frame: UnsafeMutablePointer<PostingThread.Frame>?
        let snapshot = list.withSticky { sticky in
            if sticky?.overwrite(with: message, owner: owner) != true {
                replaced = box(message, owner: owner)
                swap(&sticky, &replaced)
            }
            // Under the lock: an observer that was added meanwhile has got the value before this one.
            if level < .mainActor, list.hasMainObservers {
                duty = hooks.mailbox.put(message, of: self, upTo: list.lastOrder)
            }
            if !list.isEmpty { frame = thread.push(self, route: route) }
            return list.snapshot
        }
        if let duty { hooks.mailbox.perform(duty) }
        if let frame {
            deliverSticky(message, owner: owner, snapshot, frame, thread, level)
            thread.pop(frame)
        } else {
            counters.add(posts: 1)
        }
        recycle(&replaced)
    }

    @inline(__always)
    private func deliverSticky(
        _ message: UnsafeRawPointer,
        owner: Owner,
        _ snapshot: ObserverList.Snapshot,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ thread: PostingThread,
        _ level: CallLevel
    ) {
        walk(message, snapshot, frame, thread, posts: 1, level: nil) { slot, previous in
            guard let observer = Self.ask(slot, after: previous, frame, level) else { return false }
            return observer._withUnsafeGuaranteedRef { observer in
                guard let gate = observer.gate, !gate.isOpen else { return true }
                // It isn't called while this thread pauses at the gate.
                frame.pointee.track(0)
                return pass(message, owner: owner, to: observer, frame, thread) && Self.mayCall(observer, frame, level)
            }
        }
    }

    /// Returns whether a message may be delivered now to an observer that may still wait for its sticky value.
    ///
    /// Not inlined, so that the loop of other topics stays small.
    @inline(never)
    private func pass(
        _ message: UnsafeRawPointer,
        owner: Owner,
        to observer: Observer,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ thread: PostingThread
    ) -> Bool {
        guard let gate = observer.gate, !gate.isOpen else { return true }
        if observer.kind == .mainActor {
            // The value is still in the mailbox, and must come before this message.
            if let waiting = gate.removeWaiting() { deliverReplay(waiting, to: observer, frame, thread) }
            return true
        }
        return !gate.hold(on: thread) { makeBox(message, owner: owner) }
    }

    // MARK: - Replaying

    /// Appends an observer, replays the sticky value to it, and returns how many observers there are.
    func appendReplaying(_ unmanaged: Unmanaged<Observer>, _ prefill: (MessageBox) -> Void) -> Int {
        let thread = PostingThread.current
        let observer = unmanaged.takeUnretainedValue()
        let gate = observer.gate
        var duty: MainMailbox.Duty?
        var isReplayedHere = false
        let (sticky, count) = list.append(unmanaged) { sticky in
            switch observer.kind {
            case .sequence:
                prefill(sticky)
                counters.add(deliveries: 1)
            case .anyThread:
                gate?.beginReplay(on: thread)
                isReplayedHere = true
            case .mainActor where thread.isMain:
                isReplayedHere = true
            case .mainActor:
                gate?.wait(with: sticky)
                duty = hooks.mailbox.put(replayTo: observer, of: self)
            }
        }
        if let duty { hooks.mailbox.perform(duty) }
        if isReplayedHere, let sticky { replay(sticky, to: observer, on: thread) }
        return count
    }

    /// Delivers the sticky value on the main actor, unless a newer message has delivered it.
    @MainActor
    func replayWaiting(to observer: Observer) {
        guard let value = observer.gate?.removeWaiting() else { return }
        let thread = PostingThread.current
        guard let frame = thread.push(self, route: 0) else { return reportDepth(on: thread) }
        deliverReplay(value, to: observer, frame, thread)
        thread.pop(frame)
        list.releaseGarbage()
    }

    /// Delivers the sticky value to a new observer, then the messages that were held meanwhile.
    private func replay(_ value: MessageBox, to observer: Observer, on thread: PostingThread) {
        if let frame = thread.push(self, route: 0) {
            thread.replay {
                deliverReplay(value, to: observer, frame, thread)
                guard observer.kind == .anyThread else { return }
                while let held = observer.gate?.nextHeld() {
                    // Another post than the one before, so bridges carry it anywhere.
                    frame.pointee.route = 0
                    deliverReplay(held, to: observer, frame, thread)
                }
            }
            thread.pop(frame)
            list.releaseGarbage()
        } else {
            reportDepth(on: thread)
            while observer.gate?.nextHeld() != nil {}
        }
    }

    private func deliverReplay(
        _ box: MessageBox,
        to observer: Observer,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ thread: PostingThread
    ) {
        box.withMessage { message in
            do {
                guard Self.mayCall(observer, frame, .mainActor) else { return }
                try observer.body(message)
            } catch {
                reportThrow(error, on: thread)
            }
            counters.add(deliveries: 1)
        }
    }

    // MARK: - Boxes

    private func makeBox(_ message: UnsafeRawPointer, owner: Owner) -> MessageBox {
        MessageBox(message, layout, owner: owner)
    }

    /// Returns a copy of the message in the spare box, or else in a new one.
    private func box(_ message: UnsafeRawPointer, owner: Owner) -> MessageBox {
        guard let spare = spareBox.exchange(nil) else { return makeBox(message, owner: owner) }
        spare.fill(from: message, owner: owner)
        return spare
    }

    /// Keeps the box of a replaced value for reuse, if nothing else references it.
    private func recycle(_ replaced: inout MessageBox?) {
        // Nothing else can reach the box now, so a single reference stays the only one.
        if replaced?.emptyIfUnshared() == true { replaced = spareBox.exchange(replaced.take()) }
    }
}
