/// The status of a process, from `/proc/PID/stat`.
package struct ProcessStatus: Hashable, Sendable {
    /// The start in the system's ticks, which tells apart processes with the same id; nil if it's not there.
    package let start: Int?

    /// The state as the system's letter; nil if it's not there.
    private let state: Character?

    /// Whether the process has ended: one that was killed stays there until its parent reads its status.
    package var hasEnded: Bool { state == "Z" || state == "X" }

    /// Reads the text of the file; nil for other text.
    init?(_ text: String) {
        // The program's name stands in parentheses, and may itself contain blanks and parentheses.
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        let fields = text[text.index(after: close)...].split(whereSeparator: \.isWhitespace)
        state = fields.first?.first
        start = fields.count > 19 ? Int(fields[19]) : nil
    }

    /// Returns the status of a process; nil if there is none, or the system doesn't tell.
    package static func of(_ process: Int) -> ProcessStatus? {
        guard let file = try? OpenFile("/proc/\(process)/stat", .readOnly), let bytes = try? file.read(upTo: 4096)
        else { return nil }
        return ProcessStatus(String(decoding: bytes, as: UTF8.self))
    }
}
