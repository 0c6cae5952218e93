internal import FoundationEssentials

/// A crash of an earlier run, as people read of it later; a pure value.
///
/// The health of plugins forgets a crash when a run was well; this list doesn't.
struct PastCrash: Hashable, Sendable {
    /// The most crashes that are remembered.
    static let limit = 20

    /// The seconds since 1970; nil if the program was killed, and so couldn't tell.
    let date: Double?

    /// The plugin or the library that ended the program; nil for none.
    let plugin: String?

    /// The phase of the plugin's code, as the end of a sentence; empty without a plugin.
    let place: String

    /// The signal that ended the program, such as `SIGSEGV`; empty if unknown.
    let signal: String

    /// Whether the program was killed, with a plugin because that hung.
    let isKill: Bool

    /// The path of the recording of what was done before; nil for none.
    let recording: String?

    /// Reads what people want to know from the journal of a run; nil if that didn't crash, and wasn't killed.
    init?(_ run: PastRun, _ journal: JournalMemory) {
        switch run.crash {
        case nil where run.wasKilled: (plugin, place, isKill) = (nil, "", true)
        case nil: return nil
        case .unblamed: (plugin, place, isKill) = (nil, "", false)
        case .plugin(let name, let place, let isKill): (plugin, self.place, self.isKill) = (name, place, isKill)
        }
        date = journal.endDate == 0 ? nil : Double(journal.endDate)
        let number = journal.signal == 0 && isKill ? (journal.status ?? 0) & 0x7F : journal.signal
        signal = number == 0 ? "" : "\(JournalSentence.name(ofSignal: number))"
        recording = journal.recording == .none ? nil : journal.string(journal.recording)
    }

    // MARK: - Remembering

    init?(stored value: PlainValue) {
        guard case .dictionary(let values) = value else { return nil }
        func text(_ name: String) -> String? { values[name]?.stringValue }
        date = values["date"]?.doubleValue.flatMap { (0..<1e11).contains($0) ? $0 : nil }
        (plugin, recording) = (text("plugin"), text("recording"))
        (place, signal) = (text("place") ?? "", text("signal") ?? "")
        isKill = values["kill"]?.boolValue ?? false
    }

    var stored: PlainValue {
        var values: [String: PlainValue] = ["place": .string(place), "signal": .string(signal), "kill": .bool(isKill)]
        values["date"] = date.map { .double($0) }
        values["plugin"] = plugin.map { .string($0) }
        values["recording"] = recording.map { .string($0) }
        return .dictionary(values)
    }

    // MARK: - In words

    /// Returns the crash in one line, and its recording in another; the names in it are safe to print.
    func lines(in zone: CivilTimeZone, program: String) -> [String] {
        let when = date.map { Date(timeIntervalSince1970: $0).inWords(zone) } ?? "at an unknown time"
        let how = signal.isEmpty ? "" : " (\(signal))"
        let what =
            switch plugin {
            case let plugin? where isKill: "the program was killed while '\(plugin)' hung \(place)"
            case let plugin?: "'\(plugin)' ended the program \(place)\(how)"
            case nil where isKill: "the program was killed\(how)"
            case nil: "the program crashed\(how), in no plugin's code"
            }
        let film = recording.map { ["  '\(program) --play \($0)' plays what was done before"] } ?? []
        return ["\(when): \(what)".escapingControls] + film.map(\.escapingControls)
    }
}

extension PluginHistory {
    private static let crashesKey = "crashes"

    /// The last crashes of earlier runs, the newest first.
    var crashes: [PastCrash] {
        (store.value(PluginHistory.crashesKey)?.arrayValue ?? []).compactMap { PastCrash(stored: $0) }.reversed()
    }

    /// Remembers crashes, oldest first; only the last ones stay.
    func remember(_ new: [PastCrash]) {
        guard !new.isEmpty else { return }
        store.update { values in
            let all = (values[PluginHistory.crashesKey]?.arrayValue ?? []) + new.map(\.stored)
            values[PluginHistory.crashesKey] = .array(all.suffix(PastCrash.limit))
        }
    }

    /// Returns the last crashes as a text for people.
    func crashList(in zone: CivilTimeZone, program: String) -> String {
        let lines = crashes.flatMap { $0.lines(in: zone, program: program) }
        return lines.isEmpty ? "No crash is remembered." : lines.joined(separator: "\n")
    }
}
