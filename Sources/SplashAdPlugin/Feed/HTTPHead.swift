/// The head of an answer, put together from its lines.
struct HTTPHead {
    /// A head that is complete.
    struct End {
        let status: Int
        fileprivate let fields: [String: String]

        /// A field by its name in any case; those of one name are one list.
        func field(_ name: String) -> String? { fields[name.lowercased()] }
    }

    /// How many bytes a head may have, with those of preliminary answers before it.
    static let maximumBytes = 65_536

    static let tooLarge = AdFetchError.connection("the head of the answer is over \(maximumBytes) bytes")

    private var status: Int?
    private var fields: [String: String] = [:]
    private var bytes = 0

    /// Takes a line, and gives the head when it is the one that ends it; preliminary answers are passed over.
    mutating func append(_ line: some Collection<UInt8>) throws(AdFetchError) -> End? {
        bytes += line.count
        guard bytes <= HTTPHead.maximumBytes else { throw HTTPHead.tooLarge }
        let text = HTTPHead.trimmed(String(decoding: line, as: UTF8.self)[...])
        guard let status else {
            self.status = HTTPHead.status(text)
            return nil
        }
        if text.isEmpty {
            defer { (self.status, fields) = (nil, [:]) }
            // 101 is no promise of another answer: the connection would go on in another language.
            return status < 200 && status != 101 ? nil : End(status: status, fields: fields)
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon].lowercased()
        let value = String(HTTPHead.trimmed(text[text.index(after: colon)...]))
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        return nil
    }

    /// The number after the version; the library has refused what is not HTTP.
    private static func status(_ line: Substring) -> Int? {
        line.split(separator: " ").dropFirst().first.flatMap { $0.utf8.count == 3 ? Int($0) : nil }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return text[first...last]
    }
}
