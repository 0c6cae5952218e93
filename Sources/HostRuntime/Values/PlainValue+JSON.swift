extension PlainValue {
    /// Reads a JSON text in UTF-8, more strictly than the standard demands.
    ///
    /// A name that occurs twice in an object is an error, because one of the
    /// two values would be lost; so is a number that no `Double` holds. Depth
    /// and the number of values are limited while the text is read, so reading
    /// an untrusted text takes no longer than its length demands. A byte order
    /// mark is skipped.
    public init(json text: some Collection<UInt8>, maximumDepth: Int = 64, maximumValues: Int = .max) throws(JSONError)
    {
        var reader = JSONReader(Array(text), maximumDepth: maximumDepth, maximumValues: maximumValues)
        self = try reader.read()
    }
}

extension PlainValue {
    /// The value as JSON on one line, which is read back as the same value, with names in alphabetical order.
    ///
    /// JSON has one kind of number. A `double` that would be read as a whole
    /// number is therefore written as `{"$double": 1}`, and a dictionary that
    /// looks like that as `{"$$double": 1}`. Infinity and not-a-number, which JSON
    /// lacks, are written as null, and -0.0 is read back as 0.0.
    public var json: String { json(indented: false) }

    /// The same on several lines, for people to read.
    var indentedJSON: String { json(indented: true) }

    private func json(indented: Bool) -> String {
        var writer = JSONWriter(indented: indented)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The original value, if this is what `init(json:)` read from `json`.
    var decoded: PlainValue {
        switch self {
        case .null, .bool, .int, .double, .string: self
        case .array(let values): .array(values.map(\.decoded))
        case .dictionary(let values): PlainValue.unescaped(values.mapValues(\.decoded))
        }
    }

    static let doubleMark = "$double"

    /// The name in a dictionary whose only name is the mark of a double, or the mark after further `$`.
    private static func mark(in values: [String: PlainValue]) -> String? {
        guard values.count == 1, let name = values.keys.first, name.hasSuffix(doubleMark),
            name.dropLast(doubleMark.count).allSatisfy({ $0 == "$" })
        else { return nil }
        return name
    }

    /// Returns a dictionary so that `decoded` doesn't take it for the mark of a double.
    static func escaped(_ values: [String: PlainValue]) -> [String: PlainValue] {
        guard let name = mark(in: values), let value = values[name] else { return values }
        return ["$" + name: value]
    }

    private static func unescaped(_ values: [String: PlainValue]) -> PlainValue {
        guard let name = mark(in: values), let value = values[name] else { return .dictionary(values) }
        guard name == doubleMark else { return .dictionary([String(name.dropFirst()): value]) }
        return value.doubleValue.map(PlainValue.double) ?? .dictionary(values)
    }
}
