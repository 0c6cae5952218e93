/// Removes from text what a person doesn't want to send along; a pure value.
///
/// That's secrets whose values are known, values under names that say they are secret,
/// passwords and tokens in URLs, and the name of the person's home directory.
struct ReportRedaction: Sendable {
    private let secrets: [[UInt8]]
    private let home: [UInt8]
    private let user: [UInt8]

    private static let mark = Array("•••".utf8)

    /// Creates a redaction.
    ///
    /// Secrets of fewer than four bytes would be found everywhere, and aren't looked for.
    init(secrets: [String] = [], home: String? = nil) {
        self.secrets = Set(secrets).map { Array($0.utf8) }.filter { $0.count > 3 }.sorted { $0.count > $1.count }
        let path = (home ?? "").split(separator: "/")
        self.home = path.isEmpty ? [] : Array("/\(path.joined(separator: "/"))".utf8)
        let name = path.last.map(String.init) ?? ""
        // The words of these names are in every log.
        user = name.utf8.count < 3 || ["root", "user", "home", "host"].contains(name) ? [] : Array(name.utf8)
    }

    /// Returns the text without what is secret.
    func hide(in text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var bytes = Array(String(line).hidingPasswordsInURLs.utf8)
            for secret in secrets { bytes.replace(secret, with: ReportRedaction.mark) { _, _ in true } }
            bytes = ReportRedaction.hideNamedValues(bytes)
            if !home.isEmpty { bytes.replace(home, with: Array("~".utf8)) { _, after in after?.isWord != true } }
            if !user.isEmpty {
                bytes.replace(user, with: Array("USER".utf8)) { $0?.isWord != true && $1?.isWord != true }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        .joined(separator: "\n")
    }

    // MARK: - Values by name

    /// The names of a URL's values that are secret there, and nowhere else.
    private static let queryNames: Set<String> = ["auth", "code", "key", "session", "sid", "sig", "signature"]

    /// Hides each `NAME=VALUE`, `NAME: VALUE` and `"NAME": "VALUE"` whose name says that it's secret.
    private static func hideNamedValues(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else { return bytes }
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            shown.append(byte)
            index += 1
            guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") else { continue }
            let name = name(before: index - 1, in: bytes)
            let isAuthorization = name.text.lowercased() == "authorization"
            let isInQuery = name.mark == UInt8(ascii: "?") || name.mark == UInt8(ascii: "&")
            guard
                SecretName.isSecret(name.text) || isAuthorization
                    || isInQuery && queryNames.contains(name.text.lowercased())
            else { continue }
            while index < bytes.count, bytes[index] == 0x20 {
                shown.append(0x20)
                index += 1
            }
            let start = index
            // An object's parts have names of their own.
            guard index < bytes.count, !"{[".utf8.contains(bytes[index]) else { continue }
            let quote = "\"'".utf8.contains(bytes[index]) ? bytes[index] : nil
            if quote != nil { index += 1 }
            while index < bytes.count {
                if let quote {
                    if bytes[index] == quote { break }
                    if bytes[index] == UInt8(ascii: "\\") { index += 1 }
                } else if !isAuthorization, " ,;&)]}\"'".utf8.contains(bytes[index]) {
                    break
                }
                index += 1
            }
            index = min(index, bytes.count)
            guard index > start else { continue }
            if let quote { shown.append(quote) }
            shown += mark
        }
        return shown
    }

    /// Returns the name that ends before a place, perhaps in quotes, and the byte before it.
    private static func name(before end: Int, in bytes: [UInt8]) -> (text: String, mark: UInt8?) {
        var end = end
        if end > 0, bytes[end - 1] == UInt8(ascii: "\"") { end -= 1 }
        var start = end
        while start > 0, end - start < 80, bytes[start - 1].isWord || "-.".utf8.contains(bytes[start - 1]) {
            start -= 1
        }
        return (String(decoding: bytes[start..<end], as: UTF8.self), start > 0 ? bytes[start - 1] : nil)
    }
}

extension UInt8 {
    /// Whether the byte is part of a word: of ASCII, or of any character beyond it.
    fileprivate var isWord: Bool {
        (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) || self == 0x5F || self >= 0x80
    }
}

extension [UInt8] {
    /// Replaces a text where the bytes before and after it are such that it's wanted.
    fileprivate mutating func replace(
        _ text: [UInt8],
        with other: [UInt8],
        where isWanted: (_ before: UInt8?, _ after: UInt8?) -> Bool
    ) {
        guard let first = text.first, count >= text.count else { return }
        var result: [UInt8] = []
        var index = 0
        var isFound = false
        while index < count {
            let end = index + text.count
            if self[index] == first, end <= count, self[index..<end].elementsEqual(text),
                isWanted(index > 0 ? self[index - 1] : nil, end < count ? self[end] : nil)
            {
                result += other
                index = end
                isFound = true
            } else {
                result.append(self[index])
                index += 1
            }
        }
        if isFound { self = result }
    }
}
