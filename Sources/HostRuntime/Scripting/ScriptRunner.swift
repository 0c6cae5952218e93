internal import FoundationEssentials

/// Runs a script on a host whose time and display are in memory.
@MainActor final class ScriptRunner {
    private let driver: HostDriver
    private let transcript: Transcript

    private var host: AppHost { driver.host }

    private var secrets: SecretStandIns

    private let onStep: @MainActor (ScriptFailure?) -> Void

    /// Called with each thing that the run depends on and that the script doesn't contain.
    private let onUnrecorded: @MainActor (String) -> Void

    /// The program in lines, which the run prints in place of the transcript; nil for a program with a screen.
    private let plain: PlainSession?

    /// Writes a line of a program in lines.
    private let write: @MainActor (String) -> Void

    /// Creates a runner on a host that has not been launched.
    ///
    /// `onStep` is called before each step with the failure to report if the
    /// process ends during it, and with nil after the last step.
    init(
        _ driver: HostDriver,
        secrets: SecretStandIns = SecretStandIns(),
        onStep: @escaping @MainActor (ScriptFailure?) -> Void = { _ in },
        onUnrecorded: @escaping @MainActor (String) -> Void = { _ in },
        isPlain: Bool = false,
        write: @escaping @MainActor (String) -> Void
    ) {
        self.driver = driver
        self.secrets = secrets
        self.onStep = onStep
        self.onUnrecorded = onUnrecorded
        self.write = write
        plain =
            isPlain ? PlainSession(driver.host, settle: { await driver.deliver([]) }, write: write) : nil
        plain?.onLine = { [weak plain] in
            if let prompt = plain?.prompt.text, !prompt.isEmpty { write(prompt.trimmingWhitespace) }
            write("> \($0)")
        }
        transcript = Transcript(clock: driver.host.clock) { if !isPlain { write($0) } }
        driver.observeEvents { [transcript] in transcript.add($0) }
    }

    /// Launches the host, performs the steps, and ends the host.
    ///
    /// Throws at the first step that fails, or that the program's end leaves
    /// undone. Steps after `quit` are not performed.
    func run(_ script: Script) async throws(ScriptFailure) {
        onStep(script.lines.first.map { ScriptFailure($0, shown($0), "not performed, because the process ended") })
        await driver.launch()
        await plain?.advance()
        var last: Script.Line?
        for line in script.lines {
            let text = shown(line)
            onStep(ScriptFailure(line, text, "not performed, because the process ended"))
            guard !host.hasEnded || line.step == .quit || line.step.isAlsoAfterHead else {
                let place = last.map { "in line \($0.number)" } ?? "at its launch"
                throw ScriptFailure(line, text, "not performed, because the program had ended \(place)")
            }
            last = line
            if line.step == .quit {
                transcript.add("> \(line.text)")
                break
            }
            do {
                try await perform(line, text)
            } catch {
                throw ScriptFailure(line, text, "\(error)")
            }
            await plain?.advance()
        }
        onStep(nil)
        await driver.terminate()
        plain?.end()
    }

    private func perform(_ line: Script.Line, _ text: String) async throws {
        // A step that prepares the run is no event.
        if case .unrecorded(let what) = line.step { return onUnrecorded(what) }
        if line.step.isInHead { return }
        transcript.add("> \(text)")
        try await perform(line.step)
    }

    /// Throws if the program ended before it accepted all the keys of a step.
    private func checkDone(_ undone: Int) throws {
        guard undone > 0 else { return }
        let keys = undone == 1 ? "the last key was" : "the last \(undone) keys were"
        throw ScriptExpectation(rule: "\(keys) not accepted, because the program had ended", frame: nil)
    }

    /// The line as the transcript shows it, without the values of secret parameters.
    private func shown(_ line: Script.Line) -> String {
        switch line.step {
        case .run(let id, let values):
            guard !values.isEmpty else { return line.text }
            // A mistyped command or name may belong to a secret.
            let parameters = host.commands[id]?.parameters
            if let parameters, !parameters.contains(where: \.isSecret) { return line.text }
            let open = parameters?.filter { !$0.isSecret }.map(\.name) ?? []
            let words = values.sorted { $0.key < $1.key }
                .map { "\($0.key)=\(open.contains($0.key) ? $0.value.description : "•••")" }
            return "run \(id) \(words.joined(separator: " "))"
        case .post(let name, let values):
            guard values.contains(where: { $1.hidingSecrets(under: $0) != $1 }) else { return line.text }
            return "post \(name) \(values.shownAsWords)"
        default:
            return line.text
        }
    }

