import HostRuntime

/// One object of a feed, whose values are read by name.
///
/// Null counts as missing. A value that is out of range or too long is clamped,
/// and reported as a problem. A value of the wrong type rejects the object, since
/// its intent is unknown.
struct FeedObject {
    private let values: [String: PlainValue]
    private var known: Set<String> = []
    private(set) var problems: [SplashProblem] = []

    /// Whether each unknown name is a problem by itself, so that it has its own place.
    private let isDetailed: Bool

    init(_ values: [String: PlainValue], isDetailed: Bool) {
        self.values = values.filter { $0.value != .null }
        self.isDetailed = isDetailed
    }

    /// Reports a problem, and the names and numbers that lead from here to the value that has it.
    mutating func report(_ problem: String, at path: [String] = []) {
        problems.append(SplashProblem(problem, at: path))
    }

    mutating func reportUnknown() {
        reportUnknown(Set(values.keys).subtracting(known), known: known.sorted())
    }

    /// Reports names that aren't known, here or in an object with a name.
    mutating func reportUnknown(_ names: Set<String>, known: [String], in object: String? = nil) {
        let names = names.sorted()
        for names in isDetailed ? names.map({ [$0] }) : [names] {
            guard let problem = problem(ofUnknown: names, known: known) else { continue }
            report(object.map { "'\($0)': \(problem)" } ?? problem, at: [object, names.first].compactMap(\.self))
        }
    }

    // MARK: - Values

    mutating func value(_ name: String) -> PlainValue? {
        known.insert(name)
        return values[name]
    }

    mutating func string(_ name: String) throws(AdFeedError) -> String? {
        try read(name, "a text") { $0.stringValue }
    }

    mutating func moment(_ name: String) throws(AdFeedError) -> CivilMoment? {
        try read(name, FeedObject.momentRule) { $0.stringValue.flatMap(CivilMoment.init) }
    }

    static let momentRule = "a date such as 2026-11-01 or 2026-11-01T09:30:00Z"

    private mutating func read<Value>(
        _ name: String,
        _ rule: String,
        _ read: (PlainValue) -> Value?
    ) throws(AdFeedError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let result = read(value) else {
            throw AdFeedError("'\(name)' is \(rule), not \(value.inWords)", at: [name])
        }
        return result
    }

    /// Reads a text for the screen, on one line, cut to a number of columns; empty if it is missing.
    mutating func text(_ name: String, columns: Int) throws(AdFeedError) -> String {
        guard let text = try string(name)?.onOneLine else { return "" }
        // Combining marks take no columns, and a letter can have any number of them.
        let scalars = text.unicodeScalars.prefix(columns * FeedObject.scalarsInColumn)
        // On one line again, because a joiner at the cut joins nothing.
        let bounded = String(String.UnicodeScalarView(scalars)).onOneLine
        let cut = TextWidth.truncate(bounded, to: columns)
        if cut != text { report("'\(name)' is longer than \(columns) columns; its end is cut off", at: [name]) }
        return cut
    }

    private static let scalarsInColumn = 8

    mutating func whole(_ name: String, in range: ClosedRange<Int>) throws(AdFeedError) -> Int? {
        guard let value = value(name) else { return nil }
        let setting = Setting(name, in: range, default: range.lowerBound, help: "")
        let rule = "'\(name)' is \(setting.rule), not \(value.inWords)"
        switch setting.read(value) {
        case .exact(let number): return number
        case .nearest(let number):
            report("\(rule); \(number) is used", at: [name])
            return number
        case .refused: throw AdFeedError(rule, at: [name])
        }
    }

    /// Reads the settings that a creative overrides; an unknown word counts as missing, and is reported.
    mutating func look() throws(AdFeedError) -> [String: PlainValue] {
        var settings = SplashSettings()
        var look: [String: PlainValue] = [:]
        for setting in SplashSettings.Setting.all where setting.isForCreatives {
            guard let value = value(setting.name) else { continue }
            let rule = "'\(setting.name)' is \(setting.rule), not \(value.inWords)"
            switch setting.read(value, &settings) {
            case .exact: break
            case .nearest(let nearest): report("\(rule); \(nearest) is used", at: [setting.name])
            case .refused where setting.isText:
                report("\(rule); it is ignored", at: [setting.name])
                continue
            case .refused: throw AdFeedError(rule, at: [setting.name])
            }
            look[setting.name] = value
        }
        if look["seconds"] != nil, look["skip-after-seconds"] != nil, let rule = settings.skipRule {
            report("\(rule), so it cannot be skipped", at: ["skip-after-seconds"])
        }
        return look
    }

    /// Reads the address of a file, which is encrypted if the feed's is, except on this machine.
    mutating func address(_ name: String, in feed: HTTPAddress) throws(AdFeedError) -> HTTPAddress? {
        guard let text = try string(name) else { return nil }
        let address: HTTPAddress
        do throws(HTTPAddressError) {
            address = try HTTPAddress(text, relativeTo: feed)
        } catch {
            throw AdFeedError("'\(name)' \(error.rule): \(error.text.quoted)", at: [name])
        }
        guard address.isSecure || !feed.isSecure || address.isLoopback else {
            let rule = "has to be an https address, as the feed's is"
            throw AdFeedError("'\(name)' \(rule): \(text.quoted)", at: [name])
        }
        return address
    }
}
