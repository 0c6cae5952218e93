/// The end of an earlier run of the program, from its journal; a pure value.
struct PastRun: Hashable, Sendable {
    /// A crash, and who is to blame for it.
    enum Crash: Hashable, Sendable {
        /// The code of a plugin; `place` is the end of a sentence, such as "in activate".
        ///
        /// A library that was being loaded goes by its path. A plugin that hung was killed for it, most likely: nobody
        /// can be sure.
        case plugin(String, place: String, isKill: Bool = false)
        /// No plugin's code was running, or it isn't known which.
        case unblamed
    }

    /// The crash; nil if the run ended in order, was killed while it was idle, or ended with the machine.
    var crash: Crash?

    /// How long the run was known to be well; zero if that isn't known.
    var healthyTime: Duration

    /// The build of the plugin that crashed it; nil if it isn't known.
    var build: PluginBuild?

    init(crash: Crash?, healthyTime: Duration, build: PluginBuild? = nil) {
        self.crash = crash
        self.healthyTime = healthyTime
        self.build = build
    }

    /// Reads the journal of a dead process; `bootID` identifies the machine's current boot.
    init(_ journal: JournalMemory, bootID: [UInt8]) {
        self.init(crash: nil, healthyTime: .zero)
        let length = journal.bootID.count
        let isSameBoot = journal.bootID == Array((bootID + Array(repeating: 0, count: length)).prefix(length))
        guard journal.end != .inOrder else { return }
        // The machine ended, and the program with it, unless something has recorded another end before.
        guard isSameBoot || journal.end != .none || journal.status != nil else { return }
        let call = journal.blamedCall
        let end = journal.endedAt != 0 ? journal.endedAt : call?.begin ?? journal.start
        healthyTime = .nanoseconds(Int64(clamping: end > journal.start ? end - journal.start : 0))
        if let call, call.entry.isOfPlugin {
            let file = journal.file(of: call.entry.owner) ?? journal.programFile
            if let file, !file.path.isEmpty { build = file }
            // By its path, because libraries of several folders may have one name.
            let path = call.entry.phase == .library ? build?.path : nil
            let name = path ?? journal.string(call.entry.owner)
            let place = journal.place(of: call.entry)
            crash = name.isEmpty ? .unblamed : .plugin(name, place: place, isKill: journal.wasKilledInHang)
        } else if journal.end == .crash || (journal.end == .none && !journal.isLaunched) {
            crash = .unblamed
        }
    }
}
