import Synchronization

/// The observers and the sticky value of one message type or name.
///
/// The type is erased: messages are passed by address, so this code is compiled
/// once and is as fast for a message of another module.
final class Topic: Sendable {
    /// The parts that all topics of a bus share.
    struct Environment: Sendable {
        // It owns the topics.
        unowned(unsafe) let mailbox: MainMailbox
        let listeners: BusListeners
        /// The number of observers of a topic that may be a leak; the largest number where none is.
        let leakWarningThreshold: Int
    }

    let isSticky: Bool
    let isNamed: Bool
    let list = ObserverList()
    let failures = Atomic(0)
    let dropped = Atomic(0)
    private let environment: Environment
    private let makeName: @Sendable () -> String
    private let knownName = Mutex<String?>(nil)
    private let read: @Sendable (UnsafeRawPointer) -> any Sendable
    private let leakMonitor: Mutex<LeakMonitor>

    init<M: Sendable>(
        _ type: M.Type,
        name: @escaping @Sendable () -> String,
        isSticky: Bool,
        environment: Environment
    ) {
        makeName = name
        self.isSticky = isSticky
        self.environment = environment
        isNamed = type == NamedNotification.self
        read = { $0.assumingMemoryBound(to: M.self).pointee }
        leakMonitor = Mutex(LeakMonitor(threshold: environment.leakWarningThreshold))
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

    /// Whether a post is more than a number to count: somebody observes it, is told of it, or may ask for it later.
    @inline(__always)
    var isHeard: Bool { !list.isEmpty || isSticky || environment.listeners.hearPosts }

    /// Delivers the message at an address; `route` is where a bridge's post has been.
    func post(_ message: UnsafeRawPointer, owner: Owner, route: Route? = nil) {
        if environment.listeners.hearPosts { reportPost(message, owner: owner) }
        if isSticky {
            postSticky(message, owner: owner, route: route, .current)
        } else if list.isEmpty {
            list.countPost()
        } else {
            postPlain(message, route: route, .current)
        }
    }

    private func postPlain(_ message: UnsafeRawPointer, route: Route?, _ thread: PostingThread) {
        guard let delivery = list.beginDelivery(of: self, posts: 1, route: route, on: thread) else {
            return reportDepth(on: thread)
        }
        var isMain = true
        // Before the observers here: messages that one of them posts must arrive after this one.
        if list.hasMainObservers {
            isMain = thread.isMain
            if !isMain {
                let mailbox = environment.mailbox
                mailbox.perform(mailbox.put(read(message), of: self, upTo: list.lastOrder))
            }
        }
        deliver(message, delivery, thread) { $0.mayBeCalled(onMain: isMain) }
    }

    /// Calls the observers of a delivery that fulfil a condition, and ends it.
    ///
    /// Inlined together with the condition: this loop is what each further observer costs.
    @inline(__always)
    private func deliver(
        _ message: UnsafeRawPointer,
        _ delivery: ObserverList.Delivery,
        _ thread: PostingThread,
        where isDue: (Observer) -> Bool
    ) {
        var calls = 0
        for index in 0..<delivery.count {
            guard let observer = delivery.slots?[index].observer else { continue }
            observer._withUnsafeGuaranteedRef {
                guard isDue($0) else { return }
                delivery.frame.pointee.observer = observer
                call($0, message, thread)
                calls &+= 1
            }
        }
        list.endDelivery(delivery, calls: calls, on: thread)
    }

    @inline(__always)
    private func call(_ observer: Observer, _ message: UnsafeRawPointer, _ thread: PostingThread) {
        do {
            try observer.body(message)
        } catch {
            reportThrow(error, on: thread)
        }
    }

    /// Delivers a letter on the main actor to its observers that were registered when it was posted.
    func deliver<M: Sendable>(_ message: M, upTo lastOrder: UInt64) {
        let thread = PostingThread.current
        guard let delivery = list.beginDelivery(of: self, posts: 0, on: thread) else { return reportDepth(on: thread) }
        withUnsafePointer(to: message) { message in
            deliver(message, delivery, thread) {
                $0.delivery == .mainActor && $0.order <= lastOrder && $0.mayBeCalled(onMain: true)
            }
        }
    }

    /// Adds a message to a sequence's buffer, and counts what that drops.
    func put(_ message: UnsafeRawPointer, into buffer: MessageBuffer) {
        if !buffer.put(read(message)) { dropped.wrappingAdd(1, ordering: .relaxed) }
    }

    // MARK: - Observing

    /// Adds an observer; replays the sticky value to it before this returns where that is possible here.
    func observe(
        _ kind: ObserverDelivery,
        site: ObserverSite,
        replays: Bool = true,
        onEnd: Observer.End? = nil,
        prefill: (any Sendable) -> Void = { _ in },
        body: @escaping Observer.Body
    ) -> Subscription {
        let replays = isSticky && replays
        let gate = replays && kind != .sequence ? ReplayGate() : nil
        let observer = Observer(kind, site: site, gate: gate, onEnd: onEnd, body: body)
        let count = replays ? appendReplaying(observer, prefill) : list.append(observer).observers
        let subscription = Subscription(topic: self, observer: .passUnretained(observer))
        if count >= environment.leakWarningThreshold { warnOfLeak(observers: count) }
        return subscription
    }
}

// MARK: - Sticky values

extension Topic {
    /// Replaces the sticky value, and delivers the new one.
    private func postSticky(_ message: UnsafeRawPointer, owner: Owner, route: Route?, _ thread: PostingThread) {
        guard !thread.isFull else { return reportDepth(on: thread) }
        var value: StickyValue? = StickyValue(message: read(message), owner: owner)
        let isMain = list.hasMainObservers && thread.isMain
        var delivery: ObserverList.Delivery?
        var duty: MainMailbox.Duty?
        list.withSticky { sticky in
            swap(&sticky, &value)
            // Under the lock: an observer that is added meanwhile gets this value, or is called with it.
            guard !list.isEmpty else { return list.countPost() }
            if !isMain, list.hasMainObservers {
                duty = environment.mailbox.put(read(message), of: self, upTo: list.lastOrder)
            }
            delivery = list.beginDelivery(of: self, posts: 1, route: route, on: thread)
        }
        if let duty { environment.mailbox.perform(duty) }
        if let delivery {
            deliver(message, delivery, thread) { observer in
                observer.mayBeCalled(onMain: isMain) && passesGate(observer, message, delivery, thread)
                    && observer.mayBeCalled(onMain: isMain)
            }
        }
        // Not before: the deinit of the message that was replaced may use the bus.
        _ = consume value
    }

