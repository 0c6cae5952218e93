import HostRuntime

/// The values of a command, as they're typed in one line; a pure value.
enum CommandValues {
    struct Problem: Error, Hashable {
        let text: String
    }

    /// Reads the values of parameters, as texts: the command makes of them what it needs; that of a single one may
    /// stand alone.
    static func read(_ text: String, for names: [String]) -> Result<[String: PlainValue], Problem> {
        let whole = text[...].trimmed
        guard names.count == 1, let name = names.first, !whole.isEmpty, !whole.hasPrefix("\(name)=") else {
            return read(text, as: self.text)
        }
        return .success([name: self.text(whole)])
    }

    /// Reads `name=value, name=value`; a value is JSON, or else a text.
    static func read(_ text: String) -> Result<[String: PlainValue], Problem> {
        read(text, as: value)
    }

    private static func read(
        _ text: String,
        as value: (String) -> PlainValue
    ) -> Result<[String: PlainValue], Problem> {
        var values: [String: PlainValue] = [:]
        for part in parts(of: text) {
            guard let equals = part.firstIndex(of: "=") else {
                return .failure(Problem(text: "'\(part)' has no '=': write name=value"))
            }
            let name = part[..<equals].trimmed
            guard !name.isEmpty else { return .failure(Problem(text: "'\(part)' has no name: write name=value")) }
            values[name] = value(part[part.index(after: equals)...].trimmed)
        }
        return .success(values)
    }

    /// The parts between commas that aren't in quotes, in a list or in an object.
    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        var depth = 0
        for character in text {
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "[" where !isQuoted, "{" where !isQuoted: depth += 1
            case "]" where !isQuoted, "}" where !isQuoted: depth = max(0, depth - 1)
            default: break
            }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            if character == ",", !isQuoted, depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { $0[...].trimmed }.filter { !$0.isEmpty }
    }

    /// The text, which may be in quotes.
    private static func text(_ text: String) -> PlainValue {
        if case .string(let quoted) = value(text) { .string(quoted) } else { .string(text) }
    }

    /// The value as JSON if it's that, and otherwise as text.
    private static func value(_ text: String) -> PlainValue {
        (try? PlainValue(json: text.utf8)) ?? .string(text)
    }
}

extension Substring {
    /// The text without spaces at its ends.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
