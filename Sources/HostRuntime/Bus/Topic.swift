import Synchronization

/// The observers and the sticky value of one message type or name.
///
/// The type is erased: messages are passed by address, so this code is compiled
/// once and is as fast for a message of another module.
@usableFromInline
final class Topic: Sendable {
    let isSticky: Bool
    let hooks: BusHooks
    let list: ObserverList
    let counters: TopicCounters
    let failures = Atomic(0)
    let dropped = Atomic(0)
    private let makeName: @Sendable () -> String
    private let knownName = Mutex<String?>(nil)
    let read: @Sendable (UnsafeRawPointer) -> any Sendable
    let isNamed: Bool
    let layout: MessageLayout
    let leakMonitor: Mutex<LeakMonitor>
    /// The number of the burst in which the topic's newest letter to the main actor is.
    private let burst = Atomic<UInt64>(0)
    /// An empty box to reuse, so that a sticky post needn't allocate one.
    let spareBox = MessageBoxSlot()

    init<M: Sendable>(
        _ type: M.Type,
        _ key: TopicTable.Key,
        name: @escaping @Sendable () -> String,
        isSticky: Bool,
        hooks: BusHooks
    ) {
        makeName = name
        self.isSticky = isSticky
        self.hooks = hooks
        counters = TopicCounters(key: key)
        list = ObserverList(unheard: isSticky ? nil : hooks.unheard.place(of: counters))
        read = { $0.assumingMemoryBound(to: M.self).pointee }
        isNamed = type == NamedNotification.self
        layout = MessageLayout(type)
        leakMonitor = Mutex(LeakMonitor(threshold: hooks.leakWarningThreshold))
    }

    /// The name in reports.
    ///
    /// It's made only when someone reads it: to find a type's name, the standard library
    /// searches all conformances of the program, and a host has dozens of types when it starts.
    var name: String {
        if let known = knownName.withLock({ $0 }) { return known }
        let name = makeName()
        knownName.withLock { $0 = name }
        return name
    }

    // MARK: - Posting

    /// Delivers the message at the address and returns true; `route` is that of a bridge's post.
    ///
    /// The caller keeps the topic alive, so that nothing here retains it.
    @inline(__always)
    static func post(
        _ message: UnsafeRawPointer,
        to topic: Unmanaged<Topic>,
        owner: Owner,
        route: UInt64 = 0
    ) -> Bool {
        topic._withUnsafeGuaranteedRef { topic in
            topic.hooks.onPost.isSet
                ? report(message, to: topic, owner: owner, route: route)
                : deliver(message, to: topic, owner: owner, route: route)
        }
    }

    // None of these has a `self`, whose register the caller would have to save.

    /// Posts a message of which no hook is told, or was told already.
    @inline(never)
    private static func deliver(
        _ message: UnsafeRawPointer,
        to topic: Topic,
        owner: Owner,
        route: UInt64
    ) -> Bool {
        let thread = PostingThread.current
        if topic.isSticky {
            topic.postSticky(message, owner: owner, route: route, thread)
        } else if topic.list.isEmpty {
            topic.counters.add(posts: 1)
        } else {
            topic.postPlain(message, route: route, thread)
        }
        topic.list.releaseGarbage()
        return true
    }

    /// Posts a message after a hook was told of it.
    @inline(never)
    private static func report(
        _ message: UnsafeRawPointer,
        to topic: Topic,
        owner: Owner,
        route: UInt64
    ) -> Bool {
        topic.reportPost(message, owner: owner)
        return deliver(message, to: topic, owner: owner, route: route)
    }

    @inline(__always)
    private func postPlain(_ message: UnsafeRawPointer, route: UInt64, _ thread: PostingThread) {
        guard let frame = thread.push(self, route: route) else { return reportDepth(on: thread) }
        var level = thread.callLevel
        // Before the walk: messages that an observer posts in it must arrive after this one.
        if list.hasMainObservers, level < .mainActor { level = send(message, from: thread) }
        deliver(message, list.snapshot, frame, thread, level)
        thread.pop(frame)
    }

    /// Sends a message to the main actor unless that runs here, and returns which observers may be called here.
    @inline(never)
    private func send(_ message: UnsafeRawPointer, from thread: PostingThread) -> CallLevel {
        if thread.isMain { return .mainActor }
        hooks.mailbox.perform(hooks.mailbox.put(message, of: self, upTo: list.lastOrder))
        return .anyThread
    }

