import FoundationEssentials
import HostRuntime

/// A date among the values of a store; a pure value.
///
/// Stores hold what JSON holds, so a date is a number or a text there: by its form and its name, it's most likely one.
struct StoredDate: Hashable, Sendable {
    let date: Date

    /// Reads a value as a date; nil if it's something else.
    init?(_ value: PlainValue, under key: String) {
        let seconds: Double
        switch value {
        case .string(let text):
            guard case .instant(let date) = CivilMoment(text) else { return nil }
            self.date = date
            return
        case .double(let number): seconds = number
        case .int(let number): seconds = Double(number)
        default: return nil
        }
        // From 2015 to 2050, in the units that programs use: no number is in two of the ranges.
        switch seconds {
        case 441_763_200..<1_420_070_400:
            // A date is never written as a whole number in these units.
            guard case .double = value else { return nil }
            date = Date(timeIntervalSinceReferenceDate: seconds)
        case 1_420_070_400..<2_524_608_000 where StoredDate.isName(key): date = Date(timeIntervalSince1970: seconds)
        case 1_420_070_400_000..<2_524_608_000_000 where StoredDate.isName(key):
            date = Date(timeIntervalSince1970: seconds / 1000)
        default: return nil
        }
    }

    private static let words: Set<String> = [
        "at", "date", "day", "ends", "expires", "expiry", "first", "last", "latest", "left", "on", "since", "start",
        "starts", "time", "timestamp", "until", "when",
    ]

    /// Whether a key is named as dates are: `updatedAt`, `last-seen`, `date`.
    private static func isName(_ key: String) -> Bool {
        var parts = [""]
        for character in key {
            if !character.isLetter || character.isUppercase { parts.append("") }
            if character.isLetter { parts[parts.count - 1].append(contentsOf: character.lowercased()) }
        }
        return parts.contains(where: words.contains)
    }
}

extension PlainValue {
    /// Returns the value with texts in place of the dates in it.
    func showingDates(under key: String, in zone: CivilTimeZone) -> PlainValue {
        switch self {
        case .dictionary(let values):
            .dictionary(Dictionary(uniqueKeysWithValues: values.map { ($0, $1.showingDates(under: $0, in: zone)) }))
        case .array(let values): .array(values.map { $0.showingDates(under: key, in: zone) })
        default: StoredDate(self, under: key).map { .string($0.date.inWords(zone)) } ?? self
        }
    }
}
