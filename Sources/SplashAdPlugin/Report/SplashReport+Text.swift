import HostRuntime

extension SplashReport {
    /// The form of a report's text.
    enum Format: String, CaseIterable, Sendable {
        case table, csv, json
    }

    /// Returns the counts of some days as text.
    func text(_ format: Format, of range: ClosedRange<Int>) -> String {
        let rows = rows(of: range)
        return switch format {
        case .table: SplashReport.table(rows, of: range)
        case .csv: SplashReport.csv(rows)
        case .json: SplashReport.json(rows, of: range)
        }
    }

    // MARK: - For people

    /// The columns of a terminal.
    private static let width = 80

    /// The counts by day and creative with the sums of each day, and then the sums of all days.
    private static func table(_ rows: [Row], of range: ClosedRange<Int>) -> String {
        let span = "from \(label(range.lowerBound)) until \(label(range.upperBound))"
        if rows.isEmpty { return "No advertisement was counted \(span)." }
        let blocks =
            Dictionary(grouping: rows, by: \.day).sorted { $0.key < $1.key }.map { (label($0.key), $0.value) }
            + [("all days", rows)]
        let lines = blocks.flatMap { title, rows in
            let creatives = Dictionary(grouping: rows, by: \.creative).sorted { $0.key < $1.key }
            return [[title] + cells(rows)] + creatives.map { ["  " + $0.key] + cells($0.value) }
        }
        let heads = [""] + SplashCounts.Field.allCases.map { $0 == .milliseconds ? "seconds" : $0.rawValue }
        var notes = [
            "Advertisements that were shown by hand aren't counted. One without an",
            "outcome is on the screen, or its program was killed.",
        ]
        if rows.contains(where: { $0.creative == none }) { notes.append("\(none): no advertisement appeared.") }
        return (["Advertisements \(span)", ""] + aligned([heads] + lines) + [""] + notes).joined(separator: "\n")
    }

    private static func cells(_ rows: [Row]) -> [String] {
        let sum = rows.reduce(into: SplashCounts()) { $0 += $1.counts }
        return SplashCounts.Field.allCases.map { field in
            field == .milliseconds ? Duration.milliseconds(sum[field]).inSeconds(decimals: 1...1) : "\(sum[field])"
        }
    }

    /// Returns lines with numbers to the right of names, which are cut where the line would be too long.
    private static func aligned(_ lines: [[String]]) -> [String] {
        func padding(_ cell: String, to width: Int) -> String {
            String(repeating: " ", count: max(0, width - TextWidth.width(of: cell)))
        }
        let widths = lines[0].indices.map { column in lines.map { TextWidth.width(of: $0[column]) }.max() ?? 0 }
        let numbers = widths.dropFirst().reduce(0) { $0 + 1 + $1 }
        let names = min(widths[0], max(16, width - numbers))
        return lines.map { line in
            let name = TextWidth.truncate(line[0], to: names)
            let cells = zip(line, widths).dropFirst().map { " " + padding($0, to: $1) + $0 }
            return name + padding(name, to: names) + cells.joined()
        }
    }

    // MARK: - For programs

    /// One line for each day and creative below their names, in RFC 4180 with the line ends of Unix.
    ///
    /// An id that begins with a hyphen stays as it is: it has no character with which a
    /// formula of a spreadsheet could call anything, and who reads it needs it unchanged.
    private static func csv(_ rows: [Row]) -> String {
        let names = ["day", "creative"] + SplashCounts.Field.allCases.map(\.rawValue)
        let lines = rows.map { row in
            [label(row.day), row.creative] + SplashCounts.Field.allCases.map { "\(row.counts[$0])" }
        }
        return ([names] + lines).map { $0.map(quotedField).joined(separator: ",") }.joined(separator: "\n")
    }

    /// Returns a field as RFC 4180 has it, in quotation marks if it needs them.
    static func quotedField(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private static func json(_ rows: [Row], of range: ClosedRange<Int>) -> String {
        let values = rows.map { row in
            var values: [String: PlainValue] = ["day": .string(label(row.day)), "creative": .string(row.creative)]
            for field in SplashCounts.Field.allCases { values[field.rawValue] = .int(row.counts[field]) }
            return PlainValue.dictionary(values)
        }
        let (from, until) = (label(range.lowerBound), label(range.upperBound))
        return PlainValue.dictionary(["from": .string(from), "until": .string(until), "rows": .array(values)]).json
    }
}
