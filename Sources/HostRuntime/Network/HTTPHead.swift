/// The head of a response, assembled from its lines.
struct HTTPHead {
    /// A complete head.
    struct End {
        let status: Int
        fileprivate let fields: [String: String]

        /// Returns a field by its case-insensitive name; fields of the same name are one list.
        func field(_ name: String) -> String? { fields[name.lowercased()] }
    }

    static let tooLarge = FetchError.Reason.connection(
        "the head of the response is over \(FetchRequest.maximumHeadBytes) bytes"
    )

    private var status: Int?
    private var fields: [String: String] = [:]
    /// The name of the field in the line before, which a folded line goes on with.
    private var last: String?
    private var bytes = 0

    /// Adds a line, and returns the head when it is complete; informational responses are skipped.
    mutating func append(_ line: some Collection<UInt8>) throws(FetchError.Reason) -> End? {
        bytes += line.count
        guard bytes <= FetchRequest.maximumHeadBytes else { throw HTTPHead.tooLarge }
        let text = HTTPHead.trimmed(String(decoding: line, as: UTF8.self)[...])
        guard let status else {
            self.status = HTTPHead.status(text)
            return nil
        }
        // A line that begins with a space belongs to the field before, whatever is in it.
        if line.first == 0x20 || line.first == 0x09 {
            if let last, !text.isEmpty { fields[last] = fields[last].map { "\($0) \(text)" } }
            return nil
        }
        if text.isEmpty {
            defer { (self.status, fields, last) = (nil, [:], nil) }
            // After 101 no other response follows: the connection would switch to another protocol.
            return status < 200 && status != 101 ? nil : End(status: status, fields: fields)
        }
        guard let colon = text.firstIndex(of: ":") else {
            last = nil
            return nil
        }
        let name = text[..<colon].lowercased()
        last = name
        let value = String(HTTPHead.trimmed(text[text.index(after: colon)...]))
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        return nil
    }

    /// Returns the status in the first line; the library has rejected anything that is not HTTP.
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
