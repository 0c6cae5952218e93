internal import FoundationEssentials

/// One run of `report`, or of the command that does the same: collects what someone needs who looks into a problem.
///
/// Whatever can't be read is said in its place, so that there is a report after a crash and while the program runs.
/// Of the state, it changes only which plugins are known, as every look at them does.
@MainActor struct ReportRun {
    /// The id of the command.
    static let command = "host.report"

    private let program: String
    private let version: String
    private let folders: ProgramFolders
    private let secrets: [String]

    /// Creates a run; without a setup, because the options are wrong, it doesn't know which settings are secret.
    init(_ application: any HostApplication.Type, _ folders: ProgramFolders, _ setup: ProgramSetup?) {
        program = application.name
        version = application.version
        self.folders = folders
        let settings = setup.map { setup in
            setup.secretSettings.flatMap { section, names in names.compactMap { setup.configuration[section][$0] } }
        }
        let stored = ProgramSetup.storedValues(in: "\(folders.state)/secrets").values.flatMap(\.values)
        secrets = ((settings ?? []) + stored).flatMap { ReportRun.texts(in: $0) }
    }

    private static func texts(in value: PlainValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap { texts(in: $0) }
        case .dictionary(let values): values.values.flatMap { texts(in: $0) }
        case .null, .bool: []
        default: [value.description]
        }
    }

    /// Writes a report, and returns where it is and what is in it.
    ///
    /// `doctor` says how the plugins are. Without a file, the report has the date in its name, in the current folder.
    func write(to file: String?, replaces: Bool = false, doctor: String, date: Date) throws(HostProgramError) -> String
    {
        let stamp = String(date.stamp.filter { $0 != ":" && $0 != "-" }.prefix { $0 != "." }).replacing("Z", with: "")
        let name = "\(program)-report-\(stamp)"
        let home = ProcessEnvironment.value("HOME") ?? SystemUser.homeDirectory
        var report = ProblemReport(name: name, secrets: secrets, home: home)
        report.add("versions.txt", versions(date), "program and system")
        report.add("doctor.txt", doctor, "how the plugins are")
        report.add("log.txt", log, "its newest lines")
        report.add("journal.txt", PastJournals.descriptions(in: "\(folders.state)/journal"), "how runs ended")
        let recording = recording
        report.add(recording: recording.text, recording.about)
        let named = FileSystem.absolutePath(file.flatMap { $0.isEmpty ? nil : $0 } ?? "\(name).tar")
        let path = replaces ? FileSystem.followingOwnLinks(named) : named
        let bytes = report.archive(time: Int(date.timeIntervalSince1970))
        try write(bytes, to: path, replaces: replaces)
        return "The report is \(path.escapingControls) (\(bytes.count.bytesInWords)), which only your user can read. "
            + "Look at it before you send it: only the secrets that it recognizes are left out. It has:\n"
            + report.contents
    }

    /// Writes a file for its user alone, which has its name only when all of it is on the disk.
    private func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(HostProgramError) {
        let own = Int(ProcessInfo.processInfo.processIdentifier)
        let (beginning, end) = (".\(program)-report.", ".new")
        for name in FileSystem.names(in: path.folder) where name.hasPrefix(beginning) && name.hasSuffix(end) {
            // What a process left that was killed while it wrote, also an earlier one of this number.
            guard let process = Int(name.dropFirst(beginning.count).dropLast(end.count)),
                process == own || ProcessStatus.of(process)?.hasEnded ?? true
            else { continue }
            try? FileSystem.remove("\(path.folder)/\(name)")
        }
        let temporary = "\(path.folder)/\(beginning)\(own)\(end)"
        let reason: String
        do throws(SystemError) {
            let kind = replaces ? try? FileStatus(at: path).kind : nil
            guard let present = kind?.nameOfOther else {
                let file = try OpenFile(temporary, .writeOnly, options: [.exclusiveCreate, .noFollow])
                defer { try? FileSystem.remove(temporary) }
                if let error = bytes.withUnsafeBytes({ file.descriptor.write($0) }) { throw error }
                try file.synchronize()
                return try replaces ? FileSystem.rename(temporary, to: path) : FileSystem.move(temporary, to: path)
            }
            reason = "there is \(present)"
        } catch  where error == .fileExists {
            reason = "there is one already; name another file, or add --replace to the command 'report'"
        } catch {
            reason = "\(error)"
        }
        let text = "the report '\(path.escapingControls)' can't be written: \(reason)"
        throw HostProgramError(status: .cannotCreate, text: text)
    }

    /// Performs the subcommand: a report about the program as the next start would find it.
    static func perform(
        _ application: any HostApplication.Type,
        _ options: HostOptions,
        _ folders: ProgramFolders,
        file: String?,
        replaces: Bool
    ) throws(HostProgramError) {
        // A change that isn't saved would be an error, but the report is what is asked for.
        let history = PluginHistory(directory: folders.state, calls: .waiting { .noHost })
        var setup: ProgramSetup?
        let doctor: String
        do {
            setup = try ProgramSetup(application, options, history)
            let reports = try setup?.previewPlugins().report ?? []
            doctor = PluginDoctor.text(reports, history, warnings: (setup?.warnings ?? []) + (setup?.refusals ?? []))
        } catch {
            doctor = "The plugins can't be looked at: \(error.text)"
        }
        let text = try ReportRun(application, folders, setup)
            .write(to: file, replaces: replaces, doctor: doctor, date: Date())
        try StandardStreams.printLine(text, of: "what is in the report")
    }

    // MARK: - The parts

    private func versions(_ date: Date) -> String {
        let system = ProgramText.read("/etc/os-release")?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let kernel = ProgramText.read("/proc/sys/kernel/osrelease")
        let stamp = RuntimeStamp.current
        let names = [
            "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "NO_COLOR",
        ]
        let isSet = ["TMUX", "STY", "SSH_CONNECTION"].map { ($0, ProcessEnvironment.value($0) == nil ? "no" : "yes") }
        let rows =
            [
                ("program", "\(program) \(version)"),
                ("compiler", "Swift \(stamp.compiler / 100).\(stamp.compiler % 100)"),
                ("made at", date.stamp),
                ("system", system.map { String($0.dropFirst(12)) } ?? "unknown"),
                ("kernel", kernel?.split(separator: "\n").first.map(String.init) ?? "unknown"),
                ("state", folders.state), ("cache", folders.cache ?? "in the same folder"),
            ] + names.compactMap { name in ProcessEnvironment.value(name).map { (name, $0) } } + isSet
        return TextTable(rows.map { [$0.0, $0.1] }).description
    }

    private var log: String {
        let texts = ["log.old", "log"].compactMap { ProgramText.read("\(folders.state)/\($0)") }
        return texts.isEmpty ? "There is no log in \(folders.state)." : texts.joined()
    }

    /// The newest recording that a crash has left or that a session writes now.
    private var recording: (text: String, about: String) {
        let folder = "\(folders.state)/recordings"
        let names = FileSystem.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()
        guard let name = names.last, let text = ProgramText.read("\(folder)/\(name)", last: .max) else {
            return ("There is no recording of a crash. --record-on-crash keeps one.\n", "why there is none")
        }
        let session = SessionFile.isInUse("\(folder)/\(name)") ? "of this session" : "of the last crash"
        let steps = RecordingTail.hidingText(in: text, limit: 2 * ProblemReport.partLimit)
        return (steps, "\(session), with • for each character that was typed")
    }
}

