import HostRuntime

extension Duration {
    /// The seconds with three digits after the point, as in a transcript.
    var momentText: String {
        let milliseconds = Int((seconds * 1000).rounded())
        let rest = "\(abs(milliseconds) % 1000)"
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// The duration in the unit that suits it, such as `3.2 ms`.
    var lengthText: String {
        let seconds = seconds
        if seconds < 0.001 { return "\((seconds * 1e6).shortText) µs" }
        return seconds < 1 ? "\((seconds * 1000).shortText) ms" : "\(seconds.shortText) s"
    }
}

extension Int {
    /// The number with a noun: `1 command`, `2 commands`, `3 entries`.
    func of(_ noun: String) -> String {
        if self == 1 { return "1 \(noun)" }
        if noun.hasSuffix("ch") { return "\(self) \(noun)es" }
        return noun.hasSuffix("ry") ? "\(self) \(noun.dropLast())ies" : "\(self) \(noun)s"
    }
}

extension PlainValue {
    /// The value as JSON on one line, with names in alphabetical order, to be typed and read.
    var jsonText: String {
        switch self {
        case .null, .bool, .int, .double: description
        case .string(let text): PlainValue.quoted(text)
        case .array(let values): "[" + values.map(\.jsonText).joined(separator: ", ") + "]"
        case .dictionary(let values):
            "{"
                + values.sorted { $0.key < $1.key }.map { "\(PlainValue.quoted($0.key)): \($0.value.jsonText)" }
                .joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2) + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + inner.joined() + "\""
    }
}