    /// Returns whether a message may be delivered now to an observer that may still wait for its sticky value.
    private func passesGate(
        _ observer: Observer,
        _ message: UnsafeRawPointer,
        _ delivery: ObserverList.Delivery,
        _ thread: PostingThread
    ) -> Bool {
        guard let gate = observer.gate, !gate.isOpen else { return true }
        if observer.delivery == .mainActor {
            // The value is still in the mailbox, and must come before this message.
            if let waiting = gate.removeWaiting() { replay(waiting, to: observer, delivery, thread) }
            return true
        }
        return !gate.hold(read(message), on: thread)
    }

    /// Appends an observer, replays the sticky value to it, and returns how many observers there are.
    private func appendReplaying(_ observer: Observer, _ prefill: (any Sendable) -> Void) -> Int {
        let thread = PostingThread.current
        var isReplayedHere = false
        var duty: MainMailbox.Duty?
        let (sticky, count) = list.append(observer) { sticky in
            switch observer.delivery {
            case .sequence:
                prefill(sticky)
                list.countDelivery()
            case .anyThread:
                observer.gate?.beginReplay(on: thread)
                isReplayedHere = true
            case .mainActor where thread.isMain:
                isReplayedHere = true
            case .mainActor:
                observer.gate?.wait(with: sticky)
                duty = environment.mailbox.put(replayTo: observer, of: self)
            }
        }
        if let duty { environment.mailbox.perform(duty) }
        if isReplayedHere, let sticky { replay(sticky, to: observer, on: thread) }
        return count
    }

