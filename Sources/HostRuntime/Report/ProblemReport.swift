/// The parts of a report about a problem, without secrets and bounded in size, which become one file.
struct ProblemReport {
    /// A part, which becomes a file of the archive.
    private struct Part {
        let name: String
        let about: String
        let bytes: [UInt8]
    }

    /// The bytes that are kept of a part at most, its newest ones.
    static let partLimit = 1 << 20

    /// The name of the archive's folder.
    let name: String

    private let secrets: [String]
    /// The path of the person's home directory, and the name in it.
    private let home: [UInt8]
    private let user: [UInt8]
    private var parts: [Part] = []

    /// Creates a report without parts.
    ///
    /// Secrets of fewer than four bytes would be found everywhere, and aren't looked for.
    init(name: String, secrets: [String] = [], home: String? = nil) {
        self.name = name
        self.secrets = secrets.filter { $0.utf8.count > 3 }
        let path = (home ?? "").split(separator: "/")
        self.home = path.isEmpty ? [] : Array("/\(path.joined(separator: "/"))".utf8)
        let user = path.last.map(String.init) ?? ""
        // The words of these names are in every log.
        self.user = user.utf8.count < 3 || ["root", "user", "home", "host"].contains(user) ? [] : Array(user.utf8)
    }

    /// Adds a part without what `redacted` hides; of a long one, the last lines.
    mutating func add(_ name: String, _ text: String, _ about: String, limit: Int = partLimit) {
        var text = text
        if text.utf8.count > limit {
            let rest = text.utf8.suffix(limit).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            let dropped = text.utf8.count - rest.count
            text = "(The first \(dropped.bytesInWords) are left out.)\n" + String(decoding: Array(rest), as: UTF8.self)
        }
        text = redacted(text)
        if !text.hasSuffix("\n") { text += "\n" }
        parts.append(Part(name: name, about: about, bytes: Array(text.utf8)))
    }

    /// Adds a recording of any size; a last line without its end, which a killed process leaves, stays so.
    mutating func add(recording text: String, _ about: String) {
        parts.append(Part(name: "recording.txt", about: about, bytes: Array(redacted(recording: text).utf8)))
    }

    /// Returns a recording without secrets that can still be performed, because its JSON is redacted value by value.
    func redacted(recording: String) -> String {
        var beginning = ""
        let lines = recording.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line -> String? in
            let line = String(line)
            guard !(beginning.isEmpty ? ScriptParser.continues(line) : line.endsInBackslash) else {
                beginning += line.dropLast()
                return nil
            }
            let whole = beginning + line
            beginning = ""
            var parser = ScriptParser(size: Size(width: 80, height: 24))
            switch try? parser.parse(whole)?.step {
            case .configuration(let sections)?: return ScriptStep.configuration(redacted(sections)).text
            case .stored(let namespace, let values)?: return ScriptStep.stored(namespace, redacted(values)).text
            default: return redacted(whole)
            }
        }
        return (lines + (beginning.isEmpty ? [] : [redacted(beginning)])).joined(separator: "\n")
    }

    private func redacted(_ values: [String: PlainValue]) -> [String: PlainValue] {
        Dictionary(values.map { (redacted($0.key), redacted($0.value)) }) { first, _ in first }
    }

    private func redacted(_ value: PlainValue) -> PlainValue {
        switch value {
        case .null, .bool: value
        case .int, .double: redacted(value.description) == value.description ? value : .hidden
        case .string(let text): .string(redacted(text))
        case .array(let values): .array(values.map { redacted($0) })
        case .dictionary(let values): .dictionary(redacted(values))
        }
    }

    /// Returns a text without secrets, and without the name of the person's home directory.
    func redacted(_ text: String) -> String {
        func end(of word: [UInt8], at start: Int, in text: [UInt8]) -> Int? {
            guard text[start] == word.first, text[start...].starts(with: word) else { return nil }
            let end = start + word.count
            return end < text.count && text[end].isWord ? nil : end
        }
        return text.hiding(secrets).hidingSecrets
            .replacing(with: "~") { end(of: home, at: $1, in: $0) }
            .replacing(with: "USER") { $1 > 0 && $0[$1 - 1].isWord ? nil : end(of: user, at: $1, in: $0) }
    }

    /// The parts with their sizes.
    var contents: String {
        TextTable(parts.map { ["  \($0.name)", $0.bytes.count.bytesInWords, $0.about] }).description
    }

    /// The bytes of the archive, whose first part says what is in it.
    func archive(time: Int) -> [UInt8] {
        var archive = TarArchive()
        let text = """
            A report about a problem, with these parts:

            \(contents)

            It has \(PlainValue.hidden) in place of the secrets that it recognizes: the values of secret settings and secret
            stores, what follows a name such as "password" or "token", and the users of URLs. In the recording, • stands for
            each character that was typed, also for a letter that was a command's key, so it's for reading and not for
            replaying: it says when what was pressed. ~ stands for the home directory.
            Read it before you send it: a secret that is logged in other words is in it.

            """
        archive.add("\(name)/README.txt", Array(text.utf8), time: time)
        for part in parts { archive.add("\(name)/\(part.name)", part.bytes, time: time) }
        return archive.bytes
    }
}
