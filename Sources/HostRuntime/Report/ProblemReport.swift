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

    private let redaction: ReportRedaction
    private var parts: [Part] = []

    init(name: String, redaction: ReportRedaction) {
        self.name = name
        self.redaction = redaction
    }

    /// Adds a part without its secrets; of a long one, the last lines.
    mutating func add(_ name: String, _ text: String, _ about: String, limit: Int = partLimit) {
        var text = text
        if text.utf8.count > limit {
            let rest = text.utf8.suffix(limit).drop { $0 != UInt8(ascii: "\n") }.dropFirst()
            let dropped = text.utf8.count - rest.count
            text = "(The first \(dropped.bytesInWords) are left out.)\n" + String(decoding: Array(rest), as: UTF8.self)
        }
        text = redaction.hide(in: text)
        if !text.hasSuffix("\n") { text += "\n" }
        parts.append(Part(name: name, about: about, bytes: Array(text.utf8)))
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

            Left out, with \(PlainValue.hidden) in their place: what secret fields, settings and stores have, values whose names
            say that they are secret, and passwords and tokens in URLs. ~ stands for the home directory. Read it before you
            send it: what a program logs in other words is in it as it was logged.

            """
        archive.add("\(name)/README.txt", Array(text.utf8), time: time)
        for part in parts { archive.add("\(name)/\(part.name)", part.bytes, time: time) }
        return archive.bytes
    }
}
