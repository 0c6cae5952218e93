import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct CommandFormTests {
    private func form(_ parameters: CommandParameter...) -> CommandForm {
        CommandForm(Tool(Command(id: "x", title: "X", parameters: parameters) { _ in nil }))
    }

    @Test func `text is given as it was typed`() throws {
        var form = form(CommandParameter(name: "note", title: "Note"))
        form.enter(" two words ", field: 0)

        #expect(try form.values() == ["note": " two words "])
    }

    @Test func `a blank field without a default is needed`() {
        var form = form(CommandParameter(name: "a", title: "A"), CommandParameter(name: "note", title: "Note"))
        form.enter("x", field: 0)
        form.enter("  ", field: 1)

        #expect(throws: CommandForm.Problem(field: 1, text: "Note is needed.", isBlank: true)) { try form.values() }
    }

    @Test func `a blank field with a default leaves it to the command`() throws {
        var form = form(CommandParameter(name: "note", title: "Note", defaultValue: "none"))
        #expect(form.fields[0].text == "none")

        form.enter("", field: 0)

        #expect(try form.values() == [:])
    }

    @Test(
        arguments: [
            ("12", nil), ("1.5", nil), (" 3 ", nil), ("twelve", "Count must be a number."),
            ("nan", "Count must be a number."), ("0", "Count must be from 1 to 20."), ("", "Count is needed."),
        ] as [(String, String?)]
    )
    func `a number must be one, and in its range`(text: String, problem: String?) {
        var form = form(CommandParameter(name: "n", title: "Count", kind: .number(1...20)))
        form.enter(text, field: 0)

        let said: String?
        do throws(CommandForm.Problem) {
            _ = try form.values()
            said = nil
        } catch {
            said = error.text
        }

        #expect(said == problem)
    }

    @Test func `a toggle is off until it is set`() throws {
        var form = form(CommandParameter(name: "gift", title: "Gift", kind: .toggle))
        #expect(try form.values() == ["gift": false])

        form.set(true, field: 0)

        #expect(try form.values() == ["gift": true])
    }

    @Test func `the default of a secret is not shown`() {
        let form = form(CommandParameter(name: "code", title: "Code", kind: .secret, defaultValue: "1234"))

        #expect(form.fields[0].text == "")
    }

    @Test func `of the choices the one in force is chosen first`() throws {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        let choices = [CommandChoice(value: "a", title: "A"), CommandChoice(value: "b", title: "B", isCurrent: true)]

        form.offer(.loaded(choices), field: 0)

        #expect(form.isPicker)
        #expect(try form.values() == ["to": "b"])
    }

    @Test func `fields that do not exist are left alone`() {
        var form = form(CommandParameter(name: "a", title: "A"))
        let before = form

        form.enter("x", field: 7)
        form.set(true, field: -1)
        form.offer(.failed("x"), field: 2)

        #expect(form == before)
    }
}
