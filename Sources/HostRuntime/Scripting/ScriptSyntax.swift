/// The way a step is written: its name, its arguments, and how they are read.
struct ScriptSyntax: Sendable {
    typealias Reader = @Sendable (inout ScriptArguments) throws(ScriptSyntaxError) -> ScriptStep

    /// The name of the step, the first word of its line.
    let name: String

    /// The name and the arguments, as they are written.
    let usage: String

    /// The form of the arguments.
    let form: Form

    /// The form of a step's arguments.
    enum Form: Hashable, Sendable {
        /// Words; double quotes keep them together.
        case words
        /// The rest of the line as it is, with any `#` and quotes in it.
        case text
        /// The rest of the line as it is, and of the lines after it while they end in `\\`.
        case json
    }

    /// Whether the step takes the rest of the line as it is, with any `#` and quotes in it.
    var takesText: Bool { form != .words }

    /// Reads the arguments.
    let read: Reader

    private init(_ name: String, _ arguments: String = "", form: Form = .words, read: @escaping Reader) {
        self.name = name
        usage = arguments.isEmpty ? name : "\(name) \(arguments)"
        self.form = form
        self.read = read
    }

    /// A step without arguments.
    private init(_ name: String, _ step: ScriptStep) {
        self.init(name) { _ throws(ScriptSyntaxError) in step }
    }

    /// A step that takes the rest of the line.
    private init(_ name: String, text make: @escaping @Sendable (String) -> ScriptStep) {
        self.init(name, "TEXT", form: .text) { arguments throws(ScriptSyntaxError) in
            make(try arguments.text())
        }
    }

    /// All steps, in the order of the help.
    static let all = head + time + input + system + program + output

    /// The names of all steps.
    static let names = all.map(\.name)

    /// The syntax of the step with a name, if there is one.
    static func named(_ name: String) -> ScriptSyntax? {
        byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    // MARK: - The steps

    private static let head = [
        ScriptSyntax("option", "NAME [VALUE]") { arguments throws(ScriptSyntaxError) in
            var words = [try arguments.word()]
            while !arguments.isEmpty { words.append(try arguments.word()) }
            return .option(words)
        },
        ScriptSyntax("configuration", "JSON", form: .json) { arguments throws(ScriptSyntaxError) in
            .configuration(try arguments.object())
        },
        ScriptSyntax("stored", "NAMESPACE JSON", form: .json) { arguments throws(ScriptSyntaxError) in
            let namespace = try arguments.namespace()
            return .stored(namespace, try arguments.object())
        },
        ScriptSyntax("unrecorded", text: ScriptStep.unrecorded),
    ]

    private static let time = [
        ScriptSyntax("wait", "SECONDS") { arguments throws(ScriptSyntaxError) in .wait(try arguments.seconds()) }
    ]

    private static let input = [
        ScriptSyntax("tap", "X Y [COUNT]") { arguments throws(ScriptSyntaxError) in
            let point = try arguments.point()
            return .tap(point, count: arguments.isEmpty ? 1 : try arguments.integer(in: 1...100))
        },
        ScriptSyntax("press", "X Y") { arguments throws(ScriptSyntaxError) in .press(try arguments.point()) },
        ScriptSyntax("drag", "X1 Y1 X2 Y2") { arguments throws(ScriptSyntaxError) in
            .drag(from: try arguments.point(), to: try arguments.point())
        },
        ScriptSyntax("key", "NAME") { arguments throws(ScriptSyntaxError) in .key(try arguments.key()) },
        ScriptSyntax("keys", "NAME ...") { arguments throws(ScriptSyntaxError) in
            var events = [try arguments.key()]
            while !arguments.isEmpty { events.append(try arguments.key()) }
            return .keys(events)
        },
        ScriptSyntax("type", text: ScriptStep.type),
        ScriptSyntax("line", "[TEXT]", form: .text) { arguments throws(ScriptSyntaxError) in
            .line((try? arguments.text()) ?? "")
        },
        ScriptSyntax("paste", "JSON", form: .json) { arguments throws(ScriptSyntaxError) in
            .paste(try arguments.jsonText())
        },
        ScriptSyntax("touch", "began|moved|ended|cancelled X Y") { arguments throws(ScriptSyntaxError) in
            let phase = try arguments.touchPhase()
            return .touch(Touch(phase, at: try arguments.anyPoint()))
        },
        ScriptSyntax("wheel", "ROWS X Y") { arguments throws(ScriptSyntaxError) in
            let rows = try arguments.integer(in: -1000...1000)
            return .wheel(rows: rows, try arguments.anyPoint())
        },
        ScriptSyntax("type-secret", "NUMBER") { arguments throws(ScriptSyntaxError) in
            .typeSecret(try arguments.integer(in: secretNumbers))
        },
        ScriptSyntax("paste-secret", "NUMBER") { arguments throws(ScriptSyntaxError) in
            .pasteSecret(try arguments.integer(in: secretNumbers))
        },
    ]

    /// The numbers of secrets; a session may go on for weeks.
    private static let secretNumbers = 1...1_000_000_000

    private static let system = [
        ScriptSyntax("background", .background),
        ScriptSyntax("foreground", .foreground),
        ScriptSyntax("lock", .lock),
        ScriptSyntax("unlock", .unlock),
        ScriptSyntax("focus-out", .focusOut),
        ScriptSyntax("focus-in", .focusIn),
        ScriptSyntax("memory-warning", .memoryWarning),
        ScriptSyntax("resize", "WIDTH HEIGHT") { arguments throws(ScriptSyntaxError) in
            let sides = 1...Size.limit
            return .resize(
                Size(width: try arguments.integer(in: sides), height: try arguments.integer(in: sides))
            )
        },
    ]

    private static let program = [
        ScriptSyntax("post", "NAME [k=v ...]") { arguments throws(ScriptSyntaxError) in
            .post(try arguments.word(), try arguments.pairs().mapValues { PlainValue(parsing: $0) })
        },
        ScriptSyntax("run", "COMMAND [k=v ...]") { arguments throws(ScriptSyntaxError) in
            // Values stay text, because a phone number may begin with 0. The command's
            // own parameters say which are numbers.
            .run(try arguments.word(), try arguments.pairs().mapValues { .string($0) })
        },
        ScriptSyntax("enable", "ID") { arguments throws(ScriptSyntaxError) in .enable(try arguments.word()) },
        ScriptSyntax("disable", "ID") { arguments throws(ScriptSyntaxError) in .disable(try arguments.word()) },
    ]

    private static let output = [
        ScriptSyntax("show", AppHost.ReportSubject.names) { arguments throws(ScriptSyntaxError) in
            .show(try arguments.subject())
        },
        ScriptSyntax("explain", "X Y") { arguments throws(ScriptSyntaxError) in .explain(try arguments.point()) },
        ScriptSyntax("snapshot", "[FILE]") { arguments throws(ScriptSyntaxError) in
            .snapshot(file: try arguments.snapshotFile())
        },
        ScriptSyntax("expect", text: ScriptStep.expect),
        ScriptSyntax("reject", text: ScriptStep.reject),
        ScriptSyntax("advance-date", "DAYS") { arguments throws(ScriptSyntaxError) in
            .advanceDate(days: try arguments.integer(in: -36_500...36_500))
        },
        ScriptSyntax("date", "DATE") { arguments throws(ScriptSyntaxError) in .date(try arguments.date()) },
        ScriptSyntax("time-zone", "NAME") { arguments throws(ScriptSyntaxError) in
            .timeZone(try arguments.timeZone())
        },
        ScriptSyntax("quit", .quit),
    ]
}
