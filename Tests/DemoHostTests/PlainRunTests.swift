import Foundation
import Glibc
import TestSupport
import Testing

/// The demo in lines, through a pipe: a process of its own, in real time.
@Suite(.tags(.accessibility)) struct PlainRunTests {
    private let folder = TemporaryFolder()

    /// An advertisement of one second, which passes in real time.
    private static let short = "--set=splash-ad.seconds=1"

    private func run(_ lines: String, _ options: String...) throws -> Program.Outcome {
        try Program.run(["--plain", "--state", folder.path] + options, input: lines)
    }

    private static let purchase = """
        log in
        5550100
        sesame
        sourdough
        add
        basket
        place
        quit

        """

    @Test(arguments: ["--safe-mode", "--only-plugin=splash-ad"])
    func `a whole purchase goes through a pipe, also behind an advertisement`(option: String) throws {
        let outcome = try run(PlainRunTests.purchase, option, PlainRunTests.short)

        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Placed order #"))
        #expect(!outcome.output.contains("sesame"))
        #expect(outcome.output.contains("\n> •••\n"))
    }

    @Test func `each question is printed once, also where all lines come at once`() throws {
        let lines = try run(PlainRunTests.purchase, "--safe-mode").output.split(separator: "\n")
        let questions = lines.filter { $0.hasSuffix("?") && !$0.hasPrefix("> ") }

        #expect(questions.first == "Phone (6 to 15 digits)?")
        #expect(questions.count == Set(questions).count)
    }

    @Test func `an advertisement is said, and skipped as soon as that is allowed`() throws {
        let outcome = try run("skip\nquit\n", "--only-plugin", "splash-ad")
        let pages = outcome.output.split(separator: "\n").filter { $0.hasPrefix("Page: ") || $0.hasPrefix("> ") }

        #expect(pages == ["Page: Advertisement", "> skip", "Page: Home", "> quit"])
        #expect(outcome.status == 0)
    }

    @Test func `nothing but lines is printed`() throws {
        let output = try run("?\ncommands\n\u{1B}[2J\n.\n", "--safe-mode").output

        #expect(!output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(output.hasSuffix("\n"))
    }

    @Test func `a line doesn't run a command that has it in the middle of a word`() throws {
        let lines = "og out\ntart\neset\nounters\nquit\n"
        let output = try run(lines, "--only-plugin=splash-ad", PlainRunTests.short).output

        #expect(output.split(separator: "\n").count { $0.hasPrefix("Nothing here is called ") } == 4)
    }

    @Test(arguments: [
        (["--plain", short], ["LC_ALL": "C"]), (["--plain", "--ascii", short], [:]),
        (["run", "basket.add", "product=oil"], ["LC_ALL": "C"]),
        (["commands"], ["LC_ALL": "C"]), (["commands", "--json"], ["LC_ALL": "C"]), (["plugins"], ["LC_ALL": "C"]),
        (["plugins", "--json"], ["LC_ALL": "C"]), (["--help"], ["LC_ALL": "C"]),
    ])
    func `without Unicode, or with --ascii, nothing but ASCII is printed`(
        words: [String],
        variables: [String: String]
    ) throws {
        let lines = words.contains("--plain") ? "commands\nnaïve — ☕\nquit\n" : ""
        let outcome = try Program.run(words + ["--state", folder.path], setting: variables, input: lines)

        #expect(outcome.status == 0)
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(outcome.errors.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the end of the input ends the program, also in the middle of a question`() throws {
        let outcome = try run("log in\n555", "--safe-mode")

        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(try run("", "--safe-mode").status == 0)
    }

    @Test func `it ends when nobody reads its output`() throws {
        let signal = try Program.runWithoutReader("--plain", "--state", folder.path, "--safe-mode", input: "?\n")

        #expect(signal == SIGPIPE)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal ends it in order, also while a question waits`(signal: Int32) throws {
        let process = try ChildProcess(
            Program.path.path,
            ["--plain", "--safe-mode", "--state", folder.path]
        )
        process.write("log in\n")
        var output = ""
        while !output.contains("Phone") {
            let next = process.readAvailable()
            try #require(!next.isEmpty)
            output += next
        }
        process.send(signal)

        #expect(process.waitForEnd() == .signal(signal))
    }

    @Test func `lines that come all at once are answered one by one`() throws {
        // The answers have to fit into a pipe, which is read when all lines are written.
        let outcome = try run(String(repeating: "nothing\n", count: 500) + "quit\n", "--safe-mode")

        #expect(
            outcome.output.split(separator: "\n").count { $0 == "Nothing here is called 'nothing'. ? helps." } == 500
        )
    }

    @Test func `an input that can't be read is an error`() throws {
        let process = try ChildProcess(
            "/bin/sh",
            ["-c", "exec \"$0\" --plain --safe-mode --state \"$1\" < /", Program.path.path, folder.path]
        )

        #expect(process.waitForEnd() == .status(66))
    }

    @Test func `recordings and sizes are refused beside it`() throws {
        let outcome = try run("", "--record", "/dev/null")

        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--record"))
    }
}