    /// Calls the observers of a delivery, and counts the calls, and the post if it's one.
    ///
    /// An observer whose slot admits a thread of the level is called at once. Of the
    /// others, and of all if the level is nil, `asks` chooses.
    ///
    /// Inlined together with the closure: this loop is what each further observer costs.
    @inline(__always)
    func walk(
        _ message: UnsafeRawPointer,
        _ snapshot: ObserverList.Snapshot,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ thread: PostingThread,
        posts: Int?,
        level: CallLevel?,
        asks: (_ slot: UnsafeMutablePointer<ObserverSlot>, _ previous: UInt) -> Bool
    ) {
        // Nearly all are called, so those that aren't are counted.
        var delivered = snapshot.count
        if let first = snapshot.slots, delivered > 0 {
            let end = first + delivered
            var next = first
            repeat {
                // An error leaves the inner loop, so that the compiler keeps what follows it out of the way.
                do {
                    repeat {
                        let slot = next
                        next += 1
                        frame.pointee.publish(slot.pointee.address)
                        let isAdmitted = level.map { slot.pointee.admits($0) } ?? false
                        if _slowPath(!isAdmitted), !asks(slot, slot == first ? 0 : (slot - 1).pointee.address) {
                            delivered &-= 1
                        } else {
                            try slot.pointee.call(message)
                        }
                    } while next != end
                } catch {
                    reportThrow(error, on: thread)
                }
            } while next != end
        }
        counters.add(posts: posts, deliveries: delivered)
    }

    @inline(__always)
    private func deliver(
        _ message: UnsafeRawPointer,
        _ snapshot: ObserverList.Snapshot,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ thread: PostingThread,
        _ level: CallLevel
    ) {
        walk(message, snapshot, frame, thread, posts: 1, level: level) { Self.ask($0, after: $1, frame, level) != nil }
    }

    /// Returns a slot's observer if a thread of a level may call it, after reporting the end of the call before.
    @inline(never)
    static func ask(
        _ slot: UnsafeMutablePointer<ObserverSlot>,
        after previous: UInt,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ level: CallLevel
    ) -> Unmanaged<Observer>? {
        PostingThread.tell(endOf: previous)
        // Read again, after the fence that telling may have made.
        if let observer = slot.pointee.observer, observer._withUnsafeGuaranteedRef({ $0.callLevel.load() <= level }) {
            return observer
        }
        // Another observer may have this address, and a thread that waits for its end.
        frame.pointee.track(0)
        return nil
    }

    /// Records that the topic has a letter in a burst, and returns whether it's the first.
    ///
    /// Call it under the mailbox's lock.
    func markLetter(inBurst number: UInt64) -> Bool {
        guard burst.load(ordering: .relaxed) != number else { return false }
        burst.store(number, ordering: .relaxed)
        return true
    }

    /// Delivers a letter to the main-actor observers that were registered when it was posted.
    @MainActor
    func deliver(_ message: UnsafeRawPointer, upTo lastOrder: UInt64) {
        let thread = PostingThread.current
        guard let frame = thread.push(self, route: 0) else { return reportDepth(on: thread) }
        walk(message, list.snapshot, frame, thread, posts: nil, level: nil) { slot, previous in
            Self.ask(slot, after: previous, frame, .mainActor)?._withUnsafeGuaranteedRef {
                $0.kind == .mainActor && $0.order <= lastOrder
            } == true
        }
        thread.pop(frame)
        list.releaseGarbage()
    }

    /// Returns whether an observer may be called on a thread of a level, after publishing it for those who wait for its end.
    @inline(__always)
    static func mayCall(
        _ observer: Observer,
        _ frame: UnsafeMutablePointer<PostingThread.Frame>,
        _ level: CallLevel
    ) -> Bool {
        frame.pointee.track(observer.address)
        return observer.callLevel.load() <= level
    }

    // MARK: - Observing

    /// Adds an observer; replays the sticky value to it before this returns where that is possible here.
    func observe(
        kind: Observer.Kind,
        site: ObserverSite,
        replays: Bool = true,
        onEnd: (@Sendable (_ cancelled: Bool) -> Void)? = nil,
        prefill: (MessageBox) -> Void = { _ in },
        body: @escaping Observer.Body
    ) -> Subscription {
        let replays = isSticky && replays
        let gate = replays && kind != .sequence ? ReplayGate() : nil
        let observer = Unmanaged.passRetained(Observer(kind: kind, site: site, gate: gate, onEnd: onEnd, body: body))
        // Made first: from `append` on, the observer is the list's.
        let subscription = Subscription(topic: self, observer: observer)
        let count = replays ? appendReplaying(observer, prefill) : list.append(observer)
        if count >= hooks.leakWarningThreshold { warnOfLeak(observers: count) }
        return subscription
    }
}
