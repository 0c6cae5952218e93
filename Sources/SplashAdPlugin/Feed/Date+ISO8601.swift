import FoundationEssentials

extension Date {
    /// Reads a date such as `2026-11-01`, `2026-11-01T09:30:00Z` or `2026-11-01T09:30:00.5+01:00`.
    ///
    /// A day without a time means midnight in UTC. Unlike Foundation's parser,
    /// which reads the 30th of February as the 2nd of March, it rejects days that
    /// don't exist.
    init?(iso8601 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2, in: 1...12), reader.skip("-"),
            let day = reader.number(2, in: 1...Date.days(in: month, of: year))
        else { return nil }
        var seconds = Date.daysSince1970(year: year, month: month, day: day) * 86_400
        var fraction = 0.0
        if !reader.isAtEnd {
            guard reader.skip("T"), let hour = reader.number(2, in: 0...23), reader.skip(":"),
                let minute = reader.number(2, in: 0...59), reader.skip(":"), let second = reader.number(2, in: 0...59),
                let part = reader.fraction(), let offset = reader.offset(), reader.isAtEnd
            else { return nil }
            seconds += hour * 3600 + minute * 60 + second - offset
            fraction = part
        }
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// The date to the minute for people to read: `2026-11-01 00:00 UTC`.
    var inUTC: String {
        let text = formatted(.iso8601)
        return text.dropLast(":00Z".count).replacing("T", with: " ") + " UTC"
    }

    /// The date to the second for people to read: `2026-11-01 00:00:00 UTC`.
    var inUTCWithSeconds: String {
        formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: " UTC")
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Years begin in March here, so that the leap day is the last one.
        let year = month < 3 ? year + 399 : year + 400
        let monthsSinceMarch = (month + 9) % 12
        let dayOfYear = (153 * monthsSinceMarch + 2) / 5 + day - 1
        return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
    }
}

/// A reader for the digits of a date, from left to right.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(_ digits: Int, in range: ClosedRange<Int> = 0...9999) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = rest.first, (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
            rest.removeFirst()
        }
        return range.contains(value) ? value : nil
    }

    /// Reads the decimals, if there are any; returns nil if no digit follows the point.
    mutating func fraction() -> Double? {
        guard skip(".") || skip(",") else { return 0 }
        var value = 0.0
        var unit = 0.1
        guard let first = rest.first, (0x30...0x39).contains(first) else { return nil }
        while let digit = rest.first, (0x30...0x39).contains(digit) {
            value += Double(digit - 0x30) * unit
            unit /= 10
            rest.removeFirst()
        }
        return value
    }

    /// Reads the time zone as seconds ahead of UTC: `Z`, `+01:00`, `+0100` or `+01`.
    mutating func offset() -> Int? {
        if skip("Z") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard skip("+") || skip("-"), let hours = number(2, in: 0...23) else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = skip(":")
            guard let number = number(2, in: 0...59) else { return nil }
            minutes = number
        }
        return (hours * 3600 + minutes * 60) * (isBehind ? -1 : 1)
    }
}
