import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.tags(.terminal, .program)) struct ProgramTests {
    // MARK: - Bad input

    @Test(arguments: [
        (["--scrpt", "x"], "demo-host: option --scrpt is not an option; did you mean '--script'?\n"),
        (["--ascii", "plugin"], "demo-host: 'plugin' is not a command; did you mean 'plugins'?\n"),
        (
            ["--set", "shop"],
            "demo-host: option --set is SECTION.NAME=VALUE, such as weather.city=Lisbon, not 'shop'\n"
        ),
        (
            ["--script", "a", "--script", "b"],
            "demo-host: option --script can be given only once; a run has one script\n"
        ),
        (
            ["--list-plugins", "--script", "a"],
            "demo-host: option --script can't be used with --list-plugins; leave one out\n"
        ),
        (
            ["--size", "0x0", "--script", "-"],
            "demo-host: option --size is WIDTHxHEIGHT, such as 80x24, with sides from 1 to 4096, not '0x0'\n"
        ),
        (
            ["--now", "soon"],
            "demo-host: option --now is a date such as 2026-11-21 or 2026-11-21T09:30:00Z, not 'soon'\n"
        ),
        (
            ["--disable-plugin", "nobody"],
            "demo-host: option --disable-plugin: There is no plugin 'nobody'.\n"
        ),
        (
            ["--only-plugin", "nobody", "--list-plugins"],
            "demo-host: option --only-plugin: There is no plugin 'nobody'.\n"
        ),
    ])
    func `a wrong option is one line that names it, and exit code 64`(arguments: [String], message: String) throws {
        let outcome = try Program.run(arguments)

        #expect(outcome.errors == message)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
    }

    @Test func `a broken output pipe ends the program and blames no plugin`() throws {
        let folder = TemporaryFolder()
        for _ in 0..<4 {
            let signal = try Program.runWithoutReader("--state", folder.path, "--script", "-", input: "wait 1\n")
            #expect(signal == SIGPIPE)
        }

        let outcome = try Program.run("plugins", "doctor", "--state", folder.path)

        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("down") && !outcome.output.contains("crashes"))
    }

    @Test func `a start that a person ends before the launch is no crash`() throws {
        let folder = TemporaryFolder()
        let script = folder.file("script")
        try folder.write("wait 1\n", to: "script")
        let pipe = folder.file("configuration")
        try #require(mkfifo(pipe, 0o600) == 0)
        for _ in 0..<3 {
            let arguments = ["--state", folder.path, "--config", pipe, "--script", script]
            let process = try ChildProcess(Program.path.path, arguments)
            // Opens once the program reads its configuration, of which nothing comes.
            var end: Int32 = -1
            while end < 0, process.end == nil { end = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC) }
            process.send(SIGTERM)
            let ending = process.waitForEnd()
            close(end)
            #expect(ending == .signal(SIGTERM))
        }

        let outcome = try Program.run("plugins", "doctor", "--state", folder.path)

        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("crashes"))
    }

    @Test func `a script that cannot be read is one line, and exit code 66`() throws {
        let outcome = try Program.run("--script", "/nowhere/at all")

        #expect(
            outcome.errors
                == "demo-host: the script '/nowhere/at all' cannot be read: No such file or directory\n"
        )
        #expect(outcome.status == 66)
    }

    @Test func `a wrong script is one line that says where, and exit code 65, before any step runs`() throws {
        let outcome = try Program.run("--script", "-", input: "wait 1\ntap 1 1\nfrobnicate\n")

        #expect(outcome.errors == "demo-host: the script '-', line 3 has an unknown step 'frobnicate'\n")
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
    }

    @Test func `a line that is too long and a cell off the screen are exit code 65 too`() throws {
        let long = try Program.run("--script", "-", input: "type \(String(repeating: "x", count: 5000))\n")
        let far = try Program.run("--script", "-", "--size", "10x5", input: "tap 10 0\n")

        #expect(long.errors == "demo-host: the script '-', line 1 is 5005 bytes long; a line has at most 4096\n")
        #expect(
            far.errors
                == "demo-host: the script '-', line 1 has a cell off the screen, (10, 0); the screen is 10x5 here, and its first cell is (0, 0)\n"
        )
        #expect([long.status, far.status] == [65, 65])
    }

    @Test func `a configuration that is not JSON is one line, and exit code 65`() throws {
        let folder = TemporaryFolder()
        let file = folder.file("config.json")
        try folder.write("seconds = 3", to: "config.json")

        let outcome = try Program.run("--config", file, "--script", "-")

        #expect(
            outcome.errors
                == "demo-host: the configuration '\(file)' is not JSON at line 1, column 1: 'seconds' is where a value should be\n"
        )
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
    }

    @Test func `a missing plugin folder is exit code 66`() throws {
        let missing = try Program.run("--plugin-path", "/nowhere", "--list-plugins")

        #expect(
            missing.errors
                == "demo-host: the plugin folder '/nowhere' cannot be read; is it there, and may you read it?\n"
        )
        #expect(missing.status == 66)
    }

    @Test func `a wrong file among plugins is named with the rule, and the others run`() throws {
        let folder = TemporaryFolder()
        let broken = folder.file("libBroken.so")
        try folder.write("not a library", to: "libBroken.so")
        try folder.write("not a library either", to: ".libHidden.so")
        mkfifo(folder.file("libPipe.so"), 0o600)
        let refusals = [
            "the library '\(broken)' is not opened because it is not a library of this system (ELF)",
            "the library '\(folder.path)/libPipe.so' is not opened because it is not a regular file",
        ]

        let list = try Program.run("--plugin-path", folder.path, "--list-plugins")
        let script = try Program.run("--plugin-path", folder.path, "--script", "-", input: "wait 1\n")

        #expect(list.errors == refusals.map { "demo-host: \($0)\n" }.joined())
        #expect(list.output.contains("libBroken.so: \(refusals[0])"))
        #expect(list.output.contains("libPipe.so: \(refusals[1])"))
        #expect(list.output.contains("splash-ad"))
        #expect(script.errors == list.errors)
        #expect(script.output.contains("[  0.000] warning  host  \(refusals[0])"))
        #expect(script.output.contains("plugin active  splash-ad"))
        #expect([list.status, script.status] == [0, 0])
    }

    @Test func `the libraries of a folder that others may write to are not opened`() throws {
        let folder = TemporaryFolder()
        try folder.write("not a library", to: "libBroken.so")
        chmod(folder.path, 0o777)

        let list = try Program.run("--plugin-path", folder.path, "--list-plugins")

        let reason = "is not opened because it is writable by everyone; run 'chmod o-w'"
        #expect(list.errors == "demo-host: the plugin folder '\(folder.path)' \(reason)\n")
        #expect(list.status == 0)
    }

    @Test func `without a terminal a clear message says how to run a script, without escape codes`() throws {
        let outcome = try Program.run()

        #expect(outcome.errors.hasPrefix("demo-host: The screen needs a terminal, and "))
        #expect(outcome.errors.contains("--script FILE"))
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(outcome.output == "")
        #expect(outcome.status == 69)
    }

    @Test func `an expectation that fails is exit code 1`() throws {
        let outcome = try Program.run("--script", "-", input: "wait 1\nexpect no such text\n")

        #expect(outcome.errors.hasPrefix("demo-host: the script '-', line 2 (expect no such text): "))
        #expect(outcome.status == 1)
    }

    // MARK: - Configuration

    private static let unread =
        "nothing reads the section 'advertisng' of the configuration; did you mean 'advertising'?"

    @Test func `an unknown section is a warning in the transcript of a script, and the script runs`() throws {
        let folder = TemporaryFolder()
        let file = folder.file("config.json")
        try folder.write(#"{"advertisng": {"feed": "http://127.0.0.1:1/"}}"#, to: "config.json")

        let outcome = try Program.run("--config", file, "--script", "-", input: "wait 1\n")

        let lines = outcome.output.split(separator: "\n")
        #expect(lines.filter { $0.contains("nothing reads") } == ["[  0.000] warning  host  \(ProgramTests.unread)"])
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test func `an unknown section is a warning beside the list of plugins`() throws {
        let outcome = try Program.run("--set", "advertisng.feed=x", "--list-plugins")

        #expect(outcome.errors == "demo-host: \(ProgramTests.unread)\n")
        #expect(outcome.status == 0)
    }

    // MARK: - Streams

    /// Runs the program with its streams redirected as a shell does.
    private func shell(_ arguments: String, input: String = "") throws -> Program.Outcome {
        try Program.run(
            ["-c", "\"$0\" \(arguments)", Program.path.path],
            executable: URL(fileURLWithPath: "/bin/sh"),
            input: input
        )
    }

    @Test(arguments: [
        ("--version", "the version"),
        ("--help", "the help"),
        ("--list-plugins", "the list of plugins"),
        ("--list-plugins --json", "the list of plugins"),
        ("--script -", "the transcript"),
        ("--plain", "what is on the screen"),
        ("completion fish", "the completions"),
        ("completion candidates -- p", "the candidates"),
        ("commands", "the list of commands"),
        ("run host.counts", "the result"),
        ("run host.counts --help", "the help"),
        ("plugins doctor", "the list of plugins"),
    ])
    func `output that cannot be written is one line that says why, and exit code 74`(
        option: String,
        what: String
    ) throws {
        for (output, why) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
            let outcome = try shell("\(option) \(output)", input: "wait 1\n")

            #expect(outcome.errors == "demo-host: \(what) cannot be written: \(why)\n")
            #expect(outcome.status == 74)
        }
    }

    @Test func `a closed pipe ends the program without an error message`() throws {
        let outcome = try shell("--script - | head -1", input: String(repeating: "show commands\n", count: 200))

        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.errors == "")
    }

    @Test func `a closed input is empty, and nothing is written into a file that takes the place of a stream`() throws {
        let folder = TemporaryFolder()
        let state = folder.path

        let unread = try shell("--script - <&-")
        let script = folder.file("script")
        try folder.write("wait 1\n", to: "script")
        let unwritten = try shell("--script \(script) --state \(state) <&- >&- 2>&-")
        let silent = try shell("--scrpt 2>&-")

        #expect(unread.output == (try Program.run("--script", "-").output))
        #expect([unread.status, unwritten.status, silent.status] == [0, 74, 64])
        let log = try #require(folder.text("log"))
        #expect(!log.contains("did finish launching"))
    }

    @Test(arguments: [
        ["--help", "--state", "STATE"], ["completion", "candidates", "--", "--state", "STATE", "--only-plugin", ""],
    ])
    func `the help and completions only read what earlier runs left`(words: [String]) throws {
        let folder = TemporaryFolder()
        try folder.write("damaged", to: "host.plugins.json")

        let outcome = try Program.run(words.map { $0 == "STATE" ? folder.path : $0 })

        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(folder.names == ["host.plugins.json"] && folder.text("host.plugins.json") == "damaged")
    }

    // MARK: - Lists

    @Test func `help is printed`() throws {
        #expect(try Program.run("--help").output.hasPrefix("Usage: demo-host [options]\n"))
    }

    @Test func `safe mode runs no plugin, and the list says why`() throws {
        let list = try Program.run("--list-plugins", "--json", "--safe-mode").output
        let entries = try #require(JSONSerialization.jsonObject(with: Data(list.utf8)) as? [[String: Any]])

        #expect(entries.allSatisfy { $0["state"] as? String == "disabled" })
        #expect(entries.allSatisfy { $0["reason"] as? String == "by --safe-mode" })
        #expect(try Program.run("--list-plugins", "--safe-mode").status == 0)
    }

    @Test func `no two commands of the program and its plugins have the same key`() throws {
        let output = try Program.run("--script", "-", input: "show commands\nquit\n").output
        let rows = output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.first == "|" }
        let keys = rows.dropFirst().map { $0[2] }.filter { $0 != "-" }

        #expect(keys.contains("q"))
        #expect(Set(keys).count == keys.count)
    }

    // MARK: - Scripts

    @Test func `the ending of a snapshot's file decides its format`() throws {
        let folder = TemporaryFolder()
        let script = ["txt", "svg"].map { "snapshot \(folder.path)/frame.\($0)\n" }.joined()

        let outcome = try Program.run("--script", "-", input: "wait 1\n" + script)

        #expect(outcome.status == 0)
        func text(_ ending: String) throws -> String {
            try #require(folder.text("frame.\(ending)"))
        }
        #expect(try text("svg").hasPrefix("<svg "))
        #expect(try !text("txt").contains("\u{1B}"))
    }
}
