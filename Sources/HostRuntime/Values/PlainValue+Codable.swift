extension PlainValue: Decodable {
    /// Reads a value from JSON; a number without a fraction is a whole number.
    ///
    /// `{"$double": 1}` is the number 1.0, as `encode(to:)` writes it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([PlainValue].self) {
            self = .array(value)
        } else {
            self = PlainValue.unmarked(try container.decode([String: PlainValue].self))
        }
    }
}

extension PlainValue: Encodable {
    /// Writes a value as JSON, so that the same value is read back.
    ///
    /// JSON has one kind of number. A `double` that would be read as a whole
    /// number is therefore written as `{"$double": 1}`, and a dictionary that
    /// looks like that as `{"$$double": 1}`. Infinity and not-a-number, which JSON
    /// does not have, are written as null, and -0.0 is read back as 0.0.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value) where !value.isFinite: try container.encodeNil()
        case .double(let value) where Int(exactly: value) != nil: try container.encode([PlainValue.doubleMark: value])
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(PlainValue.escaped(values))
        }
    }

    private static let doubleMark = "$double"

    /// The only name in a dictionary, when it ends in the mark of a double after further `$`.
    private static func mark(in values: [String: PlainValue]) -> String? {
        guard values.count == 1, let name = values.keys.first, name.hasSuffix(doubleMark),
            name.dropLast(doubleMark.count).allSatisfy({ $0 == "$" })
        else { return nil }
        return name
    }

    private static func escaped(_ values: [String: PlainValue]) -> [String: PlainValue] {
        guard let name = mark(in: values), let value = values[name] else { return values }
        return ["$" + name: value]
    }

    private static func unmarked(_ values: [String: PlainValue]) -> PlainValue {
        guard let name = mark(in: values), let value = values[name] else { return .dictionary(values) }
        guard name == doubleMark else { return .dictionary([String(name.dropFirst()): value]) }
        return value.doubleValue.map(PlainValue.double) ?? .dictionary(values)
    }
}
