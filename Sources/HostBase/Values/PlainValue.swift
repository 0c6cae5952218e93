/// A value for code that shares no types, as in named notifications, command arguments and the configuration.
///
/// It holds what JSON holds, and keeps whole numbers apart from others.
public enum PlainValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// Any other number.
    case double(Double)
    /// Text.
    case string(String)
    /// Several values in order.
    case array([PlainValue])
    /// Values by name.
    case dictionary([String: PlainValue])
}

// MARK: - Depth

extension PlainValue {
    /// The most levels in which the values may be nested that the runtime passes on or keeps.
    ///
    /// Showing, comparing and releasing a value takes a call for each level, and the stack isn't endless.
    package static let depthLimit = 64

    package func isNested(deeperThan levels: Int = PlainValue.depthLimit) -> Bool {
        switch self {
        case .array(let values): levels == 0 || values.contains { $0.isNested(deeperThan: levels - 1) }
        case .dictionary(let values): levels == 0 || values.values.contains { $0.isNested(deeperThan: levels - 1) }
        default: false
        }
    }

    /// Returns the value with null in place of what is nested more deeply.
    fileprivate func bounded(to levels: Int = PlainValue.depthLimit) -> PlainValue {
        switch self {
        case .array(let values): levels == 0 ? .null : .array(values.map { $0.bounded(to: levels - 1) })
        case .dictionary(let values): levels == 0 ? .null : .dictionary(values.mapValues { $0.bounded(to: levels - 1) })
        default: self
        }
    }
}

extension [String: PlainValue] {
    /// The values with null in place of what is nested deeper than `PlainValue.depthLimit`.
    package var bounded: [String: PlainValue] {
        values.contains { $0.isNested() } ? mapValues { $0.bounded() } : self
    }
}

// MARK: - Reading

extension PlainValue {
    /// The truth value; nil for other kinds.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The whole number, which a `double` without a fraction is as well; nil for other values.
    public var intValue: Int? {
        switch self {
        case .int(let value): value
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number, whole or not; nil for other kinds.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The number that the value is or that its text says, as a whole number if it is one; nil for other values.
    public var number: PlainValue? {
        switch self {
        case .int: return self
        case .double(let value) where value.isFinite: return Int(exactly: value).map { .int($0) } ?? self
        case .string(let text):
            if let value = Int(text) { return .int(value) }
            return Double(wholeText: text).flatMap { PlainValue.double($0).number }
        default: return nil
        }
    }

    /// The text; nil for other kinds.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }

    /// The values of an array; nil for other kinds.
    public var arrayValue: [PlainValue]? { if case .array(let value) = self { value } else { nil } }

    /// The texts in an array, without its other values; nil for other kinds.
    package var texts: [String]? { arrayValue?.compactMap(\.stringValue) }

    /// The value under a name in a dictionary; nil if there is none.
    public subscript(name: String) -> PlainValue? {
        guard case .dictionary(let values) = self else { return nil }
        return values[name]
    }

    /// Creates a value from a word of a script or command line: a number, a truth value, null, or text.
    package init(parsing word: String) {
        switch word {
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        case "null": self = .null
        default:
            if let int = Int(word) {
                self = .int(int)
            } else if let double = Double(wholeText: word), double.isFinite {
                self = .double(double)
            } else {
                self = .string(word)
            }
        }
    }
}

extension PlainValue: CustomStringConvertible {
    /// The value for people to read, with names in alphabetical order.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): value
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .dictionary(let values):
            "{" + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ") + "}"
        }
    }
}

// MARK: - Literals

extension PlainValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int) {
        self = .int(value)
    }

    /// Creates a number.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }

    /// Creates text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates a list.
    public init(arrayLiteral elements: PlainValue...) {
        self = .array(elements)
    }

    /// Creates a dictionary; of two values under one name, the later is kept.
    public init(dictionaryLiteral elements: (String, PlainValue)...) {
        self = .dictionary(Dictionary(elements) { $1 })
    }
}

extension PlainValue {
    /// Reads a JSON text in UTF-8, more strictly than the standard demands.
    ///
    /// A name that occurs twice in an object is an error, because one of the
    /// two values would be lost; so is a number that no `Double` holds. Depth
    /// and the number of values are limited while the text is read, so reading
    /// an untrusted text takes no longer than its length demands. A byte order
    /// mark is skipped. A number with a fraction or an exponent is a `double`, and so
    /// is one that no `Int` holds.
    public init(json text: some Collection<UInt8>, maximumDepth: Int = 64, maximumValues: Int = .max) throws(JSONError)
    {
        var reader = JSONReader(Array(text), maximumDepth: maximumDepth, maximumValues: maximumValues)
        self = try reader.read()
    }

    /// Reads a JSON text as `init(json:maximumDepth:maximumValues:)` does, and keeps the places of values.
    ///
    /// They are those down to a depth of objects and lists; a depth of 0 keeps none.
    public static func reading(
        json text: [UInt8],
        maximumDepth: Int = 64,
        maximumValues: Int = .max,
        placesTo depth: Int
    ) throws(JSONError) -> (value: PlainValue, places: JSONPlaces) {
        var reader = JSONReader(text, maximumDepth: maximumDepth, maximumValues: maximumValues)
        reader.placeDepth = depth
        let value = try reader.read()
        return (value, JSONPlaces(reader.offsets, in: text))
    }
}

extension PlainValue {
    /// The value as JSON on one line, which is read back as the same value, with names in alphabetical order.
    ///
    /// A `double` without a fraction is written as `5.0`, which is read as a `double`.
    /// Infinity and not-a-number, which JSON lacks, are written as null.
    public var json: String { json(indented: false) }

    /// The same with hidden scalars as escapes, for people to read and type: `"a\u200bb"`.
    public var visibleJSON: String { json.escapingHiddenAsJSON }

    /// The same on several lines, for people to read.
    package var indentedJSON: String { json(indented: true) }

    private func json(indented: Bool) -> String {
        var writer = JSONWriter(indented: indented)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