    private func perform(_ step: ScriptStep) async throws {
        switch step {
        case .wait(let duration): await driver.advance(by: duration)
        case .tap(let point, let count): await driver.tap(point, count: count)
        case .press(let point): await driver.press(point)
        case .drag(let from, let to): await driver.drag(from: from, to: to)
        case .key(let event): try checkDone(await driver.keys([event]))
        case .keys(let events): try checkDone(await driver.keys(events))
        case .type(let text): try checkDone(await driver.type(text))
        case .line(let text): try await type(line: text)
        case .paste(let text): try checkDone(await driver.paste(text))
        case .touch(let touch): try checkDone(await driver.deliver([.touch(touch)]))
        case .wheel(let rows, let point): try checkDone(await driver.deliver([.wheel(rows, at: point)]))
        case .typeSecret(let number):
            try checkDone(await driver.type(String(try secrets.nextCharacter(of: number))))
        case .pasteSecret(let number): try checkDone(await driver.paste(try secrets.text(of: number)))
        case .background: await driver.enterBackground()
        case .foreground: await driver.enterForeground()
        case .lock: await driver.setScreenLocked(true)
        case .unlock: await driver.setScreenLocked(false)
        case .focusOut: await driver.setFocused(false)
        case .focusIn: await driver.setFocused(true)
        case .memoryWarning: await driver.receiveMemoryWarning()
        case .resize(let size): await driver.resize(to: size)
        case .post(let name, let values): host.bus.post(named: NotificationName(name), values)
        case .run(let id, let values): try await run(id, values)
        case .enable(let id): try host.plugins.enable(id)
        case .disable(let id): try host.plugins.disable(id)
        case .show(let subject): transcript.addBlock(host.report(on: subject))
        case .explain(let point): transcript.addBlock(host.windows.explainHit(at: point))
        case .snapshot(let file): try snapshot(to: file)
        case .expect(let text): try expect(text, isShown: true)
        case .reject(let text): try expect(text, isShown: false)
        case .advanceDate(let days): driver.time.date += Double(days) * 86_400
        case .date(let date): driver.time.date = date
        case .timeZone(let zone): driver.time.timeZone = zone
        // Performed with their line, or before the launch.
        case .quit, .option, .configuration, .stored, .unrecorded: break
        }
        await driver.waitUntilIdle()
    }

    /// Types a line, after the question that it answers.
    private func type(line: String) async throws {
        guard let plain else { throw ScriptExpectation(rule: "a line needs --plain", frame: nil) }
        plain.receive(.line(line))
        await plain.advance()
    }

    /// Runs a command; a wrong call is the script's mistake and ends the run.
    ///
    /// An error that the command throws is an event like others, which the bus reports.
    private func run(_ id: String, _ values: [String: PlainValue]) async throws {
        let outcome = RunOutcome()
        host.commands.start(id, values) { result in
            if case .failure(let error) = result { outcome.mistake = error as? CommandError }
        }
        await driver.waitUntilIdle()
        if let mistake = outcome.mistake { throw mistake }
    }

    @MainActor private final class RunOutcome {
        var mistake: CommandError?
    }

    private func expect(_ text: String, isShown: Bool) throws {
        let frame = host.snapshot()
        guard frame.contains(text) != isShown else { return }
        let rule = isShown ? "the frame does not show '\(text)'" : "the frame shows '\(text)'"
        throw ScriptExpectation(rule: rule, frame: frame.text)
    }

    private func snapshot(to file: String?) throws {
        let frame = host.snapshot()
        guard let file, let format = SnapshotFormat(file: file) else {
            transcript.addBlock(frame.text)
            return
        }
        do {
            try Data(frame.contents(as: format).utf8).write(to: URL(filePath: file))
        } catch {
            throw ScriptExpectation(
                rule: "the snapshot '\(file)' can't be written; is its folder there, and may you write to it?",
                frame: nil
            )
        }
    }
}

/// The failure of a step, with the frame that doesn't meet it.
struct ScriptExpectation: Error, CustomStringConvertible {
    let rule: String
    let frame: String?

    var description: String { rule + (frame.map { "; it is:\n\($0)" } ?? "") }
}

/// The step at which a scripted run ended, and the reason.
struct ScriptFailure: Error, CustomStringConvertible {
    let line: Int
    let text: String
    let reason: String

    init(_ line: Script.Line, _ text: String, _ reason: String) {
        self.line = line.number
        self.text = text
        self.reason = reason
    }

    var description: String {
        // The reason may contain a frame, whose line ends stay.
        "line \(line) (\(text.escapingControls)): \(reason.escapingControlsOfLines)"
    }
}
