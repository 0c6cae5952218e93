/// A writer of JSON text in UTF-8, with names in alphabetical order.
///
/// Foundation's encoder takes many times as long, and its first use in a process
/// searches the types of all libraries.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether each item has a line.
    private let isIndented: Bool
    private var depth = 0

    package init(indented: Bool = false) {
        isIndented = indented
    }

    /// Writes a value so that it's read back as the same value; see `PlainValue.json`.
    mutating func write(_ value: PlainValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .int(let value): append("\(value)")
        case .double(let value): append(value.isFinite ? "\(value)" : "null")
        case .string(let value): write(value)
        case .array(let values): write(values, between: "[", "]") { $0.write($1) }
        case .dictionary(let values): write(members: values)
        }
    }

    /// Writes values by name as an object.
    package mutating func write(members values: [String: PlainValue]) {
        write(values.sorted { $0.key < $1.key }, between: "{", "}") { $0.write($1.key, $1.value) }
    }

    private mutating func write(_ name: String, _ value: PlainValue) {
        write(name)
        append(isIndented ? " : " : ":")
        write(value)
    }

    private mutating func write<Item>(
        _ items: [Item],
        between opening: String,
        _ closing: String,
        each body: (inout JSONWriter, Item) -> Void
    ) {
        append(opening)
        depth += 1
        for (index, item) in items.enumerated() {
            if index > 0 { append(",") }
            beginLine()
            body(&self, item)
        }
        depth -= 1
        if !items.isEmpty { beginLine() }
        append(closing)
    }

    private mutating func beginLine() {
        guard isIndented else { return }
        append("\n")
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func write(_ text: String) {
        append("\"")
        var text = text
        text.withUTF8 { text in
            var start = 0
            for (index, byte) in text.enumerated() where JSONWriter.isEscaped(byte) {
                bytes += text[start..<index]
                append(JSONWriter.escape(byte))
                start = index + 1
            }
            bytes += text[start...]
        }
        append("\"")
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case ..<0x20: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        default: "\\" + String(Unicode.Scalar(byte))
        }
    }

    private mutating func append(_ text: String) {
        bytes += text.utf8
    }
}
