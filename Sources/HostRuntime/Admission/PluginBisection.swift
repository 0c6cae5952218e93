/// The search for the plugin that makes a program misbehave; a pure value.
///
/// The plugins are in the order of their activation, each after those that it
/// requires. Each start runs the first few of them, so that no plugin misses one
/// that it needs. The first start runs none, because the fault may be the
/// program's own.
struct PluginBisection: Hashable, Sendable {
    /// The next step after an answer.
    enum Result: Hashable, Sendable {
        /// Start the program again, and answer once more.
        case undecided
        /// The program misbehaves with this plugin, and not without it.
        case found(String)
        /// The program misbehaves without any plugin.
        case noPlugin
    }

    /// All plugins, in the order of their activation.
    let order: [String]

    /// The number of plugins that the program is known to run well with; nil before the first answer.
    private var good: Int?

    /// The smallest number of plugins that the program is known to misbehave with.
    private var bad: Int

    /// Begins a search among plugins, with all of which the program misbehaves.
    init(order: [String]) {
        self.order = order
        bad = order.count
    }

    /// The plugins that the next start runs.
    var running: [String] { Array(order.prefix(count)) }

    private var count: Int { good.map { ($0 + bad) / 2 } ?? 0 }

    /// The largest number of starts that are still needed.
    var startsLeft: Int {
        var (starts, rest) = (good == nil ? 1 : 0, bad - (good ?? 0))
        while rest > 1 { (starts, rest) = (starts + 1, rest - rest / 2) }
        return starts
    }

    /// Records whether the program ran well with the plugins of this start.
    mutating func answer(isGood: Bool) -> Result {
        guard let good else {
            guard isGood else { return .noPlugin }
            self.good = 0
            return result
        }
        if isGood { self.good = max(good, count) } else { bad = count }
        return result
    }

    private var result: Result {
        guard let good, bad - good <= 1 else { return .undecided }
        // Without any plugin there was nothing to search.
        return order.indices.contains(bad - 1) ? .found(order[bad - 1]) : .noPlugin
    }
}

// MARK: - Storing

extension PluginBisection {
    /// Reads a search that `stored` has written; nil for any other value.
    init?(stored value: PlainValue) {
        guard let order = value["order"]?.texts, let bad = value["bad"]?.intValue,
            (0...order.count).contains(bad), (0...bad).contains(value["good"]?.intValue ?? 0)
        else { return nil }
        self.order = order
        self.bad = bad
        good = value["good"]?.intValue
    }

    var stored: PlainValue {
        var values: [String: PlainValue] = [
            "order": .array(order.map { .string($0) }), "bad": .int(bad),
        ]
        if let good { values["good"] = .int(good) }
        return .dictionary(values)
    }
}
