import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

@MainActor @Suite(.tags(.program)) struct ScriptRunnerTests {
    /// Runs a script on a host with one button and one command, and returns the transcript.
    private func transcript(
        _ text: String,
        size: Size = Size(width: 30, height: 5),
        secrets: SecretStandIns = SecretStandIns(),
        onLine: (String) -> Void = { _ in }
    ) async throws -> [String] {
        let display = Display(DisplayTraits(size: size))
        let time = ManualTime()
        let host = AppHost(HostSetup(name: "test", version: "1", display: display, time: time, plugins: []))
        let page = View()
        let button = Button("Press") { host.bus.post(named: "pressed", ["times": 1]) }
        button.frame = Rect(x: 1, y: 1, width: 7, height: 1)
        let field = TextField(isSecret: true)
        field.frame = Rect(x: 1, y: 3, width: 20, height: 1)
        page.addSubview(button)
        page.addSubview(field)
        let window = host.makeWindow(title: "page", root: page)
        window.makeKeyAndVisible()
        // Not the field, which would type what is a key of the program here.
        button.becomeFirstResponder()
        try host.commands.offer(
            Command(
                id: "greet",
                title: "Greet",
                parameters: [
                    CommandParameter(name: "name", title: "Name"),
                    CommandParameter(name: "pin", title: "PIN", kind: .secret, defaultValue: "0"),
                ]
            ) { "Hello \($0.text("name"))" }
        )
        try host.commands.offer(
            Command(id: "unlock", title: "Unlock", key: KeyEvent(.character("!"))) { _ in
                field.becomeFirstResponder()
                return nil
            }
        )
        struct Refusal: Error, CustomStringConvertible { let description = "not today" }
        try host.commands.offer(Command(id: "refuse", title: "Refuse") { _ in throw Refusal() })
        try host.commands.offer(Command(id: "windows", title: "Lines") { _ in "a\r\nb" })
        try host.commands.offer(Command(id: "zone", title: "Time zone") { _ in host.clock.timeZone.identifier })
        try host.commands.offer(
            Command(id: "twice", title: "Sleep twice") { _ in
                async let short: Void = host.clock.sleep(for: .seconds(1))
                async let long: Void = host.clock.sleep(for: .seconds(2))
                _ = try await (short, long)
                return nil
            }
        )
        try host.commands.offer(
            Command(id: "slow", title: "Slow") { _ in
                try await host.clock.sleep(for: .seconds(2))
                return "done at \(host.clock.now.seconds)"
            }
        )
        var lines: [String] = []
        let script = try Script(Array(text.utf8), size: size)
        let driver = HostDriver(host, time: time, display: display)
        let runner = ScriptRunner(driver, secrets: secrets) { lines.append($0) }
        defer {
            lines.forEach(onLine)
            withExtendedLifetime(window) {}
        }
        try await runner.run(script)
        return lines
    }

    /// The transcript up to the step that fails.
    private func transcriptOfFailure(_ text: String) async -> [String] {
        var lines: [String] = []
        _ = try? await transcript(text) { lines.append($0) }
        return lines
    }

    private func failure(_ text: String) async throws -> String {
        do {
            _ = try await transcript(text)
            return ""
        } catch let failure as ScriptFailure {
            return failure.description
        }
    }

    @Test func `a recording that was cut off after the program's end is no failure`() async throws {
        let text = "# A session of test 1, recorded at 2026-11-22T10:00:00.000Z.\nkey q\nwai"

        let lines = try await transcript(text)

        #expect(lines.contains { $0.hasSuffix("will terminate") })
    }

    @Test func `a transcript has a line per event, in the order in which they happened`() async throws {
        let lines = try await transcript("wait 1.5\ntap 2 1\nfocus-out")

        #expect(
            lines == [
                "[  0.000] did finish launching",
                "[  0.000] did become active",
                "[  0.000] > wait 1.5",
                "[  1.500] > tap 2 1",
                "[  1.500] pressed  times=1",
                "[  1.500] > focus-out",
                "[  1.500] will resign active",
                "[  1.500] will terminate",
            ]
        )
    }

    @Test func `a line that ends as in a file of Windows is a line of the transcript`() async throws {
        let lines = try await transcript("run windows")

        #expect(lines.suffix(4).dropLast(2) == ["[  0.000] command finished  windows  a\\r", "          | b"])
    }

    @Test func `the same script gives the same transcript every time`() async throws {
        let text = "run slow\nwait 3\ntap 2 1 3\nbackground\nwait 11\nforeground\nlock\nunlock\nresize 10 4\nsnapshot"

        let first = try await transcript(text)

        #expect(try await transcript(text) == first)
        #expect(try await transcript(text) == first)
    }

    @Test func `a command that sleeps ends at its moment of the script's time`() async throws {
        let lines = try await transcript("run slow\nwait 5")

        #expect(lines.contains("[  2.000] command finished  slow  done at 2.0"))
    }

    @Test func `the transcript hides the values of secret parameters`() async throws {
        let lines = try await transcript("run greet name=Ada pin=sesame")

        #expect(lines.contains("[  0.000] > run greet name=Ada pin=•••"))
        #expect(!lines.contains { $0.contains("sesame") })
    }

    @Test func `the transcript has text as the script has it, and never that of a secret`() async throws {
        let script = "key tab\ntype ab\ntype-secret 1\ntype-secret 1\npaste-secret 1\nsnapshot"

        let lines = try await transcript(script, secrets: SecretStandIns(texts: ["sesame"]))

        for line in ["type ab", "type-secret 1", "paste-secret 1"] { #expect(lines.contains("[  0.000] > \(line)")) }
        #expect(lines.contains { $0.contains("••••••••••") && $0.contains("|") })
        #expect(!lines.contains { $0.contains("sesame") })
    }

    @Test func `control characters never reach the text of a failure`() async throws {
        let text = try await failure("expect \u{1B}[31mred")

        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
        #expect(controls.isEmpty)
    }

    @Test func `a command with two sleeps at once ends at the later one`() async throws {
        let lines = try await transcript("run twice\nwait 5")

        #expect(lines.contains("[  2.000] command finished  twice"))
    }

    @Test func `the transcript hides what a notification hides`() async throws {
        let lines = try await transcript("post login phone=7 password=hunter2\npost shop.changed city=Faro")

        #expect(lines.contains("[  0.000] > post login password=••• phone=7"))
        #expect(lines.contains("[  0.000] > post shop.changed city=Faro"))
        #expect(!lines.contains { $0.contains("hunter2") })
    }

    @Test func `a wrong call of a command ends the run with the line`() async throws {
        #expect(
            try await failure("run gret") == "line 1 (run gret): There is no command 'gret'; did you mean 'greet'?"
        )
        #expect(
            try await failure("wait 1\nrun greet") == "line 2 (run greet): Command 'greet': 'name' needs a value."
        )
    }

    @Test func `an error that a command throws is an event, and the script continues`() async throws {
        let lines = try await transcript("run refuse\nwait 1")

        #expect(lines.contains("[  0.000] command failed  refuse  not today"))
        #expect(lines.last == "[  1.000] will terminate")
    }

    @Test func `the transcript hides a value whose name may be a mistyped secret`() async throws {
        let problem = try await failure("run greet name=Ada pni=sesame")

        #expect(problem.hasPrefix("line 1 (run greet name=Ada pni=•••): "))
        #expect(!problem.contains("sesame"))
    }

    @Test func `the transcript hides the values of a mistyped command`() async throws {
        let problem = try await failure("run gret name=Ada pin=sesame")

        #expect(
            problem.hasPrefix("line 1 (run gret name=••• pin=•••): There is no command 'gret'; did you mean 'greet'?")
        )
    }

    @Test(arguments: [
        ("key q\nexpect x", "line 2 (expect x): not performed, because the program had ended in line 1"),
        (
            "wait 1\nrun host.quit\n\nwait 1",
            "line 4 (wait 1): not performed, because the program had ended in line 2"
        ),
        ("key ctrl-c\nsnapshot", "line 2 (snapshot): not performed, because the program had ended in line 1"),
        ("type q12", "line 1 (type q12): the last 2 keys were not accepted, because the program had ended"),
        ("keys q down", "line 1 (keys q down): the last key was not accepted, because the program had ended"),
        (
            "snapshot /nowhere/x.svg",
            "line 1 (snapshot /nowhere/x.svg): the snapshot '/nowhere/x.svg' can't be written; "
                + "is its folder there, and may you write to it?"
        ),
    ])
    func `a script whose steps are not all done fails at the first`(text: String, expected: String) async throws {
        #expect(try await failure(text) == expected)
    }

    @Test(arguments: ["key q", "wait 1\nkey ctrl-c", "key q\nquit", "quit\nexpect nothing of this", "type q", ""])
    func `a script whose steps are all done, or that ends with quit, does not fail`(text: String) async throws {
        #expect(try await failure(text) == "")
    }

    @Test func `the failure to report is known before each step, in case the process ends during it`() async throws {
        let display = Display(DisplayTraits(size: Size(width: 10, height: 3)))
        let time = ManualTime()
        let host = AppHost(HostSetup(name: "test", version: "1", display: display, time: time, plugins: []))
        var told: [String?] = []
        let runner = ScriptRunner(
            HostDriver(host, time: time, display: display),
            onStep: { failure in told.append(failure.map { "\($0)" }) },
            write: { _ in }
        )

        try await runner.run(try Script(Array("wait 1\nwait 2".utf8), size: display.traits.size))

        let rule = "not performed, because the process ended"
        #expect(told == ["line 1 (wait 1): \(rule)", "line 1 (wait 1): \(rule)", "line 2 (wait 2): \(rule)", nil])
    }

    @Test func `keys after the end of the program run nothing`() async throws {
        let lines = await transcriptOfFailure("keys q ctrl-l")

        #expect(lines.filter { $0.contains("command finished") } == ["[  0.000] command finished  host.quit"])
    }

    @Test func `expect and reject end the run with the line and the frame`() async throws {
        let missing = try await failure("wait 1\nexpect Pressed")
        let unwanted = try await failure("reject Press")

        #expect(missing.hasPrefix("line 2 (expect Pressed): the frame does not show 'Pressed'; it is:\n"))
        #expect(missing.contains("  Press"))
        #expect(unwanted.hasPrefix("line 1 (reject Press): the frame shows 'Press'"))
        #expect(try await failure("expect Press\nreject Pressed") == "")
    }

    @Test func `an unknown plugin ends the run with the line`() async throws {
        #expect(try await failure("disable confeti") == "line 1 (disable confeti): There is no plugin 'confeti'.")
    }

    @Test func `a script's days are GMT's until it says otherwise, whatever the machine's are`() async throws {
        let text = "run zone\ntime-zone Asia/Tokyo\nrun zone"

        let zones = try await transcript(text).filter { $0.contains("command finished") }

        #expect(zones == ["[  0.000] command finished  zone  GMT", "[  0.000] command finished  zone  Asia/Tokyo"])
    }

    @Test func `the end of the script is the end of the program`() async throws {
        #expect(try await transcript("").last == "[  0.000] will terminate")
        #expect(try await transcript("quit\nwait 5").last == "[  0.000] will terminate")
    }

    @Test func `control characters never reach the transcript`() async throws {
        let lines = try await transcript("post hello text=\u{1B}[31mred")

        #expect(!lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: [
        (Duration.zero, "  0.000"), (.milliseconds(2500), "  2.500"), (.milliseconds(1_000_001), "1000.001"),
        (.seconds(86_400), "86400.000"),
    ])
    func `times line up`(time: Duration, stamp: String) {
        #expect(Transcript.stamp(time) == stamp)
    }
}
