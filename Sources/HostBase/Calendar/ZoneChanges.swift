/// The moments at which a zone's offset changes, and the yearly rule after the last of them.
struct ZoneChanges: Hashable, Sendable {
    private var initial = 0
    private var times: [Int] = []
    private var offsets: [Int] = []
    private var rule: PosixTimeZone?

    init(offset: Int) {
        initial = offset
    }

    init(rule: PosixTimeZone) {
        initial = rule.standard
        self.rule = rule
    }

    /// Creates the changes in a time zone file (RFC 9636); nil if the bytes are something else.
    init?(file: [UInt8]) {
        var reader = ByteReader(bytes: file)
        guard let first = Header(&reader) else { return nil }
        if first.version >= 2 {
            // The first block is for old readers; the second has the same data with eight bytes for each moment.
            reader.skip(first.length(timeSize: 4))
            guard let second = Header(&reader), read(second, timeSize: 8, from: &reader) else { return nil }
            let footer = reader.rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
            rule = PosixTimeZone(String(decoding: footer, as: UTF8.self))
        } else {
            guard read(first, timeSize: 4, from: &reader) else { return nil }
        }
    }

    /// Returns the offset at a moment, which is in seconds since 1970.
    func offset(at moment: Int) -> Int {
        if let rule, moment >= times.last ?? .min { return rule.offset(at: moment) }
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? initial : offsets[low - 1]
    }

    private mutating func read(_ header: Header, timeSize: Int, from reader: inout ByteReader) -> Bool {
        guard header.types > 0, reader.rest.count >= header.length(timeSize: timeSize) else { return false }
        let times = (0..<header.times).map { _ in reader.integer(timeSize) }
        let indexes = (0..<header.times).map { _ in reader.integer(1) & 0xFF }
        let types = (0..<header.types).map { _ in
            let offset = reader.integer(4)
            reader.skip(2)
            return min(max(-86_400, offset), 86_400)
        }
        reader.skip(header.length(timeSize: timeSize) - header.times * (timeSize + 1) - header.types * 6)
        guard indexes.allSatisfy(types.indices.contains), zip(times, times.dropFirst()).allSatisfy(<) else {
            return false
        }
        self.times = times
        offsets = indexes.map { types[$0] }
        initial = types[0]
        return true
    }
}

/// The header of a block in a time zone file.
private struct Header {
    let version: Int
    let times: Int
    let types: Int
    private let standards: Int
    private let universals: Int
    private let leaps: Int
    private let characters: Int

    init?(_ reader: inout ByteReader) {
        guard reader.rest.count >= 44, reader.rest.prefix(4).elementsEqual("TZif".utf8) else { return nil }
        reader.skip(4)
        // The version is a digit, or a zero byte in the oldest files.
        version = max(0, reader.integer(1) - 48)
        reader.skip(15)
        universals = reader.integer(4)
        standards = reader.integer(4)
        leaps = reader.integer(4)
        times = reader.integer(4)
        types = reader.integer(4)
        characters = reader.integer(4)
        // Real files have a few hundred; the bound keeps the sums from overflowing.
        guard [universals, standards, leaps, times, types, characters].allSatisfy((0...1_000_000).contains) else {
            return nil
        }
    }

    func length(timeSize: Int) -> Int {
        times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standards + universals
    }
}

/// A reader of big-endian numbers; missing bytes read as zero.
private struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func skip(_ count: Int) {
        rest = rest.dropFirst(max(0, count))
    }

    /// Reads a signed number with its highest byte first.
    mutating func integer(_ size: Int) -> Int {
        var value = rest.first.map { $0 >= 0x80 } == true ? -1 : 0
        for byte in rest.prefix(size) { value = value << 8 | Int(byte) }
        skip(size)
        return value
    }
}
