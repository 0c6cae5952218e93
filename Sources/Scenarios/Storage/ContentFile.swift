/// The file of a content: a head with its sizes and checksum, its tag, and its bytes.
struct ContentFile: Hashable, Sendable {
    let bytes: [UInt8]
    let tag: String?

    static let longestTag = 8192
    static let longestHead = headSize + longestTag
    /// The name of an unfinished file continues with this.
    static let newMark = ".new-"

    private static let mark = Array("content1".utf8)
    private static let headSize = 8 + 4 + 4 + 32

    init(bytes: [UInt8], tag: String?) {
        self.bytes = bytes
        self.tag = tag == "" ? nil : tag
    }

    var size: Int { ContentFile.headSize + (tag?.utf8.count ?? 0) + bytes.count }

    var contents: [UInt8] {
        let tag = Array((tag ?? "").utf8)
        let sizes = [tag.count, bytes.count].flatMap { size in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
        }
        return ContentFile.mark + sizes + SHA256.digest(of: tag + bytes) + tag + bytes
    }

    /// Reads a file; nil if it's damaged or another one.
    init?(_ contents: [UInt8]) {
        guard let sizes = ContentFile.sizes(contents),
            contents.count == ContentFile.headSize + sizes.tag + sizes.bytes
        else { return nil }
        let rest = Array(contents[ContentFile.headSize...])
        guard SHA256.digest(of: rest).elementsEqual(contents[16..<ContentFile.headSize]) else { return nil }
        self.init(bytes: Array(rest[sizes.tag...]), tag: String(decoding: rest[..<sizes.tag], as: UTF8.self))
    }

    /// Reads the tag from the beginning of a file; its bytes are left out.
    init?(head: [UInt8]) {
        guard let sizes = ContentFile.sizes(head), head.count >= ContentFile.headSize + sizes.tag else { return nil }
        let tag = head[ContentFile.headSize..<ContentFile.headSize + sizes.tag]
        self.init(bytes: [], tag: String(decoding: tag, as: UTF8.self))
    }

    private static func sizes(_ contents: [UInt8]) -> (tag: Int, bytes: Int)? {
        guard contents.count >= headSize, contents.starts(with: mark) else { return nil }
        let sizes = [8, 12].map { start in contents[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return sizes[0] <= longestTag ? (sizes[0], sizes[1]) : nil
    }

    /// Returns the name of a key's file: 64 digits, `0-9 a-f`.
    static func name(of key: String) -> String { SHA256.hex(of: Array(key.utf8)) }

    static func isName(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}

/// The limits of a cache: the size of all files, and the time since the last use of each.
package struct ContentLimits: Hashable, Sendable {
    let maximumBytes: Int
    let maximumAge: Duration

    /// Creates limits of 64 MiB and 30 days, unless others are given; a file has at most 4 GiB.
    init(maximumBytes: Int = 64 << 20, maximumAge: Duration = .seconds(30 * 86_400)) {
        self.maximumBytes = min(max(0, maximumBytes), Int(UInt32.max))
        self.maximumAge = max(.zero, maximumAge)
    }

    struct Entry: Hashable, Sendable {
        let name: String
        let size: Int
        let used: Duration
    }

    /// Returns the contents to remove: those that are too old, and then the least recently used ones until the rest fits.
    ///
    /// The kept one always stays. A date in the future counts as now: the clock was set back.
    func surplus(of entries: [Entry], at now: Duration, keeping kept: String) -> [Entry] {
        var bytes = entries.reduce(0) { $0 + $1.size }
        let order = entries.filter { $0.name != kept }
            .sorted { (min($0.used, now), $0.name) < (min($1.used, now), $1.name) }
        return Array(
            order.prefix { entry in
                guard bytes > maximumBytes || now - entry.used > maximumAge else { return false }
                bytes -= entry.size
                return true
            }
        )
    }
}
