/// A reader of JSON text that stops at the first byte that is wrong.
struct JSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private let maximumValues: Int
    private var index = 0
    private var depth = 0
    private var values = 0

    /// The depth of objects and lists to which the places of values are kept; 0 to keep none.
    var placeDepth = 0
    private var path: [String] = []

    /// The paths of values and the indices of their first bytes, in the order of the text.
    private(set) var offsets: [(path: [String], index: Int)] = []

    init(_ bytes: [UInt8], maximumDepth: Int, maximumValues: Int) {
        self.bytes = bytes
        // Each level takes a call on the stack.
        self.maximumDepth = min(maximumDepth, 512)
        self.maximumValues = maximumValues
    }

    mutating func read() throws(JSONError) -> PlainValue {
        try checkEncoding()
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        let value = try value()
        skipSpace()
        guard byte == nil else { throw expected("the end") }
        return value
    }

    /// Checks that the text is UTF-8; in another encoding it would be read as something else.
    private func checkEncoding() throws(JSONError) {
        // In UTF-16 and UTF-32, one of the first two bytes is a zero or belongs to a byte order mark.
        let isWide =
            bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0)
        if isWide {
            throw JSONError(in: bytes, at: 0, "UTF-16 or UTF-32 begins instead of UTF-8", isMalformed: true)
        }
        // Decoding repairs malformed text, so the bytes differ.
        guard !bytes.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8) else { return }
        let sound = zip(bytes, String(decoding: bytes, as: UTF8.self).utf8).prefix { $0 == $1 }.count
        throw JSONError(in: bytes, at: sound, "the bytes are not UTF-8", isMalformed: true)
    }

    // MARK: - Faults

    private func expected(_ what: String) -> JSONError {
        let rest = String(decoding: bytes[index...].prefix(40), as: UTF8.self)
        let word = rest.prefix { $0.isLetter || $0.isNumber }
        let found = String(word.isEmpty ? rest.prefix(1) : word).escapingControls
        let subject = found.isEmpty ? "the text ends" : "'\(found)' is"
        return JSONError(in: bytes, at: index, "\(subject) where \(what) should be", isMalformed: true)
    }

    private func refused(_ rule: String, at index: Int) -> JSONError {
        JSONError(in: bytes, at: index, rule, isMalformed: false)
    }

    // MARK: - Values

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONError) -> PlainValue {
        skipSpace()
        values += 1
        if placeDepth > 0, depth <= placeDepth { offsets.append((path, index)) }
        guard values <= maximumValues else {
            throw refused("there are more than \(maximumValues) values", at: index)
        }
        switch byte {
        case UInt8(ascii: "{"): return try nested { (reader) throws(JSONError) in try reader.object() }
        case UInt8(ascii: "["): return try nested { (reader) throws(JSONError) in try reader.list() }
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || JSONReader.isDigit(byte): return try number()
        default:
            for (word, value) in [("true", PlainValue.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[index...].starts(with: word.utf8) {
                index += word.utf8.count
                return value
            }
            throw expected("a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONError) -> PlainValue
    ) throws(JSONError) -> PlainValue {
        depth += 1
        guard depth <= maximumDepth else {
            throw refused("it is nested deeper than \(maximumDepth) levels", at: index)
        }
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func list() throws(JSONError) -> PlainValue {
        var items: [PlainValue] = []
        skipSpace()
        if skip("]") { return .array(items) }
        while true {
            items.append(try item(items.count))
            if try ends("]", after: "value") { return .array(items) }
        }
    }

    private mutating func object() throws(JSONError) -> PlainValue {
        var members: [String: PlainValue] = [:]
        skipSpace()
        if skip("}") { return .dictionary(members) }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
            let start = index
            let name = try string()
            guard members[name] == nil else {
                throw refused("'\(name.line(atMost: 60))' is given a second time", at: start)
            }
            skipSpace()
            guard skip(":") else { throw expected("a colon") }
            members[name] = try value(under: name)
            if try ends("}", after: "name") { return .dictionary(members) }
        }
    }

    private mutating func item(_ number: Int) throws(JSONError) -> PlainValue {
        depth <= placeDepth ? try value(under: "\(number)") : try value()
    }

    /// Reads a value to which a name or number leads from the object or list around it.
    private mutating func value(under step: String) throws(JSONError) -> PlainValue {
        guard depth <= placeDepth else { return try value() }
        path.append(step)
        let value = try value()
        path.removeLast()
        return value
    }

    /// Skips a comma before another item, or the closing bracket; returns whether it was the bracket.
    private mutating func ends(_ closing: Unicode.Scalar, after item: String) throws(JSONError) -> Bool {
        skipSpace()
        if skip(closing) { return true }
        guard skip(",") else { throw expected("a comma or '\(closing)'") }
        skipSpace()
        guard byte != UInt8(ascii: closing) else { throw expected("another \(item), or no comma before it,") }
        return false
    }

    // MARK: - Texts

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                index += 1
                try escape(into: &text)
            case ..<0x20: throw expected("the rest of a text, or its closing quote,")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw expected("the closing quote of a text")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte, let place = JSONReader.escapes.firstIndex(of: byte) else {
            throw expected("one of \" \\ / b f n r t u after a backslash")
        }
        guard byte == UInt8(ascii: "u") else {
            text.append(JSONReader.meanings[place])
            index += 1
            return
        }
        let start = index - 1
        index += 1
        var value = try hexadecimal()
        if (0xD800..<0xDC00).contains(value), bytes[index...].starts(with: [0x5C, 0x75]) {
            index += 2
            let low = try hexadecimal()
            if (0xDC00..<0xE000).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw JSONError(in: bytes, at: start, "half of a character is escaped", isMalformed: true)
        }
        text += Array(String(Character(scalar)).utf8)
    }

    private static let escapes = Array("\"\\/bfnrtu".utf8)
    private static let meanings: [UInt8] = [0x22, 0x5C, 0x2F, 0x08, 0x0C, 0x0A, 0x0D, 0x09]

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw expected("four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
            index += 1
        }
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> PlainValue {
        let start = index
        _ = skip("-")
        // A zero can't be followed by another digit.
        if !skip("0") { try digits() }
        var isWhole = true
        if skip(".") {
            isWhole = false
            try digits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("-") { _ = skip("+") }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let whole = Int(text) { return .int(whole) }
        guard let number = Double(text), number.isFinite else {
            let shown = text.utf8.count > 20 ? "\(text.prefix(12))…, of \(text.utf8.count) characters," : text
            throw refused("the number \(shown) is out of range", at: start)
        }
        return .double(number)
    }

    private mutating func digits() throws(JSONError) {
        guard let byte, JSONReader.isDigit(byte) else { throw expected("a digit") }
        while let byte = self.byte, JSONReader.isDigit(byte) { index += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// The place at which text stops being JSON that can be read here.
///
/// Its description continues a sentence about the text: "not JSON at line 2, column 5: '=' is where a colon should be".
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the first byte that is wrong.
    public let place: TextPlace

    /// Whether the text is not JSON; otherwise it breaks a stricter rule, such as using a name once.
    package let isMalformed: Bool

    /// The fault as a clause, such as "'=' is where a colon should be".
    let rule: String

    /// The place and what is wrong there.
    public var description: String { "\(isMalformed ? "not JSON" : "refused as JSON") at \(place): \(rule)" }

    /// The problem with the text as the end of a sentence about it: "is not JSON at line 2, column 5: …".
    public var problem: String { "is \(self)" }

    init(in bytes: [UInt8], at index: Int, _ rule: String, isMalformed: Bool) {
        place = TextPlace(in: bytes, at: index)
        self.rule = rule
        self.isMalformed = isMalformed
    }
}

/// A place in a text, for people and editors to find it.
public struct TextPlace: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public private(set) var line = 1

    /// The column in characters, from 1; a tab is one, and so is each scalar of a composed character.
    public private(set) var column = 1

    /// Creates the place of a text's first byte.
    init() {}

    /// Creates the place of a byte in a text in UTF-8.
    init(in bytes: [UInt8], at index: Int) {
        pass(bytes[..<min(index, bytes.count)])
    }

    /// Moves on over some bytes, which begin where the place is.
    mutating func pass(_ bytes: ArraySlice<UInt8>) {
        // A byte order mark, which editors don't show, is only at the beginning.
        let hasMark = bytes.startIndex == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
        for byte in hasMark ? bytes.dropFirst(3) : bytes {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                // Only the first byte of a character starts a column.
                column += 1
            }
        }
    }

    /// The place for a sentence: "line 2, column 5".
    public var description: String { "line \(line), column \(column)" }

    /// Whether a place is before another.
    public static func < (one: TextPlace, other: TextPlace) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }
}

/// The places of the values in a JSON text, for sentences about them.
///
/// A path is the names and numbers that lead to a value from object to object and
/// list to list, the first value of a list being "0". The path of the whole is empty.
public struct JSONPlaces: Hashable, Sendable {
    private var places: [[String]: TextPlace] = [:]

    init(_ offsets: [(path: [String], index: Int)], in text: [UInt8]) {
        var (place, start) = (TextPlace(), 0)
        for (path, index) in offsets {
            place.pass(text[start..<index])
            start = index
            places[path] = place
        }
    }

    /// The place of the value at a path; nil if none is kept.
    public subscript(path: [String]) -> TextPlace? { places[path] }

    /// Returns the place of the value at a path or, if there is none, of what it would be in.
    public func nearest(_ path: [String]) -> TextPlace {
        var path = path
        while places[path] == nil, !path.isEmpty { path.removeLast() }
        return places[path] ?? TextPlace()
    }
}
