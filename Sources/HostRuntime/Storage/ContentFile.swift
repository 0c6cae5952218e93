/// A content as it is in its file: a head with a checksum and the sizes of its texts, its key, its tag, and its bytes.
struct ContentFile: Hashable, Sendable {
    let key: String
    let tag: String?
    let bytes: [UInt8]

    private static let mark = Array("content2".utf8)
    /// The mark, the checksum of everything after it, and the sizes of the key and the tag.
    static let headSize = 8 + 8 + 4 + 4

    init(key: String, tag: String?, bytes: [UInt8]) {
        self.key = key
        self.tag = tag == "" ? nil : tag
        self.bytes = bytes
    }

    var size: Int { ContentFile.headSize + key.utf8.count + (tag?.utf8.count ?? 0) + bytes.count }

    var contents: [UInt8] {
        let (key, tag) = (Array(key.utf8), Array((tag ?? "").utf8))
        let sizes = [key.count, tag.count].flatMap { UInt32(truncatingIfNeeded: $0).bytes }
        let rest = sizes + key + tag + bytes
        return ContentFile.mark + Fingerprint(of: rest[...]).value.bytes + rest
    }

    /// Reads a file; nil if it's damaged or another one.
    init?(_ contents: [UInt8]) {
        guard let sizes = ContentFile.sizes(contents), contents.count >= ContentFile.headSize + sizes.key + sizes.tag,
            Fingerprint(of: contents[16...]).value.bytes.elementsEqual(contents[8..<16])
        else { return nil }
        let texts = contents[ContentFile.headSize...]
        self.init(
            key: String(decoding: texts.prefix(sizes.key), as: UTF8.self),
            tag: String(decoding: texts.dropFirst(sizes.key).prefix(sizes.tag), as: UTF8.self),
            bytes: Array(texts.dropFirst(sizes.key + sizes.tag))
        )
    }

    /// Returns the tag in the file of a key, without reading the bytes or checking them.
    static func tag(in file: OpenFile, for key: String) throws(SystemError) -> String? {
        guard let sizes = sizes(try file.read(upTo: headSize)), sizes.tag > 0 else { return nil }
        let texts = try file.read(upTo: sizes.key + sizes.tag)
        guard texts.count == sizes.key + sizes.tag, texts[..<sizes.key].elementsEqual(key.utf8) else { return nil }
        return String(decoding: texts[sizes.key...], as: UTF8.self)
    }

    private static func sizes(_ head: [UInt8]) -> (key: Int, tag: Int)? {
        guard head.count >= headSize, head.starts(with: mark) else { return nil }
        func size(at start: Int) -> Int { head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (size(at: 16), size(at: 20))
    }

    // MARK: - Names

    /// Returns the name of a key's file.
    static func name(of key: String) -> String { Fingerprint(of: Array(key.utf8)[...]).digits }

    /// The name of an unfinished file continues with this.
    static let newMark = ".new-"

    /// Whether a file has the name of a content, or of one that isn't finished yet.
    static func isName(_ name: String, unfinished: Bool) -> Bool {
        let digits = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        // Earlier versions had longer names; their files go when they're too old, as others do.
        guard digits.count >= 16, digits.allSatisfy("0123456789abcdef".utf8.contains) else { return false }
        return unfinished ? name.dropFirst(digits.count).hasPrefix(newMark) : digits.count == name.utf8.count
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant one first.
    fileprivate var bytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
