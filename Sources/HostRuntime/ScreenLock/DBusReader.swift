/// A cursor that reads D-Bus values from one message's bytes, and never beyond them.
///
/// Values are aligned relative to the first byte. A variant is read as the value
/// in it. Arrays are skipped as a whole, so that a hostile message costs no more
/// than its length.
struct DBusReader {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private(set) var offset: Int

    /// The offset at which reading stops, which is never beyond the bytes.
    private let end: Int

    /// Creates a reader of the bytes between two offsets, which are clamped.
    init(_ bytes: [UInt8], from start: Int, to end: Int, isBigEndian: Bool) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        self.end = min(max(end, 0), bytes.count)
        offset = min(max(start, 0), self.end)
    }

    var isAtEnd: Bool { offset == end }

    mutating func align(_ alignment: Int) throws(DBusProtocolError) {
        try skip(-offset & (alignment - 1))
    }

    private mutating func skip(_ count: Int) throws(DBusProtocolError) {
        guard count <= end - offset else { throw .value }
        offset += count
    }

    mutating func byte() throws(DBusProtocolError) -> UInt8 {
        try skip(1)
        return bytes[offset - 1]
    }

    mutating func number() throws(DBusProtocolError) -> UInt32 {
        try align(4)
        try skip(4)
        let four = bytes[(offset - 4)..<offset]
        return isBigEndian
            ? four.reduce(0) { $0 << 8 | UInt32($1) }
            : four.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func text(_ count: Int) throws(DBusProtocolError) -> String {
        try skip(count)
        let content = bytes[(offset - count)..<offset]
        guard try byte() == 0, !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
            throw .value
        }
        return text
    }

    private mutating func string() throws(DBusProtocolError) -> String {
        try text(Int(number()))
    }

    mutating func signature() throws(DBusProtocolError) -> String {
        try text(Int(byte()))
    }
}

// MARK: - Values by their signature

extension DBusReader {
    /// The maximum nesting that the specification allows: 32 arrays and 32 structs.
    private static let deepest = 64

    /// Reads the values that a signature lists.
    mutating func values(_ signature: String) throws(DBusProtocolError) -> [DBusValue] {
        let types = Array(signature.utf8)
        var index = 0
        var values: [DBusValue] = []
        while index < types.count {
            values.append(try value(types, &index, depth: 0))
        }
        return values
    }

    /// Reads a variant: a signature, and a value of that type.
    mutating func variant(depth: Int = 0) throws(DBusProtocolError) -> (signature: String, value: DBusValue) {
        let signature = try signature()
        let types = Array(signature.utf8)
        var index = 0
        let value = try value(types, &index, depth: depth)
        guard index == types.count else { throw .signature }
        return (signature, value)
    }

    private mutating func value(
        _ types: [UInt8],
        _ index: inout Int,
        depth: Int
    ) throws(DBusProtocolError) -> DBusValue {
        guard depth < DBusReader.deepest, index < types.count else { throw .signature }
        let code = types[index]
        index += 1
        switch code {
        case UInt8(ascii: "b"):
            let number = try number()
            guard number <= 1 else { throw .value }
            return .boolean(number == 1)
        case UInt8(ascii: "u"):
            return .number(try number())
        case UInt8(ascii: "s"), UInt8(ascii: "o"):
            return .string(try string())
        case UInt8(ascii: "g"):
            return .string(try signature())
        case UInt8(ascii: "v"):
            return try variant(depth: depth + 1).value
        case UInt8(ascii: "a"):
            let count = Int(try number())
            guard index < types.count else { throw .signature }
            try align(DBusReader.alignment(types[index]))
            index = try DBusReader.endOfType(types, index, depth: depth + 1)
            try skip(count)
        case UInt8(ascii: "("):
            try align(8)
            repeat {
                _ = try value(types, &index, depth: depth + 1)
                guard index < types.count else { throw .signature }
            } while types[index] != UInt8(ascii: ")")
            index += 1
        default:
            let size = DBusReader.alignment(code)
            guard DBusReader.otherNumbers.contains(code) else { throw .signature }
            try align(size)
            try skip(size)
        }
        return .other
    }

    /// The unused types whose size equals their alignment.
    private static let otherNumbers = Array("ynqihxtd".utf8)

    private static func alignment(_ code: UInt8) -> Int {
        switch code {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        default: 4
        }
    }

    /// Returns the end of the single complete type that starts at an index.
    private static func endOfType(_ types: [UInt8], _ start: Int, depth: Int) throws(DBusProtocolError) -> Int {
        guard depth < deepest, start < types.count else { throw .signature }
        let closing: UInt8
        switch types[start] {
        case UInt8(ascii: "a"): return try endOfType(types, start + 1, depth: depth + 1)
        case UInt8(ascii: "("): closing = UInt8(ascii: ")")
        case UInt8(ascii: "{"): closing = UInt8(ascii: "}")
        case let code where otherNumbers.contains(code) || "busogv".utf8.contains(code): return start + 1
        default: throw .signature
        }
        var index = start + 1
        repeat {
            index = try endOfType(types, index, depth: depth + 1)
            guard index < types.count else { throw .signature }
        } while types[index] != closing
        return index + 1
    }
}
