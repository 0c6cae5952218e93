import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct CommandFormTests {
    private func form(_ parameters: CommandParameter...) -> CommandForm {
        CommandForm(CommandSummary(Command(id: "x", title: "X", parameters: parameters) { _ in nil }))
    }

    @Test func `text reaches the command as typed`() {
        var form = form(CommandParameter(name: "note", title: "Note"))
        form.enter(" two words ", field: 0)

        let values = form.check()

        #expect(values == ["note": " two words "])
    }

    @Test func `a blank field without a default is needed`() {
        var form = form(CommandParameter(name: "a", title: "A"), CommandParameter(name: "note", title: "Note"))
        form.enter("x", field: 0)
        form.enter("  ", field: 1)

        let values = form.check()

        #expect(values == nil)
        #expect(form.fields.map(\.message) == [nil, "needs a value"])
    }

    @Test func `a blank field with a default leaves it to the command`() {
        var form = form(CommandParameter(name: "note", title: "Note", defaultValue: "none"))
        #expect(form.fields[0].text == "none")

        form.enter("", field: 0)
        let values = form.check()

        #expect(values == [:])
    }

    @Test(
        arguments: [
            ("12", nil), ("1.5", nil), (" 3 ", nil), ("twelve", "must be a number"), ("nan", "must be a number"),
            ("0", "must be from 1 to 20"), ("", "needs a value"),
        ] as [(String, String?)]
    )
    func `a number must be one, and in its range`(text: String, problem: String?) {
        var form = form(CommandParameter(name: "n", title: "Count", kind: .number(1...20)))
        form.enter(text, field: 0)

        let values = form.check()

        #expect(form.fields[0].message == problem)
        #expect((values == nil) == (problem != nil))
    }

    @Test func `a toggle is off until it is set`() {
        var form = form(CommandParameter(name: "gift", title: "Gift", kind: .toggle))
        let before = form.check()

        form.set(true, field: 0)
        let after = form.check()

        #expect(before == ["gift": false])
        #expect(after == ["gift": true])
    }

    @Test func `the default of a secret is not shown`() {
        let form = form(CommandParameter(name: "code", title: "Code", kind: .secret, defaultValue: "1234"))

        #expect(form.fields[0].text == "")
    }

    @Test func `the current choice is chosen first`() {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        let choices = [CommandChoice(value: "a", title: "A"), CommandChoice(value: "b", title: "B", isCurrent: true)]

        form.offer(.loaded(choices), field: 0)

        let values = form.check()

        #expect(form.isPicker)
        #expect(values == ["to": "b"])
    }

    @Test func `every wrong field shows a message at once`() {
        var form = form(
            CommandParameter(name: "a", title: "A"),
            CommandParameter(name: "n", title: "N", kind: .number(nil)),
            CommandParameter(name: "b", title: "B"),
            CommandParameter(name: "ok", title: "OK", defaultValue: "x")
        )
        form.enter("many", field: 1)
        form.enter("bee", field: 2)

        let values = form.check { name, value in name == "b" ? "must not be \(value)" : nil }

        #expect(values == nil)
        #expect(form.fields.map(\.message) == ["needs a value", "must be a number", "must not be bee", nil])
        #expect(form.firstWrong == 0)
    }

    @Test func `editing a field removes its message`() {
        var form = form(CommandParameter(name: "a", title: "A"), CommandParameter(name: "b", title: "B"))
        _ = form.check()

        form.enter("x", field: 0)

        #expect(form.fields.map(\.message) == [nil, "needs a value"])
    }

    @Test func `entering the same text keeps the message`() {
        var form = form(CommandParameter(name: "a", title: "A"))
        _ = form.check()

        form.enter("", field: 0)

        #expect(form.fields[0].message == "needs a value")
    }

    @Test func `an error that repeats a secret longer than what is shown shows no part of it`() {
        var form = form(CommandParameter(name: "code", title: "Code", kind: .secret))
        let token = String(repeating: "0123456789", count: 60)
        form.enter(token, field: 0)

        form.show(CommandFieldError("code", "is not accepted: \(token)"))

        #expect(form.fields[0].message == "is not accepted: •••")
    }

    @Test func `a rule that repeats a secret does not show it`() {
        var form = form(CommandParameter(name: "code", title: "Code", kind: .secret))
        form.enter("1234", field: 0)

        _ = form.check { "is not \($1)" + $0.prefix(0) }

        #expect(form.fields[0].message == "is not •••")
    }

    @Test(
        arguments: [
            (.loading, "is still being fetched"), (.failed("no"), "could not be fetched"),
            (.loaded([]), "has nothing to choose from"),
        ] as [(CommandForm.Field.Choices, String)]
    )
    func `missing choices are the field's problem`(choices: CommandForm.Field.Choices, message: String) {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        form.offer(choices, field: 0)

        _ = form.check()

        #expect(form.fields[0].message == message)
    }

    @Test func `the form's own question is not passed to the command`() {
        var form = form(CommandParameter(name: "a", title: "A"))
        form.offerKeeping(isKept: false)
        form.enter("x", field: 0)
        form.set(true, field: 1)

        let values = form.check()

        #expect(values == ["a": "x"])
        #expect(form.isKept == true)
        #expect(form.parameters.map(\.name) == ["a"])
    }

    @Test func `fields that do not exist are ignored`() {
        var form = form(CommandParameter(name: "a", title: "A"))
        let before = form

        form.enter("x", field: 7)
        form.set(true, field: -1)
        form.offer(.failed("x"), field: 2)

        #expect(form == before)
    }
}
