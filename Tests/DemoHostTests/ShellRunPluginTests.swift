import Foundation
import Glibc
import TestSupport
import Testing

/// Commands of a plugin that the program's authors never saw, in a library, run for a shell.
@Suite(.tags(.commands)) struct ShellRunPluginTests {
    private static let source = """
        import Foundation
        import HostRuntime

        @section(".init_array") @used let load: LoadHook = {
            print("loaded")
            Stranger.load()
        }

        struct Broken: Error, CustomStringConvertible {
            let description: String
        }

        @MainActor final class Stranger: HostPlugin {
            nonisolated static let manifest = PluginManifest(id: "stranger", name: "Stranger", version: "1.0.0")

            func activate(_ context: PluginContext) throws {
                print("activated")
                try context.commands.offer(
                    Command(
                        id: "stranger.table",
                        title: "A table",
                        parameters: [
                            CommandParameter(name: "rows", title: "Rows", kind: .number(1...100_000)),
                            CommandParameter(name: "token", title: "Token", kind: .secret, defaultValue: ""),
                        ]
                    ) { arguments in
                        print("a line of nobody's")
                        context.log.warning("mind the rows")
                        arguments.reportProgress(0.5, "half way")
                        let rows = (1...Int(arguments.number("rows") ?? 1)).map { "\\($0),\\"a b\\"" }
                        return (["n,text"] + rows).joined(separator: "\\r\\n") + "\\r\\n"
                    }
                )
                try context.commands.offer(
                    Command(id: "stranger.fail", title: "Fails") { _ in
                        throw Broken(description: "feed.json:3:5: wrong\\nfeed.json:9:1: wrong, too")
                    }
                )
                try context.commands.offer(
                    Command(id: "stranger.wait", title: "Waits until it's cancelled") { arguments in
                        arguments.reportProgress(nil, "waiting")
                        do {
                            try await context.time.sleep(for: .seconds(3600))
                        } catch {
                            context.log.warning("tidied up")
                            throw error
                        }
                        return nil
                    }
                )
                try context.commands.offer(
                    Command(id: "stranger.ignore", title: "Ignores that it's cancelled") { arguments in
                        arguments.reportProgress(nil, "waiting")
                        while true { try? await Task.detached { try await Task.sleep(for: .seconds(60)) }.value }
                    }
                )
                try context.commands.offer(Command(id: "stranger.exit", title: "Ends the process") { _ in exit(0) })
                try context.commands.offer(
                    Command(id: "stranger.trap", title: "Traps") { arguments in
                        [Int]()[arguments.text("none").count].description
                    }
                )
                context.tasks.start {
                    // The program may have ended by then.
                    guard let text = try? await context.tasks.perform({ "late" }) else { return }
                    try? context.commands.offer(Command(id: "stranger.late", title: "Comes late") { _ in text })
                }
            }
        }
        """

    /// The folder of the library, which is compiled once.
    private static let library = Result {
        let compiler = Compiler()
        let diagnostics = try compiler.makePlugin(source)
        guard diagnostics.isEmpty else { throw Unbuilt(description: diagnostics) }
        return compiler
    }

    private struct Unbuilt: Error, CustomStringConvertible {
        let description: String
    }

    private let folder = TemporaryFolder()

    private func arguments(_ words: [String]) throws -> [String] {
        let library = try ShellRunPluginTests.library.get().folder.path
        return ["run"] + words + ["--plugin-path", library, "--state", folder.path]
    }

    private func run(_ words: String..., input: String = "") throws -> Program.Outcome {
        try Program.run(arguments(words), input: input)
    }

    // MARK: - Streams

    @Test func `only the result is on standard output, and what a plugin prints or warns of on standard error`() throws
    {
        let outcome = try run("stranger.table", "rows=2")

        #expect(outcome.output == "n,text\r\n1,\"a b\"\r\n2,\"a b\"\r\n")
        let errors = outcome.errors.split(separator: "\n").sorted()
        #expect(
            errors == ["a line of nobody's", "activated", "demo-host: stranger: mind the rows", "half way", "loaded"]
        )
        #expect(outcome.status == 0)
    }

    @Test(arguments: [["--list-plugins"], ["plugins"], ["plugins", "why", "stranger"], ["plugins", "doctor"]])
    func `what a library prints while it's loaded is on standard error, beside a list that is JSON`(
        words: [String]
    ) throws {
        let library = try ShellRunPluginTests.library.get().folder.path

        let outcome = try Program.run(words + ["--json", "--plugin-path", library, "--state", folder.path])

        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
        #expect(outcome.errors.contains("loaded\n"))
    }

    @Test func `an error of several lines is on standard error as it is`() throws {
        let outcome = try run("stranger.fail")

        #expect(outcome.output == "")
        #expect(outcome.errors.hasSuffix("feed.json:3:5: wrong\nfeed.json:9:1: wrong, too\n"))
        #expect(outcome.status == 1)
    }

    @Test func `a command that is offered a moment after the launch is known`() throws {
        let outcome = try run("stranger.late")

        #expect(outcome.output == "late\n")
        #expect(outcome.status == 0)
    }

    @Test func `a reader that has had enough ends the program as in any pipeline, without blame`() throws {
        let process = try ChildProcess(Program.path.path, arguments(["stranger.table", "rows=100000"]))
        process.closeOutput()
        process.closeInput()

        #expect(process.waitForEnd() == .signal(SIGPIPE))
        let doctor = try Program.run("plugins", "doctor", "--state", folder.path)
        #expect(!doctor.output.contains("down") && !doctor.output.contains("crashes"))
    }

    // MARK: - Ends

    /// Starts a command, and waits until it has reported its progress.
    private func started(_ words: String...) throws -> ChildProcess {
        let process = try ChildProcess(Program.path.path, arguments(words))
        var errors = ""
        while !errors.contains("waiting\n"), process.end == nil { errors += process.readAvailableErrors() }
        return process
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal cancels the command, which tidies up, and the program ends by that signal`(signal: Int32) throws {
        let process = try started("stranger.wait")

        process.send(signal)
        let (output, errors) = process.readToEnd()

        #expect(process.waitForEnd() == .signal(signal))
        #expect(output == "")
        #expect(errors == "demo-host: stranger: tidied up\n")
    }

    @Test func `a run works beside another one with the same state`() throws {
        let other = try started("stranger.wait")

        let outcome = try run("stranger.late")
        let counts = try run("host.counts")
        other.send(SIGTERM)

        #expect(outcome.output == "late\n" && outcome.status == 0)
        #expect(counts.output.hasPrefix("observers ") && counts.status == 0)
        #expect(other.waitForEnd() == .signal(SIGTERM))
    }

    @Test func `as JSON, a command that was cancelled says so`() throws {
        let process = try started("stranger.wait", "--json")

        process.send(SIGINT)
        let (output, _) = process.readToEnd()

        #expect(process.waitForEnd() == .signal(SIGINT))
        #expect(output.contains(#""kind":"cancelled""#))
    }

    @Test func `a command that ignores it ends with the program anyway, and is named`() throws {
        let process = try started("stranger.ignore")

        process.send(SIGINT)
        let (_, errors) = process.readToEnd()

        #expect(process.waitForEnd() == .signal(SIGINT))
        #expect(errors.contains("demo-host: 'stranger.ignore' has not ended yet; the same signal ends the program"))
        #expect(errors.contains("demo-host: 'stranger.ignore' ignores that it was cancelled, and is left"))
    }

    @Test func `a second signal ends the program at once, and names the command`() throws {
        let process = try started("stranger.ignore")

        process.send(SIGINT)
        var errors = ""
        // The notice comes later than a signal counts as the first one's echo.
        while !errors.contains("has not ended yet"), process.end == nil { errors += process.readAvailableErrors() }
        process.send(SIGTERM)

        #expect(process.waitForEnd() == .signal(SIGTERM))
        #expect(process.readToEnd().errors.hasSuffix("demo-host: 'stranger.ignore' was ended while it ran\n"))
    }

    @Test func `a command that ends the process is a failure that names it`() throws {
        let outcome = try run("stranger.exit")

        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("demo-host: the command 'stranger.exit' had not ended"))
    }

    @Test func `a plugin that traps in a run gets its strike, and none runs after two`() throws {
        for _ in 0..<2 {
            // A backtrace doesn't fit into a pipe.
            let outcome = try Program.run(arguments(["stranger.trap"]), setting: ["SWIFT_BACKTRACE": "enable=no"])
            #expect([SIGILL, SIGTRAP].contains(outcome.status))
        }

        let outcome = try run("stranger.table", "rows=1")

        #expect(outcome.errors.contains("the plugin 'stranger' is in quarantine"))
        #expect(outcome.status == 64)
    }
}
