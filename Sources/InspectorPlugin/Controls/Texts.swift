import HostRuntime

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
