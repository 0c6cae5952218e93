import Synchronization

extension Topic {
    @inline(never)
    func reportPost(_ message: UnsafeRawPointer, owner: Owner) {
        let thread = PostingThread.current
        hooks.onPost(on: thread) {
            let value = read(message)
            return PostedMessage(
                messageName: name,
                text: (value as? any CustomStringConvertible)?.description ?? name,
                owner: owner,
                subject: (value as? any MessageWithSubject)?.subject,
                observers: list.count,
                site: thread.innermostSite,
                depth: thread.depth,
                isOnMainThread: thread.isMain
            )
        }
    }

    @inline(never)
    func reportThrow(_ error: any Error, on thread: PostingThread) {
        failures.wrappingAdd(1, ordering: .relaxed)
        guard let site = thread.innermostSite else { return }
        hooks.onFailure(on: thread) {
            ObserverFailure(messageName: name, site: site, reason: .threw(String(describing: error)))
        }
    }

    @inline(never)
    func reportDepth(on thread: PostingThread) {
        failures.wrappingAdd(1, ordering: .relaxed)
        hooks.onFailure(on: thread) {
            ObserverFailure(
                messageName: name,
                site: thread.innermostSite ?? ObserverSite(owner: .host, file: "", line: 0),
                reason: .nestedTooDeep(chain: thread.chain + [name])
            )
        }
    }

    @inline(never)
    func warnOfLeak(observers count: Int) {
        guard leakMonitor.withLock({ $0.shouldWarn(observers: count) }) else { return }
        hooks.onLeakWarning(on: PostingThread.current) {
            LeakWarning(messageName: name, sites: list.observers.map(\.site))
        }
    }

    /// Returns the counters, under a number of the topic.
    func statistics(topic: Int) -> TopicStatistics {
        TopicStatistics(
            topic: topic,
            messageName: name,
            isNamed: isNamed,
            isSticky: isSticky,
            posts: counters.posts,
            deliveries: counters.deliveries,
            dropped: dropped.load(ordering: .relaxed),
            failures: failures.load(ordering: .relaxed),
            observers: list.count
        )
    }
}
