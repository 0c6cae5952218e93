/// The place of the cursor in a command line that a shell completes; a pure value.
struct CompletionPoint {
    /// The source of the words for that place.
    let source: CompletionSource

    /// The text before it that belongs to the same word, such as `--colors=`.
    let lead: String

    /// The part of the word that has been typed.
    let typed: String

    /// The options before it, as far as they make sense.
    let options: HostOptions

    /// Reads the words up to the cursor, without the program's own name; the last one is typed at the moment.
    init(_ words: [String], program: [ProgramOption] = []) {
        let known = CommandLineOption.groups(program: program).flatMap(\.options)
        let last = words.last ?? ""
        let before = words.dropLast()
        var parsed = ParsedArguments()
        let pieces = ParsedArguments.pieces(of: before, known)
        for piece in pieces { try? parsed.add(piece) }
        options = parsed.options
        if case .open(let option)? = pieces.last {
            (source, lead, typed) = (option.values, "", last)
        } else if last.hasPrefix("--"), let equals = last.firstIndex(of: "="),
            let option = known.first(where: { $0.name == last[..<equals] })
        {
            (source, lead) = (option.values, String(last[...equals]))
            typed = String(last[last.index(after: equals)...])
        } else {
            let choices = CompletionSource.choices(CompletionPoint.options(for: parsed, known))
            (lead, typed) = ("", last)
            if last.hasPrefix("-") {
                source = choices
            } else if let subcommand = parsed.subcommand {
                let next = subcommand.completion(parsed.words)
                source = next == .nothing ? choices : next
            } else {
                let commands = Subcommand.all.map { CompletionCandidate($0.name, $0.summary) }
                source = before.isEmpty || parsed.showsHelp ? .choices(commands) : choices
            }
        }
    }

    /// The options that have an effect beside those before the cursor.
    private static func options(for parsed: ParsedArguments, _ known: [CommandLineOption]) -> [CompletionCandidate] {
        let use = parsed.use
        return known.filter { option in
            let fits = use == .terminal ? !option.uses.isDisjoint(with: .plain) : option.uses.contains(use)
            return fits && (option.valueName != nil || !parsed.names.contains(option.name))
        }
        .map { CompletionCandidate($0.name, $0.help()) }
    }
}

/// The names in a program that a shell can complete.
struct CompletionFacts {
    var plugins: [CompletionCandidate] = []
    var sections: [ConfigurationSection] = []
    var commands = CommandListing([])
}

/// The words that a shell offers at a place of the command line; a pure value.
struct Completion: Hashable {
    enum Kind: String {
        case words
        /// Files of the shell's own finding, after the lead.
        case files
        case folders
    }

    private(set) var kind = Kind.words
    private(set) var lead: String
    /// The candidates that go on with what was typed, with the lead.
    private(set) var candidates: [CompletionCandidate] = []

    init(_ point: CompletionPoint, _ facts: CompletionFacts) {
        lead = point.lead
        switch point.source {
        case .nothing: break
        case .choices(let choices): offer(choices, point.typed)
        case .files: kind = .files
        case .folders: kind = .folders
        case .plugins: offer(facts.plugins, point.typed)
        case .settings: offer(facts.sections.flatMap(Completion.settings), point.typed)
        case .commands:
            let commands = facts.commands.entries.filter { !$0.requiresScreen }
            offer(commands.map { CompletionCandidate($0.id, $0.title) }, point.typed)
        case .parameters(let id, let given):
            guard let command = facts.commands.entries.first(where: { $0.id == id }) else { break }
            // A secret isn't taken from the command line.
            let open = command.parameters.filter { !given.contains($0.name) && $0.kind != "secret" }
            guard let equals = point.typed.firstIndex(of: "=") else {
                offer(open.map { CompletionCandidate("\($0.name)=", $0.title) }, point.typed)
                break
            }
            guard let parameter = open.first(where: { $0.name == point.typed[..<equals] }) else { break }
            lead = String(point.typed[...equals])
            offer(parameter, String(point.typed[point.typed.index(after: equals)...]))
        }
    }

    private mutating func offer(_ parameter: CommandListing.Parameter, _ typed: String) {
        switch parameter.kind {
        case "choice": offer((parameter.choices ?? []).map { CompletionCandidate($0.value, $0.title) }, typed)
        case "toggle": offer([CompletionCandidate("true"), CompletionCandidate("false")], typed)
        // As a shell does where it knows nothing: many texts are files.
        case "text": kind = .files
        default: break
        }
    }

    /// Adds the choices that begin as typed; one that can't stand in a line isn't offered.
    private mutating func offer(_ choices: [CompletionCandidate], _ typed: String) {
        candidates += choices.filter {
            !$0.value.isEmpty && $0.value.hasPrefix(typed) && $0.value.escapingControls == $0.value
        }
        .map { CompletionCandidate(lead + $0.value, $0.detail) }
    }

    private static func settings(of section: ConfigurationSection) -> [CompletionCandidate] {
        (section.settings ?? []).map { CompletionCandidate("\(section.name).\($0.name)=", $0.help) }
    }

    /// The text that the scripts of `completion` read: the kind and the lead, and then a candidate on each line.
    var text: String {
        let lines = candidates.map { "\($0.value)\t\($0.detail.line(atMost: 100))" }
        return (["\(kind.rawValue)\t\(lead)"] + lines).joined(separator: "\n")
    }
}
