import Testing

@testable import HostRuntime

@Suite struct PlainQuestionTests {
    private typealias Field = FormEntries.Field

    private static func field(
        _ kind: CommandParameter.Kind,
        hint: String? = nil,
        defaultValue: PlainValue? = nil
    ) -> FormEntries.Field {
        Field(CommandParameter(name: "x", title: "Value", kind: kind, hint: hint, defaultValue: defaultValue))
    }

    private static func choice(_ choices: Field.Choices, _ text: String = "") -> FormEntries.Field {
        var field = field(.choice { [] })
        field.choices = choices
        field.text = text
        return field
    }

    private static let shops = Field.Choices.loaded([
        CommandChoice(value: "north", title: "North", detail: "open", isCurrent: true),
        CommandChoice(value: "south", title: "South"),
    ])

    private static let twins = Field.Choices.loaded(["Top", "Tip"].map { CommandChoice(value: $0, title: $0) })

    @Test(arguments: [
        (field(.text, hint: "6 digits"), "Value (6 digits)?"),
        (field(.text, defaultValue: "7"), "Value (enter for 7)?"),
        (field(.secret, hint: "any"), "Value (any)?"),
        (field(.secret, defaultValue: "sesame"), "Value (enter keeps it)?"),
        (field(.toggle), "Value (yes or no, enter for no)?"),
        (choice(shops, "north"), "Value (enter for North)?"),
        (choice(.failed("no network")), "Value (enter looks again)?"),
    ])
    func `a question says the field, what is valid, and what enter means`(field: FormEntries.Field, prompt: String) {
        #expect(PlainQuestion(field).prompt == prompt)
    }

    @Test func `choices are numbered`() {
        let question = PlainQuestion(PlainQuestionTests.choice(PlainQuestionTests.shops))

        #expect(question.lines == ["1 North, open, current", "2 South"])
    }

    @Test func `choices that are being fetched are no question yet`() {
        #expect(PlainQuestion(PlainQuestionTests.choice(.loading)).prompt == nil)
    }

    @Test func `the problem with the last answer stands above the question`() {
        var field = PlainQuestionTests.field(.text)
        field.message = "needs a value"

        #expect(PlainQuestion(field).lines == ["Value needs a value"])
    }

    /// A field whose value was refused by what it was sent to.
    private static func refused(_ kind: CommandParameter.Kind, _ value: PlainValue? = nil) -> FormEntries.Field {
        var field = field(kind, defaultValue: value)
        field.text = "12"
        field.message = "is unknown"
        return field
    }

    @Test(arguments: [
        (refused(.text), "Value?", PlainQuestion.Answer.text("")),
        (refused(.text, "7"), "Value (enter for 7)?", .text("7")),
        (refused(.secret), "Value?", .text("")),
        (refused(.secret, "sesame"), "Value (enter keeps it)?", .text("")),
    ])
    func `what was refused isn't kept by an empty line`(
        field: FormEntries.Field,
        prompt: String,
        answer: PlainQuestion.Answer
    ) {
        #expect(PlainQuestion(field).prompt == prompt)
        #expect(PlainQuestion(field).answer("") == answer)
    }

    @Test(arguments: [CommandParameter.Kind.text, .secret, .number(nil), .toggle, .choice { [] }])
    func `quit and back mean the same at every question`(kind: CommandParameter.Kind) {
        let question = PlainQuestion(PlainQuestionTests.field(kind))

        #expect(question.answer("quit") == .quit)
        #expect(question.answer("back") == .back)
        #expect(question.answer("?") == .help)
    }

    @Test(arguments: [
        (field(.text), "=quit", PlainQuestion.Answer.text("quit")), (field(.secret), "=quit", .text("quit")),
        (field(.text), "a b ", .text("a b ")), (field(.text), "", .keep),
        (field(.text), " back", .back), (field(.text), "=back", .text("back")), (field(.text), "=x", .text("=x")),
        (field(.secret), "?", .help), (field(.toggle), "Yes", .set(true)), (field(.toggle), "n", .set(false)),
        (field(.toggle), "", .keep), (field(.toggle), "maybe", .wrong("That is neither yes nor no.")),
        (choice(shops), "2", .text("south")), (choice(shops), "sou", .text("south")),
        (choice(shops, "north"), "", .keep), (choice(shops), "", .wrong("Type one of the numbers.")),
        (choice(shops), "3", .wrong("No choice is called that; back leaves the question.")),
        (choice(shops), "\(Int.min)", .wrong("No choice is called that; back leaves the question.")),
        (choice(twins), "t", .wrong("'t' may mean several.")), (choice(.failed("no")), "", .retry),
    ])
    func `a line answers by its field`(field: FormEntries.Field, line: String, answer: PlainQuestion.Answer) {
        #expect(PlainQuestion(field).answer(line) == answer)
    }
}