    /// Delivers the sticky value on the main actor, unless a newer message has delivered it.
    func replayWaiting(to observer: Observer) {
        guard let value = observer.gate?.removeWaiting() else { return }
        replay(value, to: observer, on: .current)
    }

    /// Delivers the sticky value to a new observer, then the messages that were held meanwhile.
    private func replay(_ value: any Sendable, to observer: Observer, on thread: PostingThread) {
        guard let delivery = list.beginDelivery(of: self, posts: 0, on: thread) else {
            reportDepth(on: thread)
            while observer.gate?.nextHeld() != nil {}
            return
        }
        thread.replay {
            replay(value, to: observer, delivery, thread)
            guard observer.delivery == .anyThread else { return }
            while let held = observer.gate?.nextHeld() {
                // Another post than the one before, so bridges carry it anywhere.
                delivery.frame.pointee.route = nil
                replay(held, to: observer, delivery, thread)
            }
        }
        list.endDelivery(delivery, calls: 0, on: thread)
    }

    private func replay<M: Sendable>(
        _ message: M,
        to observer: Observer,
        _ delivery: ObserverList.Delivery,
        _ thread: PostingThread
    ) {
        guard observer.mayBeCalled(onMain: true) else { return }
        delivery.frame.pointee.observer = Unmanaged.passUnretained(observer)
        withUnsafePointer(to: message) { call(observer, $0, thread) }
        list.countDelivery()
    }
}

// MARK: - Reporting

extension Topic {
    @inline(never)
    private func reportPost(_ message: UnsafeRawPointer, owner: Owner) {
        let thread = PostingThread.current
        environment.listeners.report(.post, on: thread) {
            let value = read(message)
            let site = thread.innermostSite
            return BusEvent(
                messageName: name,
                text: (value as? any CustomStringConvertible)?.description ?? name,
                owner: owner,
                subject: (value as? any MessageWithSubject)?.subject,
                place: site?.place ?? "",
                observers: list.count,
                depth: thread.depth,
                isOnMainThread: thread.isMain
            )
        }
    }

    @inline(never)
    private func reportThrow(_ error: any Error, on thread: PostingThread) {
        guard let site = thread.innermostSite else { return }
        reportFailure(of: site, on: thread) { "The observer \(site) threw on '\(name)': \(error)" }
    }

    @inline(never)
    private func reportDepth(on thread: PostingThread) {
        let site = thread.innermostSite ?? ObserverSite(owner: .host, file: "", line: 0)
        reportFailure(of: site, on: thread) {
            """
            '\(name)' was not delivered: the observer \(site) posted it \(thread.depth) posts deep. \
            Chain: \((thread.chain + [name]).joined(separator: " > "))
            """
        }
    }

    private func reportFailure(of site: ObserverSite, on thread: PostingThread, text: () -> String) {
        failures.wrappingAdd(1, ordering: .relaxed)
        environment.listeners.report(.failure, on: thread) {
            BusEvent(
                .failure,
                messageName: name,
                text: text(),
                owner: site.owner,
                place: site.file.isEmpty ? "" : site.place,
                isOnMainThread: thread.isMain
            )
        }
    }

    private func warnOfLeak(observers count: Int) {
        guard leakMonitor.withLock({ $0.shouldWarn(observers: count) }) else { return }
        let thread = PostingThread.current
        environment.listeners.report(.leakWarning, on: thread) {
            let warning = LeakWarning(messageName: name, sites: list.observers.map(\.site))
            let most = warning.sites.first?.site
            return BusEvent(
                .leakWarning,
                messageName: name,
                text: warning.description,
                owner: most?.owner ?? .host,
                place: most?.place ?? "",
                observers: warning.observers,
                isOnMainThread: thread.isMain
            )
        }
    }

    /// Returns the counters, under a number of the topic.
    func statistics(topic: Int) -> TopicStatistics {
        let counts = list.counts
        return TopicStatistics(
            topic: topic,
            messageName: name,
            isNamed: isNamed,
            isSticky: isSticky,
            posts: counts.posts,
            deliveries: counts.deliveries,
            dropped: dropped.load(ordering: .relaxed),
            failures: failures.load(ordering: .relaxed),
            observers: list.count
        )
    }
}
