internal import FoundationEssentials

/// The lines of an asciicast (version 3), which the players of asciinema show; a pure value.
///
/// It contains the frames' output but none of the sequences that change terminal modes: a player
/// must neither report the mouse nor stay on another screen.
struct Asciicast {
    /// The bytes of a character that has not ended.
    private var rest: [UInt8] = []
    /// The microseconds at which the last event happened: the next one is written with the time since then.
    private var last = 0

    /// The first line.
    static func header(size: Size, date: Date, title: String) -> String {
        let values: PlainValue = [
            "version": 3, "term": ["cols": .int(size.width), "rows": .int(size.height)],
            "timestamp": .int(Int(date.timeIntervalSince1970)), "title": .string(title),
        ]
        return values.json + "\n"
    }

    /// The event that begins the playback, on a screen of its own without a cursor.
    mutating func beginning() -> String {
        event("o", "\u{1B}[?1049h\u{1B}[?25l", at: .zero)
    }

    /// Returns the event that ends the playback and gives the player its screen back.
    mutating func end(at time: Duration) -> String {
        event("o", "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l", at: time)
    }

    /// Returns the event of output; nil until a character has ended.
    mutating func output(_ bytes: UnsafeRawBufferPointer, at time: Duration) -> String? {
        rest += bytes
        let end = rest.count - Asciicast.unfinishedCount(rest)
        guard end > 0 else { return nil }
        defer { rest.removeFirst(end) }
        return event("o", String(decoding: rest[..<end], as: UTF8.self), at: time)
    }

    /// Returns the event of a change of size.
    mutating func resize(to size: Size, at time: Duration) -> String {
        event("r", "\(size.width)x\(size.height)", at: time)
    }

    /// Returns the event of a marker, at which a player can stop or to which it jumps.
    mutating func marker(_ text: String, at time: Duration) -> String {
        event("m", text, at: time)
    }

    private mutating func event(_ kind: String, _ data: String, at time: Duration) -> String {
        let moment = max(last, Int(time.attoseconds / 1_000_000_000_000))
        let microseconds = moment - last
        last = moment
        let places = String(1_000_000 + microseconds % 1_000_000).dropFirst()
        return "[\(microseconds / 1_000_000).\(places), \"\(kind)\", \(PlainValue.string(data).json)]\n"
    }

    /// The number of bytes at the end that begin a character of UTF-8 and don't end it.
    private static func unfinishedCount(_ bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}

/// The file of an asciicast, to which frames are written as they are shown.
@MainActor final class CastFile {
    private let file: SessionFile
    private var cast = Asciicast()
    private var size = Size.zero
    private weak var display: Display?
    private weak var host: AppHost?

    /// Creates the file at a path; nil without one.
    init?(_ path: String?) throws(HostProgramError) {
        guard let path else { return nil }
        file = try SessionFile(path, name: "asciicast")
    }

    /// The reason why nothing more is written; nil while all is well.
    var problem: String? { file.problem }

    /// Writes the header, before the first frame of a display.
    func begin(_ display: Display, of host: AppHost) {
        self.display = display
        self.host = host
        size = display.traits.size
        let header = Asciicast.header(size: size, date: host.clock.date, title: "\(host.name) \(host.version)")
        file.append(header + cast.beginning())
    }

    /// Writes the bytes of a frame.
    func write(_ bytes: UnsafeRawBufferPointer) {
        guard let display, let host, problem == nil else { return }
        if display.traits.size != size {
            size = display.traits.size
            file.append(cast.resize(to: size, at: host.clock.now))
        }
        if let event = cast.output(bytes, at: host.clock.now) { file.append(event) }
    }

    /// Writes a marker.
    func mark(_ text: String) {
        guard let host, problem == nil else { return }
        file.append(cast.marker(text, at: host.clock.now))
    }

    /// Writes the end.
    func end() {
        if let host { file.append(cast.end(at: host.clock.now)) }
        display = nil
    }
}
