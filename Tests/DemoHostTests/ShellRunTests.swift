import Foundation
import Glibc
import TestSupport
import Testing

/// Commands that the built program runs for a shell, with pipes for its streams.
@Suite(.tags(.commands)) struct ShellRunTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: String..., input: String = "") throws -> Program.Outcome {
        try Program.run(["run"] + arguments + ["--state", folder.path], input: input)
    }

    // MARK: - Results

    @Test func `a login takes the password from standard input, and prints its result`() throws {
        let outcome = try run("session.login", "phone=912 345 678", input: "sesame\n")

        #expect(outcome.output == "Welcome, merchant 5678.\n")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        #expect(folder.text("log")?.contains("sesame") == false)
    }

    @Test func `a command without a result prints nothing, and as JSON null`() throws {
        let plain = try run("inspector.post", "name=shop.greeting")
        let json = try run("inspector.post", "name=shop.greeting", "--json")

        #expect(plain.output == "" && plain.errors == "" && plain.status == 0)
        #expect(json.output == #"{"command":"inspector.post","result":null}"# + "\n")
    }

    @Test func `a run whose changes can't be stored says so and ends with 73`() throws {
        try "".write(toFile: folder.path + "/file", atomically: true, encoding: .utf8)
        let outcome = try Program.run(["run", "splash.ad-free", "until=forever", "--state", folder.path + "/file"])

        let lost = outcome.errors.split(separator: "\n").filter { $0.contains("are lost") }
        #expect(!lost.isEmpty && Set(lost).count == lost.count)
        #expect(outcome.status == 73)
    }

    // MARK: - Wrong names and values

    @Test func `an unknown command is 64 with the nearest one`() throws {
        let outcome = try run("session.logn", "phone=1")

        #expect(outcome.errors == "demo-host: session.logn: there is no such command; did you mean 'session.login'?\n")
        #expect(outcome.output == "" && outcome.status == 64)
    }

    @Test func `all wrong names and values come at once, before a secret is read`() throws {
        let outcome = try run("session.login", "phnoe=912345678", "phone=12", input: "sesame\n")

        #expect(
            outcome.errors == """
                session.login was not run:
                  'phnoe' is no parameter; did you mean 'phone'?
                  'phone' must have 6 to 15 digits; this has 2

                """
        )
        #expect(outcome.output == "" && outcome.status == 64)
    }

    @Test func `a mistyped choice is 64 with the choices and the nearest one`() throws {
        let outcome = try run("environment.switch", "environment=stagin")

        #expect(
            outcome.errors
                == "demo-host: environment.switch: 'environment' must be one of development, staging, production; "
                + "'staging' is the nearest\n"
        )
        #expect(outcome.status == 64)
    }

    @Test func `a secret among the words is 64, and neither printed nor logged`() throws {
        let outcome = try run("session.login", "phone=912345678", "password=sesame")

        #expect(outcome.errors.hasPrefix("demo-host: session.login: 'password' is secret and not taken from"))
        #expect(!outcome.errors.contains("sesame") && folder.text("log")?.contains("sesame") == false)
        #expect(outcome.status == 64)
    }

    @Test func `a secret that standard input does not have is 64`() throws {
        let outcome = try run("session.login", "phone=912345678")

        #expect(outcome.errors.hasPrefix("demo-host: session.login: 'password' needs a value: type it"))
        #expect(outcome.status == 64)
    }

    @Test func `as JSON, the problems of a wrong call are a list`() throws {
        let outcome = try run("session.login", "phnoe=1", "--json")

        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        #expect(document.command == "session.login")
        #expect(document.error?.kind == "usage")
        #expect(document.error?.problems.map(\.name) == ["phnoe", "phone"])
        #expect(outcome.status == 64)
    }

    private struct Document: Decodable {
        struct Problem: Decodable {
            let name: String
            let message: String
        }
        struct Failure: Decodable {
            let kind: String
            let message: String
            let problems: [Problem]
        }
        let command: String
        let result: String?
        let error: Failure?
    }

    @Test func `where SIGPIPE is ignored, a result that nobody reads can't be written`() throws {
        let words = ["session.login", "phone=912345678", "--state", folder.path]
        let process = try ChildProcess(
            "/bin/sh",
            ["-c", "trap '' PIPE; exec \"$0\" run \"$@\"", Program.path.path] + words
        )
        process.closeOutput()
        process.write("sesame\n")

        #expect(process.waitForEnd() == .status(74))
    }

    // MARK: - Refusals

    @Test(arguments: ["page.home", "splash.show", "assistant.tools", "inspector.windows"])
    func `a command that shows something is 69 with the reason`(command: String) throws {
        let outcome = try run(command)

        #expect(outcome.errors.hasPrefix("demo-host: \(command): It needs a screen"))
        #expect(outcome.output == "" && outcome.status == 69)
    }

    @Test func `a command that is unavailable is 69 with its own reason`() throws {
        let outcome = try run("session.logout")

        #expect(outcome.errors == "demo-host: session.logout: Nobody is logged in.\n")
        #expect(outcome.status == 69)
    }

    @Test func `a command that fails is 1 with its error`() throws {
        let outcome = try run("environment.switch", "environment=production")

        #expect(outcome.errors.hasPrefix("demo-host: environment.switch: The shop asks before it does this,"))
        #expect(outcome.status == 1)
    }

    // MARK: - A check

    @Test func `a good feed is one line on standard output`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let feed = root.appending(path: "Examples/feed/feed.json").path

        let outcome = try run("splash.check-feed", "feed=\(feed)")

        #expect(outcome.output.hasPrefix("\(feed) is good: ") && outcome.output.hasSuffix("\n"))
        #expect(outcome.status == 0)
    }

    @Test func `a check that finds something is 1 with the findings as they are, and stores nothing`() throws {
        let text = """
            {"version": 1, "creatives": [
              {"id": "a", "titel": "A", "headline": "Autumn"},
              {"id": "b", "picture": "none.png"}]}
            """
        try folder.write(text, to: "feed.json")
        let feed = folder.file("feed.json")

        let outcome = try run("splash.check-feed", "feed=\(feed)")

        let picture = folder.file("none.png")
        #expect(
            outcome.errors.hasSuffix(
                """
                \(feed):2:24: warning: creative 'a': 'titel' is not known; did you mean 'title'?
                \(feed):3:26: error: creative 'b': the picture \(picture) is not used: there is no such file
                2 creatives, 0 shown as meant; 1 error, 1 warning

                """
            )
        )
        #expect(outcome.output == "" && outcome.status == 1)
        #expect(folder.text("splash-ad.json") == nil)
        #expect(!folder.names.contains { $0.hasPrefix("cache") })
    }

    @Test(arguments: [
        "http://user:s3cr#t@127.0.0.1:1", "http://user:s3cr/t@127.0.0.1:1", "http://user:s3cr?t@127.0.0.1:1",
        "http://user:s3cr t@127.0.0.1:1", "ftp://user:s3cr@127.0.0.1:1",
    ])
    func `a proxy's password is neither printed nor logged`(proxy: String) throws {
        let words = ["run", "splash.check-feed", "feed=http://ads.example/feed.json", "--state", folder.path]
        let outcome = try Program.run(words, setting: ["http_proxy": proxy])

        #expect(outcome.errors.contains("error: the feed is not used: the connection failed: "))
        #expect(!outcome.errors.contains("s3cr") && folder.text("log")?.contains("s3cr") == false)
    }

    // MARK: - The report

    @Test func `the report of advertisements is CSV for a pipeline`() throws {
        let today = Date().formatted(.iso8601.year().month().day())
        let counts = #"{"shown":2,"skipped":1,"milliseconds":1250}"#
        try folder.write(#"{"days":{"\#(today)":{"spring":\#(counts)}}}"#, to: "splash-ad.report-0.json")

        let outcome = try run("splash.report", "format=csv", "from=2000-01-01", "until=9999-12-31")

        let names = "day,creative,shown,clicked,skipped,finished,interrupted,failed,milliseconds"
        #expect(outcome.output == "\(names)\n\(today),spring,2,0,1,0,0,0,1250\n")
        #expect(outcome.errors == "" && outcome.status == 0)
    }

    @Test func `days that no report can have are 64 with the rule`() throws {
        let outcome = try run("splash.report", "from=2026-11-02", "until=2026-11-01")

        let rule = "'from' must not be after 'until': 2026-11-02 is after 2026-11-01"
        #expect(outcome.errors == "demo-host: splash.report: \(rule)\n")
        #expect(outcome.output == "" && outcome.status == 64)
    }

    // MARK: - The background

    @Test func `a run changes nothing of the advertisements, the assistant and the plugins' health`() throws {
        let outcome = try run("splash.why")

        #expect(outcome.output.hasPrefix("there was no occasion for an advertisement yet"))
        #expect(folder.text("splash-ad.json") == nil)
        #expect(folder.text("floating-assistant.json") == nil)
    }

    // MARK: - The list

    @Test func `the list has the commands of all modules at 80 columns`() throws {
        let outcome = try Program.run("commands", "--state", folder.path)

        let lines = outcome.output.split(separator: "\n")
        for line in [
            "Session:", "  session.login          Log in", "    (password)           Password; ",
            "    environment=CHOICE   Environment; development, staging, production",
            "  splash.show            Show an advertisement now",
        ] {
            #expect(lines.contains { $0.hasPrefix(line) }, "\(line)")
        }
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(outcome.errors == "" && outcome.status == 0)
    }

    @Test func `the list as JSON is sorted, and the same each time`() throws {
        struct Entry: Decodable {
            struct Parameter: Decodable {
                let name: String
                let kind: String
                let isRequired: Bool
            }
            let id: String
            let owner: String
            let requiresScreen: Bool
            let parameters: [Parameter]
        }

        let first = try Program.run("commands", "--json", "--state", folder.path)
        let second = try Program.run("commands", "--json", "--state", folder.path)

        let entries = try JSONDecoder().decode([Entry].self, from: Data(first.output.utf8))
        #expect(first.output == second.output)
        #expect(entries.map(\.id) == entries.map(\.id).sorted())
        let login = try #require(entries.first { $0.id == "session.login" })
        #expect(login.parameters.map(\.kind) == ["text", "secret"])
        #expect(entries.first { $0.id == "splash.why" }?.owner == "splash-ad")
        #expect(entries.first { $0.id == "inspector.windows" }?.requiresScreen == true)
    }
}
