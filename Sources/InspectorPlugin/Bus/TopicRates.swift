import HostRuntime

/// The posts a second of each topic, from its counters at two moments; a pure value.
struct TopicRates: Sendable {
    private var last: (time: Duration, posts: [Int: Int])?

    /// The posts a second by the number of the topic, between the last two readings.
    private(set) var perSecond: [Int: Double] = [:]

    /// Reads the counters at a moment; readings in the same moment change nothing.
    mutating func read(_ topics: [TopicStatistics], at time: Duration) {
        let posts = Dictionary(topics.map { ($0.topic, $0.posts) }, uniquingKeysWith: { first, _ in first })
        if let last {
            let seconds = (time - last.time).seconds
            guard seconds > 0 else { return }
            perSecond = posts.mapValues { _ in 0 }
            for (topic, count) in posts { perSecond[topic] = Double(count - (last.posts[topic] ?? 0)) / seconds }
        }
        last = (time, posts)
    }
}
