internal import FoundationEssentials

extension Decision: CustomStringConvertible {
    /// A line with the outcome and a table of the conditions, those inside others indented.
    public var description: String {
        var lines = ["\(scenario.escapingControls): \(isAllowed ? "allowed" : "refused")"]
        if openReservations > 0 { lines[0] += ", \(openReservations) reserved" }
        let rows = conditions.flatMap { $0.rows(depth: 0) }
        if !rows.isEmpty { lines.append(TextTable([["condition", "value", "limit", "held", "note"]] + rows).trimmed) }
        return lines.joined(separator: "\n")
    }

    /// The decision as JSON on one line, with its names in alphabetical order.
    public var json: String {
        PlainValue.dictionary([
            "allowed": .bool(isAllowed),
            "at": .string(date.formatted(.iso8601)),
            "conditions": .array(conditions.map(\.plainValue)),
            "reserved": .int(openReservations),
            "scenario": .string(scenario),
        ]).decisionJSON
    }
}

extension Decision.Condition {
    fileprivate func rows(depth: Int) -> [[String]] {
        let row = [
            String(repeating: "  ", count: depth) + name,
            value == .null ? "-" : value.inThousandths, "\(comparison.rawValue) \(limit.short)", isHeld ? "yes" : "no",
            note ?? "",
        ]
        return [row] + parts.flatMap { $0.rows(depth: depth + 1) }
    }

    fileprivate var plainValue: PlainValue {
        var values: [String: PlainValue] = [
            "comparison": .string(comparison.rawValue),
            "held": .bool(isHeld),
            "limit": limit,
            "name": .string(name),
            "value": value,
        ]
        values["note"] = note.map { .string($0) }
        if !parts.isEmpty { values["parts"] = .array(parts.map(\.plainValue)) }
        return .dictionary(values)
    }
}

extension TextTable {
    /// The table without blanks at the ends of its lines.
    fileprivate var trimmed: String {
        description.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
            .joined(separator: "\n")
    }
}

extension PlainValue {
    /// The value without the fraction of a whole number.
    fileprivate var short: String {
        guard case .double(let value) = self, let whole = Int(exactly: value) else { return description }
        return String(whole)
    }

    /// The same, with a fraction cut off after three places: a person's clock has no more of them.
    fileprivate var inThousandths: String {
        // Cut off, and not rounded: 9.9999 s must not look like the 10 s that it is compared with.
        guard case .double(let value) = self, value.isFinite, value.magnitude < 1e12 else { return short }
        return PlainValue.double((value * 1000).rounded(.towardZero) / 1000).short
    }

    fileprivate var decisionJSON: String {
        switch self {
        // JSON has neither infinity nor NaN.
        case .double(let value) where !value.isFinite: "null"
        case .string(let text): PlainValue.quoted(text)
        case .array(let values): "[" + values.map(\.decisionJSON).joined(separator: ",") + "]"
        case .dictionary(let values):
            "{"
                + values.sorted { $0.key < $1.key }
                .map { PlainValue.quoted($0.key) + ":" + $0.value.decisionJSON }.joined(separator: ",") + "}"
        default: short
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
