import FoundationEssentials
import HostRuntime

/// One object of a feed, whose values are taken by name.
///
/// Null is as not given. What is out of range or too long is brought into the
/// range, with a problem. What is of a wrong kind refuses the object: what was
/// meant is not known.
struct FeedObject {
    private let values: [String: PlainValue]
    private var known: Set<String> = []

    /// What is wrong with the values that were taken all the same.
    private(set) var problems: [String] = []

    init(_ values: [String: PlainValue]) {
        self.values = values.filter { $0.value != .null }
    }

    /// Keeps something that is wrong with the object.
    mutating func note(_ problem: String) {
        problems.append(problem)
    }

    /// Keeps that there are values whose names were not asked for.
    mutating func noteUnknown() {
        if let problem = problem(ofUnknown: Set(values.keys).subtracting(known), known: known.sorted()) {
            note(problem)
        }
    }

    // MARK: - Values

    /// Takes a value of any kind.
    mutating func value(_ name: String) -> PlainValue? {
        known.insert(name)
        return values[name]
    }

    /// Takes a text as it is.
    mutating func string(_ name: String) throws(FeedRefusal) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw FeedRefusal("'\(name)' is a text, not \(value.told)") }
        return text
    }

    /// Takes a text for the screen: on one line, and of at most so many columns; empty where there is none.
    mutating func text(_ name: String, columns: Int) throws(FeedRefusal) -> String {
        guard let text = try string(name)?.onOneLine else { return "" }
        // Marks on a letter take no columns, and there may be any number of them.
        let bounded = String(String.UnicodeScalarView(text.unicodeScalars.prefix(columns * FeedObject.scalarsInColumn)))
        let cut = TextWidth.truncate(bounded, to: columns)
        if cut != text { note("'\(name)' is longer than \(columns) columns; its end is left out") }
        return cut
    }

    private static let scalarsInColumn = 8

    /// Takes a whole number.
    mutating func whole(_ name: String, in range: ClosedRange<Int>) throws(FeedRefusal) -> Int? {
        guard let value = value(name) else { return nil }
        let rule = "'\(name)' is a whole number from \(range.lowerBound) to \(range.upperBound), not \(value.told)"
        guard let number = value.whole(in: range) else { throw FeedRefusal(rule) }
        if !number.isExact { note("\(rule); \(number.value) is used") }
        return number.value
    }

    /// Takes one of several words; another one counts as not given, with a problem.
    mutating func choice<Value: RawRepresentable & CaseIterable>(_ name: String) -> Value?
    where Value.RawValue == String {
        guard let value = value(name) else { return nil }
        if let choice = value.stringValue.flatMap(Value.init) { return choice }
        let words = Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        note("'\(name)' is one of \(words), not \(value.told); it is as for the others")
        return nil
    }

    /// Takes true or false.
    mutating func flag(_ name: String) throws(FeedRefusal) -> Bool? {
        guard let value = value(name) else { return nil }
        guard let flag = value.boolValue else { throw FeedRefusal("'\(name)' is true or false, not \(value.told)") }
        return flag
    }

    /// Takes a moment.
    mutating func date(_ name: String) throws(FeedRefusal) -> Date? {
        guard let value = value(name) else { return nil }
        guard let date = value.stringValue.flatMap(Date.init(iso8601:)) else {
            throw FeedRefusal("'\(name)' is a date such as 2026-11-01T09:30:00Z, not \(value.told)")
        }
        return date
    }

    /// Takes the address of something to fetch, which may be relative to the feed's own.
    mutating func address(_ name: String, in feed: AdAddress) throws(FeedRefusal) -> AdAddress? {
        guard let text = try string(name) else { return nil }
        do throws(AdAddressError) {
            return try AdAddress(text, relativeTo: feed)
        } catch {
            throw FeedRefusal("'\(name)' \(error.rule): \(error.text.quoted)")
        }
    }

    /// Takes an object, and reads it.
    ///
    /// Its problems, and why it is refused, are told with its name.
    mutating func object<Result>(
        _ name: String,
        read: (inout FeedObject) throws(FeedRefusal) -> Result
    ) throws(FeedRefusal) -> Result? {
        guard let value = value(name) else { return nil }
        return try readObject(value, called: "'\(name)'", read: read)
    }

    /// Takes a list of objects, and reads them; more than a limit are left out.
    mutating func objects<Result>(
        _ name: String,
        called item: String,
        atMost limit: Int,
        read: (inout FeedObject) throws(FeedRefusal) -> Result
    ) throws(FeedRefusal) -> [Result]? {
        guard let value = value(name) else { return nil }
        guard let list = value.arrayValue else { throw FeedRefusal("'\(name)' is a list, not \(value.told)") }
        if list.count > limit {
            note("'\(name)' has \(list.count) entries; only the first \(limit) are used")
        }
        var results: [Result] = []
        for (index, value) in list.prefix(limit).enumerated() {
            results.append(try readObject(value, called: "\(item) \(index + 1)", read: read))
        }
        return results
    }

    private mutating func readObject<Result>(
        _ value: PlainValue,
        called name: String,
        read: (inout FeedObject) throws(FeedRefusal) -> Result
    ) throws(FeedRefusal) -> Result {
        guard case .dictionary(let values) = value else {
            throw FeedRefusal("\(name) is an object, not \(value.told)")
        }
        var object = FeedObject(values)
        do throws(FeedRefusal) {
            let result = try read(&object)
            object.noteUnknown()
            for problem in object.problems { note("\(name): \(problem)") }
            return result
        } catch {
            throw FeedRefusal("\(name): \(error.rule)")
        }
    }
}

/// Why an object of a feed is not taken.
struct FeedRefusal: Error, Hashable {
    /// What it breaks: "'weight' is a whole number from 1 to 1000, not 'many'".
    let rule: String

    init(_ rule: String) {
        self.rule = rule
    }
}
