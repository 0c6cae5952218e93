internal import FoundationEssentials

/// The files that a session writes beside its log, by its options: a recording and an asciicast.
@MainActor final class SessionOutput {
    /// The asciicast; nil if none is written.
    let cast: CastFile?

    /// The time of the session, which only a recorded session needs in steps.
    let time: any TimeSource

    private let recording: SessionFile?
    private var session: SessionRecording?

    /// Creates the files, before the session begins; throws if one can't be written.
    init(recording: String?, cast: String?) throws(HostProgramError) {
        self.cast = try CastFile(cast)
        self.recording = try recording.map { path throws(HostProgramError) in
            try SessionFile(path, name: "recording")
        }
        time = recording != nil ? RecordedTime() : SystemTime()
    }

    /// Whether the steps of the session are recorded.
    var isRecorded: Bool { recording != nil }

    /// Begins to write, before the launch of a host.
    func begin(_ host: AppHost, _ display: Display, head: @autoclosure () -> RecordingHead) {
        cast?.begin(display, of: host)
        guard let time = time as? RecordedTime else { return }
        time.start(date: Date())
        recording?.append(head().text(program: host.name))
        let session = SessionRecording(host, time: time)
        session.onStep = { [unowned self, unowned host] in write($0, host) }
        self.session = session
    }

    private func write(_ step: ScriptStep, _ host: AppHost) {
        guard let text = step.text else { return }
        guard let recording, !recording.append(text + "\n"), let problem = recording.problem else { return }
        host.log.add(.warning, problem, owner: .host)
    }

    /// Ends writing, because the session ends in order, and returns the problems, one sentence each.
    func end() -> [String] {
        session?.end()
        cast?.end()
        return [recording?.problem, cast?.problem].compactMap(\.self)
    }

    // MARK: - Events

    /// Whether the session has done everything that comes before the next input.
    var acceptsInput: Bool { session?.acceptsInput ?? true }

    /// Performs an action of a person or the system, as a step where the session is recorded.
    func perform(_ step: ScriptStep, _ action: @escaping @MainActor () -> Void) {
        if let session { session.perform(step, action) } else { action() }
    }

    /// Performs what comes first when the process, which was stopped, continues: before the timers that are due by now.
    func afterStop(_ body: () -> Void) {
        session?.isReturning = true
        defer { session?.isReturning = false }
        body()
    }
}
