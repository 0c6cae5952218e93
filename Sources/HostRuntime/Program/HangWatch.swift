internal import Synchronization

/// Names what holds the main actor: over the picture or on standard error while it does, and in the log afterwards.
@MainActor enum HangWatch {
    /// Begins to watch a program in the terminal.
    static func start(_ host: AppHost, _ terminal: Terminal) {
        let log: @MainActor (String, Owner) -> Void = { [weak host] in host?.log.add(.warning, $0, owner: $1) }
        host.onWillEnd = { SignalInbox.shared.beginEnd() }
        nameSlowCalls(in: host.log, log)
        nameStalls(host.name, log)
        let notice = Mutex(HangNotice())
        let busy = Mutex(CallEntry.none)
        Watchdog.start(
            Watchdog.Handler { [name = host.name] time in
                let text = HangNotice.text(about: Watchdog.culprit?.entry, program: name, for: time)
                notice.withLock { $0.show { HangNotice.line(text, columns: $0) } }
            } onBusy: { [name = host.name] time in
                let call = Watchdog.busiest
                busy.withLock { $0 = call }
                let text = HangNotice.text(about: call, program: name, isBusy: true, for: time)
                notice.withLock { $0.showBeside { HangNotice.line(text, columns: $0) } }
            } onRecovery: { [weak host, weak terminal] time in
                let hadKeyboard = notice.withLock { $0.hide() }
                let call = busy.withLock { $0 }
                MainThread.perform { [weak host, weak terminal] in
                    if hadKeyboard { terminal?.recoverFromHang() } else { host?.screen.redraw() }
                    let text = hadKeyboard ? "the screen did not answer" : "kept the main actor busy"
                    let owner = hadKeyboard ? nil : JournalNames.owner(call.owner)
                    log("\(text) for \(Int(time.seconds)) s", owner ?? .host)
                }
            }
        )
    }

    /// Begins to watch a program without a screen, for which a person may be waiting; `print` adds a line to standard error.
    static func start(
        withoutScreen host: AppHost,
        print: @escaping @Sendable (_ text: String) -> Void,
        log: @escaping @MainActor (_ text: String, _ owner: Owner) -> Void
    ) {
        host.onWillEnd = { SignalInbox.shared.beginEnd() }
        nameSlowCalls(in: host.log, log)
        nameStalls(host.name, log)
        let notice = Mutex((HangNotice(), isTold: false))
        Watchdog.start(
            Watchdog.Handler { [name = host.name] time in
                let text = HangNotice.text(about: Watchdog.culprit?.entry, program: name, for: time)
                let isTold = notice.withLock { notice in
                    defer { notice.isTold = true }
                    // Without a screen it only lets signals end the program, which the main thread doesn't hear.
                    notice.0.show { HangNotice.line(text, columns: $0) }
                    return notice.isTold
                }
                if !isTold { print(text) }
            } onRecovery: { _ in
                notice.withLock { notice in
                    _ = notice.0.hide()
                    notice.isTold = false
                }
            }
        )
    }

    /// Adds a warning to the log when plugins block all threads for tasks.
    private static func nameStalls(
        _ name: String,
        _ log: @escaping @MainActor (_ text: String, _ owner: Owner) -> Void
    ) {
        TaskThreads.shared.onStall.withLock {
            $0.body = { count in
                let owners = RunningCode.owners(ofCallsBefore: MonotonicClock.coarse() &- SlowCalls.limit)
                MainThread.perform {
                    for owner in owners.isEmpty ? [.host] : owners {
                        log("\(owner == .host ? name : "its tasks") blocked the \(count) threads for tasks", owner)
                    }
                }
            }
        }
    }

    /// Adds a stall and a warning to the log for each call that has held the main actor for longer than `SlowCalls.limit`.
    static func nameSlowCalls(
        in hostLog: HostLog,
        _ log: @escaping @MainActor (_ text: String, _ owner: Owner) -> Void
    ) {
        RunningCode.onSlowCall = { [weak hostLog] entry, time in
            let (time, owner) = (Duration.nanoseconds(Int64(time)), JournalNames.owner(entry.owner) ?? .host)
            hostLog?.addStall(time, place: entry.place, owner: owner)
            let place = entry.place.isEmpty ? "" : " \(entry.place)"
            log("held the main actor for \(time.inSeconds(decimals: 1...3)) s\(place)", owner)
        }
    }

    /// Begins to watch a scripted run, which nobody may look at.
    static func start(_ program: String) {
        let isTold = Atomic(false)
        Watchdog.start(
            Watchdog.Handler { time in
                guard !isTold.exchange(true, ordering: .relaxed) else { return }
                let text = HangNotice.sentence(about: Watchdog.culprit?.entry, program: program, for: time)
                StandardStreams.printError("\(program): \(text)")
            } onRecovery: { _ in
                isTold.store(false, ordering: .relaxed)
            }
        )
    }
}

extension HangNotice {
    /// Returns the sentence about the call that the main thread has been in for a while, after the way out, because a
    /// narrow screen cuts off its end.
    static func text(about call: CallEntry?, program: String, isBusy: Bool = false, for time: Duration) -> String {
        "ctrl-c ends the program: " + sentence(about: call, program: program, isBusy: isBusy, for: time)
    }

    /// Returns the sentence about the call that the main thread has been in for a while.
    ///
    /// A busy thread goes from call to call, and most are this one.
    static func sentence(about call: CallEntry?, program: String, isBusy: Bool = false, for time: Duration) -> String {
        let owner = call.flatMap { JournalNames.owner($0.owner) } ?? .host
        let who = owner == .host ? program : "the plugin '\(owner)'"
        let what = isBusy ? "has kept the program busy" : "has not answered"
        let place = call.map(\.place).flatMap { $0.isEmpty ? nil : " (\($0))" } ?? ""
        // While a library is loaded, its plugins are known by the name of its file.
        return "\(who) \(what) for \(Int(time.seconds)) s\(place)".escapingControls
    }

    /// Returns a text as a line that fills a number of columns.
    ///
    /// The ellipsis is in ASCII, because the line is written past the display, which knows what the terminal can show.
    static func line(_ text: String, columns: Int) -> String {
        let line = TextWidth.truncate(" \(text)", to: columns, with: "...")
        return line + String(repeating: " ", count: max(0, columns - TextWidth.width(of: line)))
    }
}
