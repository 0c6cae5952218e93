import HostRuntime

/// The counts of an advertisement on a day; a pure value.
///
/// They are whole numbers, so that they add up to the same sum in any order.
struct SplashCounts: Hashable, Sendable {
    /// A count, by its name in stores and in reports.
    enum Field: String, CaseIterable, Sendable {
        /// The presentations whose first frame was painted.
        case shown
        // The outcomes of `SplashOutcome`. What was shown and has none of them is on the screen, or its program was killed.
        case clicked, skipped, finished, interrupted, failed
        /// The time in which it was visible.
        case milliseconds
    }

    /// The largest count that every reader of JSON reads exactly.
    static let highest = 1 << 53

    private var numbers: [Field: Int] = [:]

    /// The counts of a presentation that has begun.
    static let show = SplashCounts([.shown: 1])

    /// The counts of a presentation that has ended.
    static func end(_ outcome: SplashOutcome, visible: Duration) -> SplashCounts {
        SplashCounts([field(of: outcome): 1, .milliseconds: visible.wholeMilliseconds])
    }

    private init(_ numbers: [Field: Int]) {
        self.numbers = numbers.filter { $0.value != 0 }
    }

    init() {}

    subscript(field: Field) -> Int { numbers[field] ?? 0 }

    /// Adds other counts; a sum ends at `highest`.
    static func += (counts: inout SplashCounts, others: SplashCounts) {
        counts.numbers.merge(others.numbers) { min(highest, $0 + $1) }
    }

    private static func field(of outcome: SplashOutcome) -> Field {
        switch outcome {
        case .clicked: .clicked
        case .skipped: .skipped
        case .finished: .finished
        case .interrupted: .interrupted
        case .failed: .failed
        }
    }

    // MARK: - In a store

    /// Reads stored counts; nil if the value or a count in it is something else.
    ///
    /// Other names are those of a later version.
    init?(_ stored: PlainValue) {
        guard case .dictionary(let values) = stored else { return nil }
        for field in Field.allCases {
            guard let value = values[field.rawValue] else { continue }
            guard let number = value.intValue, 0...SplashCounts.highest ~= number else { return nil }
            numbers[field] = number == 0 ? nil : number
        }
    }

    /// Adds the counts to stored ones, beside which other values stay; wrong ones are replaced.
    func added(to stored: PlainValue?) -> PlainValue {
        var (sum, values) = (self, [String: PlainValue]())
        if case .dictionary(let others)? = stored, let counts = SplashCounts(.dictionary(others)) {
            sum += counts
            values = others
        }
        for (field, number) in sum.numbers { values[field.rawValue] = .int(number) }
        return .dictionary(values)
    }
}

extension Duration {
    /// The duration in milliseconds, rounded.
    var wholeMilliseconds: Int {
        let milliseconds = (self / .milliseconds(1)).rounded()
        return Int(exactly: min(max(0, milliseconds), Double(SplashCounts.highest))) ?? 0
    }
}