/// Text of the program's own files.
private enum ProgramText {
    /// Returns the last part of a file, a little more than what a report keeps; nil if it can't be read.
    static func read(_ path: String, last limit: Int = 2 * ProblemReport.partLimit) -> String? {
        guard let file = try? OpenFile(FileSystem.followingOwnLinks(path), .readOnly, options: .nonBlocking),
            let status = try? file.status, status.kind == .file
        else { return nil }
        let start = max(0, Int(status.size) - limit)
        // The files of the system say that they are empty.
        let bytes = start == 0 ? try? file.read(upTo: limit) : try? file.read(limit, at: start)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ProgramSetup {
    /// Offers the command that writes a report from the running program, which a scripted run has as well.
    ///
    /// Without a state folder nothing is left of a run, and nothing is written.
    func offerReport(on host: AppHost, in folders: ProgramFolders?) {
        let hint = "a name with the date, in the current folder"
        let file = CommandParameter(name: "file", title: "File", hint: hint, defaultValue: "")
        // A program may have a command of this id, which stays.
        try? host.commands.offer(
            Command(
                id: ReportRun.command,
                title: "Write a report about a problem",
                group: "Host",
                icon: "✎",
                parameters: [file]
            ) { [self, weak host] arguments in
                guard let host else { return nil }
                guard let folders else {
                    let text = "this run keeps nothing that a report could have"
                    throw HostProgramError(status: .unavailable, text: text)
                }
                let reports = host.plugins.report
                let doctor = PluginDoctor.text(reports, history, warnings: warnings + refusals)
                return try ReportRun(application, folders, self)
                    .write(to: arguments.text("file"), doctor: doctor, date: host.clock.date)
            }
        )
    }
}

extension PluginDoctor {
    /// The findings, the warnings and the table of the plugins.
    @MainActor static func text(_ reports: [PluginReport], _ history: PluginHistory, warnings: [String]) -> String {
        let warnings = warnings.map { "warning  \($0.escapingControlsOfLines)" }
        return ([lines(findings(reports, history))] + warnings + ["", reports.table]).joined(separator: "\n")
    }
}

extension FileStatus.Kind {
    /// The name of what isn't a file.
    fileprivate var nameOfOther: String? {
        switch self {
        case .file: nil
        case .directory: "a folder"
        case .symbolicLink: "another user's link"
        case .socket: "a socket"
        case .other: "a device or a pipe"
        }
    }
}
