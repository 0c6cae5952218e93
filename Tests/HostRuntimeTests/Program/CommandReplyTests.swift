import Testing

@testable import HostRuntime

@Suite struct CommandReplyTests {
    private struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    private func reply(_ result: Result<String?, any Error>) -> CommandReply {
        CommandReply("shop.check", result) { $0.hiding(["sesame"]) }
    }

    @Test func `a result is the command's text as it is, but for what a terminal obeys or hides`() {
        let reply = reply(.success("a,b\r\n1,\t\u{1B}[31m2\r\u{85}\u{202E}\n"))

        #expect(reply.result == "a,b\r\n1,\t\\u{1B}[31m2\\r\\u{0085}\\u{202E}\n")
        #expect(reply.status == .success)
        #expect(reply.message == nil)
    }

    @Test(arguments: ["é 👩‍👩‍👧 x", "plain", "", "\n", "\t"])
    func `other characters of a result stay`(text: String) {
        #expect(reply(.success(text)).result == text)
    }

    @Test func `a secret in a result or an error is hidden`() {
        #expect(reply(.success("sesame!")).result == "•••!")
        #expect(reply(.failure(Broken(description: "not sesame"))).message == "shop.check: not •••")
        #expect(!reply(.failure(CommandFieldError("password", "is sesame"))).json.contains("sesame"))
    }

    @Test func `an error of one line follows the command, and one of several stands for itself`() {
        #expect(reply(.failure(Broken(description: "broken"))).message == "shop.check: broken")
        #expect(reply(.failure(Broken(description: "a:1: b\na:2: c"))).message == "a:1: b\na:2: c")
    }

    @Test func `the status tells a failure from a wrong value and a refusal`() {
        let wrong = CommandError.invalidArguments(command: "shop.check", [CommandFieldError("x", "needs a value")])
        let nested = CommandError.invalidArguments(command: "shop.other", [CommandFieldError("x", "needs a value")])
        let refused = CommandUnavailable(command: "shop.check", reason: "Closed.")
        let nestedRefusal = CommandUnavailable(command: "shop.other", reason: "Closed.")

        #expect(reply(.failure(wrong)).status == .usage)
        #expect(reply(.failure(nested)).status == .failure)
        #expect(reply(.failure(refused)).status == .unavailable)
        #expect(reply(.failure(nestedRefusal)).status == .failure)
        #expect(reply(.failure(CommandFieldError("x", "is wrong"))).status == .failure)
        #expect(reply(.failure(CancellationError())).status == .failure)
    }

    @Test func `several wrong values are a line each`() {
        let problems = [CommandFieldError("a", "needs a value"), CommandFieldError("b", "must be a number")]

        #expect(
            CommandReply("shop.check", problems).message
                == "shop.check was not run:\n  'a' needs a value\n  'b' must be a number"
        )
        #expect(CommandReply("shop.check", [problems[0]]).message == "shop.check: 'a' needs a value")
    }

    @Test func `an unknown command is named with the nearest one`() {
        let known = ["shop.switch", "shop.about"]

        #expect(
            CommandReply(unknown: "shop.swich", among: known).message
                == "shop.swich: there is no such command; did you mean 'shop.switch'?"
        )
        #expect(
            CommandReply(unknown: "x", among: known).message
                == "x: there is no such command; 'commands' lists all"
        )
    }

    @Test func `JSON has the result, or the error with its kind and problems`() throws {
        func read(_ reply: CommandReply) throws -> PlainValue { try PlainValue(json: Array(reply.json.utf8)) }

        #expect(try read(reply(.success("a\nb"))) == ["command": "shop.check", "result": "a\nb"])
        #expect(try read(reply(.success(nil))) == ["command": "shop.check", "result": .null])
        #expect(
            try read(CommandReply("shop.check", [CommandFieldError("a", "needs a value")])) == [
                "command": "shop.check",
                "error": [
                    "kind": "usage", "message": "'a' needs a value",
                    "problems": [["name": "a", "message": "needs a value"]],
                ],
            ]
        )
        #expect(
            try read(reply(.failure(CancellationError()))) == [
                "command": "shop.check",
                "error": ["kind": "cancelled", "message": "it was cancelled", "problems": []],
            ]
        )
    }
}
