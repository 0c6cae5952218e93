internal import FoundationEssentials

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
        file.append(header + Asciicast.beginning)
    }

    /// Writes the bytes of a frame.
    func write(_ bytes: UnsafeRawBufferPointer) {
        guard let display, let host, problem == nil else { return }
        if display.traits.size != size {
            size = display.traits.size
            file.append(Asciicast.resize(to: size, at: host.clock.now))
        }
        if let event = cast.output(bytes, at: host.clock.now) { file.append(event) }
    }

    /// Writes the end.
    func end() {
        if let host { file.append(Asciicast.end(at: host.clock.now)) }
        display = nil
    }
}
