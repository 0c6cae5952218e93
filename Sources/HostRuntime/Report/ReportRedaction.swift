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
            bytes = ReportRedaction.hideNamedValues(ReportRedaction.hideUsers(bytes))
            if !home.isEmpty { bytes.replace(home, with: Array("~".utf8)) { _, after in after?.isWord != true } }
            if !user.isEmpty {
                bytes.replace(user, with: Array("USER".utf8)) { $0?.isWord != true && $1?.isWord != true }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        .joined(separator: "\n")
    }

    /// Hides whom a URL names before its host, since that may be a token.
    private static func hideUsers(_ bytes: [UInt8]) -> [UInt8] {
        let start = Array("://".utf8)
        var shown: [UInt8] = []
        var name = 0
        for byte in bytes {
            if byte == UInt8(ascii: "@"), name < shown.count, shown[..<name].suffix(start.count).elementsEqual(start) {
                shown.replaceSubrange(name..., with: mark)
            }
            shown.append(byte)
            if "/?# \"'".utf8.contains(byte) { name = shown.count }
        }
        return shown
    }

    // MARK: - Values by name

    /// The names of a URL's values that are secret there, and nowhere else.
    private static let queryNames: Set<String> = ["auth", "code", "key", "session", "sid", "sig", "signature"]

    /// Hides each `NAME=VALUE`, `NAME: VALUE`, `"NAME": VALUE` and `--NAME VALUE` whose name says that it's secret.
    private static func hideNamedValues(_ bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        var index = 0
        while index < bytes.count {
            shown.append(bytes[index])
            index += 1
            guard isSecretName(before: index - 1, in: bytes) else { continue }
            let separator = index - 1
            while index < bytes.count, bytes[index] == 0x20 {
                shown.append(0x20)
                index += 1
            }
            let end = endOfValue(from: index, isSpaced: bytes[separator] != 0x20 && index - separator > 1, in: bytes)
            guard end > index else { continue }
            let quote = "\"'".utf8.contains(bytes[index]) ? [bytes[index]] : []
            shown += quote + mark + (end - index > 1 && bytes[end - 1] == quote.first ? quote : [])
            index = end
        }
        return shown
    }

    /// Whether the byte at a place separates a name that says that it's secret from its value.
    private static func isSecretName(before place: Int, in bytes: [UInt8]) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "="), UInt8(ascii: ":"):
            let name = name(before: place, in: bytes)
            let text = name.text.lowercased()
            let isInQuery = name.mark == UInt8(ascii: "?") || name.mark == UInt8(ascii: "&")
            return SecretName.isSecret(name.text) || text == "authorization" || isInQuery && queryNames.contains(text)
        case 0x20 where place > 0 && bytes[place - 1].isWord:
            let name = name(before: place, in: bytes).text
            return name.hasPrefix("--") && SecretName.isSecret(name)
        default: return false
        }
    }

    /// Returns the end of a value: of a list or an object, of what is in quotes, or of a text without any.
    ///
    /// After a space, as in a sentence, a text goes on to the end of the line.
    private static func endOfValue(from start: Int, isSpaced: Bool, in bytes: [UInt8]) -> Int {
        guard start < bytes.count else { return start }
        if "{[".utf8.contains(bytes[start]) {
            var depth = 0
            for index in start..<bytes.count {
                if "{[".utf8.contains(bytes[index]) { depth += 1 }
                if "}]".utf8.contains(bytes[index]) { depth -= 1 }
                if depth == 0 { return index + 1 }
            }
            return bytes.count
        }
        // In a text that is itself in quotes, quotes follow a backslash.
        let isEscaped = bytes[start] == UInt8(ascii: "\\")
        let open = start + (isEscaped ? 1 : 0)
        if open < bytes.count, "\"'".utf8.contains(bytes[open]) {
            var index = open + 1
            while index < bytes.count, bytes[index] != bytes[open] {
                index += !isEscaped && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            return min(index + 1, bytes.count)
        }
        if isSpaced { return bytes.count }
        return bytes[start...].firstIndex { " ,;&)]}\"'".utf8.contains($0) } ?? bytes.count
    }

    /// Returns the name that ends before a place, perhaps in quotes, and the byte before it.
    private static func name(before end: Int, in bytes: [UInt8]) -> (text: String, mark: UInt8?) {
        var end = end
        while end > 0, " \"'\\".utf8.contains(bytes[end - 1]) { end -= 1 }
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
