import Testing

@testable import HostRuntime

@Suite struct FormEntriesTests {
    private func form(_ parameters: CommandParameter...) -> FormEntries {
        FormEntries(parameters)
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

    @Test func `a field that has shown a problem is checked anew at each letter`() {
        let count = CommandParameter(name: "n", title: "Count", kind: .number(1...20))
        var form = form(count, CommandParameter(name: "b", title: "B"))
        _ = form.check()

        let messages = ["x", "", "0", "5", "50"].map {
            form.enter($0, field: 0)
            return form.fields[0].message
        }

        #expect(messages == ["must be a number", "needs a value", "must be from 1 to 20", nil, "must be from 1 to 20"])
        #expect(form.fields[1].message == "needs a value")
    }

    @Test(
        arguments: [
            (["", "", ""], 0, 0), (["x", "", ""], 0, 1), (["x", "many", ""], 0, 1), (["x", "1", ""], 0, 2),
            (["", "many", ""], 1, 1), (["", "1", ""], 1, 2), (["", "1", "x"], 1, nil), (["", "", ""], 2, nil),
        ] as [([String], Int, Int?)]
    )
    func `enter shows a problem at no empty field below`(texts: [String], from field: Int, next: Int?) {
        var form = form(
            CommandParameter(name: "a", title: "A"),
            CommandParameter(name: "n", title: "N", kind: .number(nil)),
            CommandParameter(name: "b", title: "B")
        )
        for (index, text) in texts.enumerated() { form.enter(text, field: index) }

        let reached = form.goOn(from: field)

        #expect(reached == next)
        let isShown = next.map { $0 == field || !texts[$0].isEmpty } ?? false
        #expect(form.firstWrong == (isShown ? next : nil))
    }

    @Test func `a field that has shown no problem is not checked at a letter`() {
        var form = form(CommandParameter(name: "n", title: "Count", kind: .number(nil)))

        form.enter("x", field: 0)

        #expect(form.fields[0].message == nil)
    }

    @Test func `checking a field again applies the command's rule`() {
        var form = form(CommandParameter(name: "a", title: "A"))
        _ = form.check { _, _ in "is taken" }
        form.enter("x", field: 0)

        form.recheck(0) { name, value in "is \(name), \(value)" }

        #expect(form.fields[0].message == "is a, x")
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
        ] as [(FormEntries.Field.Choices, String)]
    )
    func `missing choices are the field's problem`(choices: FormEntries.Field.Choices, message: String) {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        form.offer(choices, field: 0)

        _ = form.check()

        #expect(form.fields[0].message == message)
    }

    @Test func `a question of the form's owner is not passed to the command`() {
        var form = FormEntries(
            [CommandParameter(name: "a", title: "A")],
            questions: [CommandParameter(name: "a", title: "Again", kind: .toggle)]
        )
        form.enter("x", field: 0)
        form.set(true, field: 1)

        let values = form.check()

        #expect(values == ["a": "x"])
        #expect(form.answer(to: "a") == true)
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

    @Test func `a message at a choice that could not be fetched has to be shown elsewhere`() {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        form.offer(.failed("no net"), field: 0)

        let isShown = form.show(CommandFieldError("to", "is closed"))

        #expect(!isShown)
    }

    // MARK: - Other parameters

    @Test func `entries go over to fields of the same name and kind`() {
        var old = form(
            CommandParameter(name: "phone", title: "Phone"),
            CommandParameter(name: "password", title: "Password", kind: .secret)
        )
        old.enter("555", field: 0)
        old.enter("secret", field: 1)
        var new = form(
            CommandParameter(name: "phone", title: "Mobile"),
            CommandParameter(name: "password", title: "Password"),
            CommandParameter(name: "code", title: "Code", defaultValue: "0")
        )

        new.adoptEntries(of: old)

        // A secret doesn't become plain text.
        #expect(new.fields.map(\.text) == ["555", "", "0"])
    }

    @Test(arguments: ["b", nil])
    func `a choice made by the person stays, and otherwise follows the current value`(picked: String?) {
        let to = CommandParameter(name: "to", title: "To", kind: .choice { [] })
        func choices(current: String) -> FormEntries.Field.Choices {
            .loaded(["b", "a"].map { CommandChoice(value: $0, title: $0, isCurrent: $0 == current) })
        }
        var old = form(to)
        old.offer(choices(current: "a"), field: 0)
        if let picked { old.enter(picked, field: 0) }
        var new = form(to, CommandParameter(name: "note", title: "Note", defaultValue: ""))

        new.adoptEntries(of: old)
        new.offer(choices(current: picked == nil ? "b" : "a"), field: 0)

        #expect(new.fields[0].text == "b")
    }

    // MARK: - Drafts

    @Test func `a draft has what was entered, without secrets and defaults`() {
        let parameters = [
            CommandParameter(name: "phone", title: "Phone"),
            CommandParameter(name: "password", title: "Password", kind: .secret),
            CommandParameter(name: "count", title: "Count", kind: .number(nil), defaultValue: 1),
            CommandParameter(name: "gift", title: "Gift", kind: .toggle),
        ]
        var form = FormEntries(parameters)
        form.enter("555", field: 0)
        form.enter("secret", field: 1)
        form.set(true, field: 3)
        var again = FormEntries(parameters)

        again.adopt(draft: form.draft)

        #expect(form.draft == ["phone": "555", "gift": true])
        #expect(again.fields.map(\.text) == ["555", "", "1", ""])
        #expect(again.fields.map(\.isOn) == [false, false, false, true])
    }

    @Test func `a draft fills in no secret and no field of another kind`() {
        var form = form(
            CommandParameter(name: "code", title: "Code", kind: .secret),
            CommandParameter(name: "loud", title: "Loud", kind: .toggle),
            CommandParameter(name: "note", title: "Note")
        )
        let before = form

        form.adopt(draft: ["code": "1234", "loud": "true", "note": true, "gone": "x"])

        #expect(form == before)
    }

    @Test func `of two fields with one name, the draft has the later`() {
        var form = form(CommandParameter(name: "a", title: "A"), CommandParameter(name: "a", title: "Again"))
        form.enter("x", field: 0)
        form.enter("y", field: 1)

        #expect(form.draft == ["a": "y"])
    }

    @Test func `a form of a single choice has no draft`() {
        var form = form(CommandParameter(name: "to", title: "To", kind: .choice { [] }))
        form.offer(.loaded([CommandChoice(value: "a", title: "A"), CommandChoice(value: "b", title: "B")]), field: 0)

        form.enter("b", field: 0)

        #expect(form.draft == [:])
    }
}
