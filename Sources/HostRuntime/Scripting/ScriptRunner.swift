internal import FoundationEssentials

/// Runs a script on a host whose time and display are in memory.
@MainActor final class ScriptRunner {
    private let host: Host
    private let time: ManualTime
    private let display: MemoryDisplay
    private let transcript: Transcript

    init(host: Host, time: ManualTime, display: MemoryDisplay, write: @escaping @MainActor (String) -> Void) {
        self.host = host
        self.time = time
        self.display = display
        transcript = Transcript(clock: host.clock, write: write)
        host.bus.onPost = { [transcript] message in
            // Posts of other threads have no place in a fixed order.
            guard PostingThread.isMain else { return }
            MainActor.assumeIsolated { transcript.add(ScriptRunner.line(for: message)) }
        }
        host.log.onEntry = { [transcript] in transcript.add("\($0.level.rawValue)  \($0.source)  \($0.text)") }
    }

    private nonisolated static func line(for message: any BusMessage) -> String {
        (message as? any CustomStringConvertible)?.description ?? type(of: message).messageName
    }

    /// Launches the host, runs the steps, and ends the host; throws at the first step that fails.
    func run(_ script: Script) async throws(ScriptFailure) {
        host.launch()
        await settle()
        for line in script.lines {
            transcript.add("> \(shown(line))")
            if line.step == .quit { break }
            do {
                try await perform(line.step)
            } catch {
                throw ScriptFailure(line: line.number, text: line.text, reason: "\(error)")
            }
            await settle()
        }
        host.terminate()
        await settle()
    }

    /// Lets everything happen that is due at this moment: tasks, timers, the frame.
    private func settle() async {
        // Tasks that a step has started may start others; each turn of the main
        // actor takes what was queued before it.
        for _ in 0..<ScriptRunner.turns {
            await host.work.settle()
            await Task.yield()
            time.advance(by: .zero)
        }
    }

    /// How many turns of the main actor belong to one moment.
    private static let turns = 4

    private func advance(by duration: Duration) async {
        let target = time.now + duration
        while let next = host.clock.nextDeadline, next <= target {
            time.advance(by: next - time.now)
            await settle()
        }
        time.advance(by: target - time.now)
    }

    /// The line as the transcript shows it: what is secret stays so.
    private func shown(_ line: Script.Line) -> String {
        guard case .run(let id, let values) = line.step, let command = host.commands[id] else { return line.text }
        let secrets = command.parameters.filter(\.isSecret).map(\.name)
        guard values.keys.contains(where: secrets.contains) else { return line.text }
        let words = values.sorted { $0.key < $1.key }
            .map { "\($0.key)=\(secrets.contains($0.key) ? "•••" : $0.value.description)" }
        return "run \(id) \(words.joined(separator: " "))"
    }

    // MARK: - Steps

    private func perform(_ step: ScriptStep) async throws {
        switch step {
        case .wait(let duration): await advance(by: duration)
        case .tap(let point, let count):
            for _ in 0..<count {
                host.windows.send(Touch(.began, at: point))
                host.windows.send(Touch(.ended, at: point))
            }
        case .press(let point):
            host.windows.send(Touch(.began, at: point))
            await advance(by: ScriptRunner.longPress)
            host.windows.send(Touch(.ended, at: point))
        case .drag(let from, let to):
            host.windows.send(Touch(.began, at: from))
            await advance(by: ScriptRunner.longPress)
            for point in ScriptRunner.path(from, to) { host.windows.send(Touch(.moved, at: point)) }
            host.windows.send(Touch(.ended, at: to))
        case .key(let event): host.receive(event)
        case .type(let text):
            for character in text { host.receive(KeyEvent(.character(character))) }
        case .background: host.enterBackground()
        case .foreground: host.enterForeground()
        case .lock: host.setScreenLocked(true)
        case .unlock: host.setScreenLocked(false)
        case .focusOut: host.setFocused(false)
        case .focusIn: host.setFocused(true)
        case .memoryWarning: host.receiveMemoryWarning()
        case .resize(let size):
            display.resize(to: size)
            host.displayDidResize()
        case .post(let name, let values): host.bus.post(named: NotificationName(name), values)
        case .run(let id, let values): host.runCommand(id, values)
        case .enable(let id): try host.plugins.enable(id)
        case .disable(let id): try host.plugins.disable(id)
        case .show(let subject): transcript.addBlock(host.report(on: subject))
        case .explain(let point): transcript.addBlock("\(host.windows.explainHit(at: point))")
        case .snapshot(let file): try snapshot(to: file)
        case .expect(let text):
            guard host.snapshot().contains(text) else {
                throw ScriptExpectation(rule: "the frame does not show '\(text)'", frame: host.snapshot().text)
            }
        case .reject(let text):
            guard !host.snapshot().contains(text) else {
                throw ScriptExpectation(rule: "the frame shows '\(text)'", frame: host.snapshot().text)
            }
        case .advanceDate(let days): time.date += Double(days) * 86_400
        case .quit: break
        }
    }

    /// How long a press is held: a little longer than what makes it a long one.
    private static let longPress: Duration = .milliseconds(600)

    /// The cells of a straight way, without its first one.
    private static func path(_ from: Point, _ to: Point) -> [Point] {
        let steps = max(abs(to.x - from.x), abs(to.y - from.y))
        guard steps > 0 else { return [] }
        return (1...steps).map {
            Point(x: from.x + (to.x - from.x) * $0 / steps, y: from.y + (to.y - from.y) * $0 / steps)
        }
    }

    private func snapshot(to file: String?) throws {
        let frame = host.snapshot()
        guard let file, let format = SnapshotFormat(file: file) else {
            transcript.addBlock(frame.text)
            return
        }
        let text =
            switch format {
            case .txt: frame.text + "\n"
            case .ansi: frame.ansi
            case .svg: frame.svg
            }
        do {
            try Data(text.utf8).write(to: URL(filePath: file))
        } catch {
            throw ScriptExpectation(rule: "the snapshot '\(file)' cannot be written", frame: nil)
        }
    }
}

extension CommandParameter {
    fileprivate var isSecret: Bool {
        if case .secret = kind { true } else { false }
    }
}

/// A step that found something other than it should have.
struct ScriptExpectation: Error, CustomStringConvertible {
    let rule: String
    let frame: String?

    var description: String { rule + (frame.map { "; it is:\n\($0)" } ?? "") }
}

/// The step at which a scripted run ended, and why.
struct ScriptFailure: Error, CustomStringConvertible {
    let line: Int
    let text: String
    let reason: String

    var description: String { "line \(line) (\(text)): \(reason)" }
}
