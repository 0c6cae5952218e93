extension HostOptions {
    /// Reads a command line, without the program's own name.
    init(arguments: some Sequence<String>, program: [ProgramOption] = []) throws(HostOptionsError) {
        let parsed = try ParsedArguments(arguments, program: program)
        self = parsed.options
        mode = try parsed.mode
    }
}

/// The words and options of a command line, before it's known whether they go together.
struct ParsedArguments {
    var options = HostOptions()
    /// The words after a subcommand that aren't options.
    private(set) var words: [String] = []
    var script: String?
    var isJSON = false
    var showsHelp = false
    var showsVersion = false

    private(set) var subcommand: Subcommand?
    /// The options as they were given.
    private var given: [CommandLineOption] = []

    /// The names of the options.
    var names: [String] { given.map(\.name) }

    init() {}

    /// Reads arguments without looking whether they go together.
    init(_ arguments: some Sequence<String>, program: [ProgramOption]) throws(HostOptionsError) {
        let known = CommandLineOption.groups(program: program).flatMap(\.options)
        // Bytes that aren't UTF-8 have become this scalar; another folder could have that name.
        if let index = Array(arguments).firstIndex(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            throw HostOptionsError("word \(index + 1)", is: "of the command line isn't UTF-8")
        }
        for piece in ParsedArguments.pieces(of: arguments, known) { try add(piece) }
    }

    /// Adds the next piece; throws if it makes no sense.
    mutating func add(_ piece: Piece) throws(HostOptionsError) {
        switch piece {
        case .subcommand(let subcommand): self.subcommand = subcommand
        case .word(let word): words.append(word)
        case .option(let option, let value):
            do {
                try option.apply(&self, value)
            } catch {
                throw HostOptionsError(option: option.name, "\(error)")
            }
            given.append(option)
        case .open(let option): throw HostOptionsError(option: option.name, "needs a value")
        case .wrong(let error): throw error
        }
    }

    /// A part of a command line.
    enum Piece {
        /// The first word, before or after options.
        case subcommand(Subcommand)
        /// A word after a subcommand.
        case word(String)
        /// An option with its value.
        case option(CommandLineOption, String)
        /// An option at the end whose value isn't there.
        case open(CommandLineOption)
        /// Something that isn't understood.
        case wrong(HostOptionsError)
    }

    /// Sorts arguments into options and words, which only a subcommand has; after `--` all are words.
    ///
    /// As with git, `help` before a subcommand is the option of that name.
    static func pieces(of arguments: some Sequence<String>, _ known: [CommandLineOption]) -> [Piece] {
        var pieces: [Piece] = []
        var rest = Array(arguments)[...]
        var (hasSubcommand, mayBeOption) = (false, true)
        while var argument = rest.popFirst() {
            if !hasSubcommand, let subcommand = Subcommand.named(argument) {
                hasSubcommand = true
                pieces.append(.subcommand(subcommand))
                continue
            }
            if mayBeOption, argument == "--" {
                mayBeOption = false
                continue
            }
            if !hasSubcommand, mayBeOption, argument == "help" { argument = "--help" }
            if !mayBeOption || !argument.hasPrefix("-") {
                pieces.append(hasSubcommand ? .word(argument) : .wrong(unknown(command: argument, known)))
                continue
            }
            // `--name=value` is the same as `--name value`.
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                attached = String(argument[argument.index(after: equals)...])
            }
            if name == "-h" { name = "--help" }
            guard let option = known.first(where: { $0.name == name }) else {
                pieces.append(.wrong(unknown(option: name, known)))
                continue
            }
            if option.valueName == nil {
                let error = HostOptionsError(option: name, "takes no value")
                pieces.append(attached == nil ? .option(option, "") : .wrong(error))
            } else if let value = attached ?? rest.popFirst() {
                pieces.append(.option(option, value))
            } else {
                pieces.append(.open(option))
            }
        }
        return pieces
    }

    private static func unknown(command name: String, _ known: [CommandLineOption]) -> HostOptionsError {
        let nearest = nearestName(to: name, in: Subcommand.all.map(\.name) + known.map(\.name))
        let all =
            "is not a command; those are \(Subcommand.all.map(\.name).joined(separator: ", ")), and options begin with --"
        return HostOptionsError("'\(name)'", is: nearest.map { "is not a command; did you mean '\($0)'?" } ?? all)
    }

    private static func unknown(option name: String, _ known: [CommandLineOption]) -> HostOptionsError {
        // A single letter is near to every other single letter.
        let nearest = name.count > 2 ? nearestName(to: name, in: known.map(\.name)) : nil
        let wayOut = nearest.map { "did you mean '\($0)'?" } ?? "see --help"
        return HostOptionsError(option: name, "is not an option; \(wayOut)")
    }

    /// Throws if there is a word after a subcommand.
    func takeNoWords() throws(HostOptionsError) {
        guard let subcommand, let word = words.first else { return }
        throw HostOptionsError("\(subcommand.name) \(word)", is: "is not understood; see \(subcommand.name) --help")
    }

    /// The use of the program that the words and options ask for.
    var use: ProgramUse {
        if let subcommand { return subcommand.use }
        let asked = names.compactMap { ProgramUse(rawValue: $0) }
        // A script may be of lines.
        return asked.first { $0 != .lines } ?? asked.first ?? .terminal
    }

    /// The way to run the program; throws if options contradict one another.
    var mode: HostOptions.Mode {
        get throws(HostOptionsError) {
            if showsHelp, use == .command, let id = words.first { return .commandHelp(id) }
            if showsHelp { return .help(subcommand?.use ?? .terminal) }
            if showsVersion { return .version }
            let use = use
            if let option = given.first(where: { !$0.uses.contains(use) }) {
                let rule = "can't be used with \(use.rawValue); leave one out"
                throw HostOptionsError(
                    option: option.name,
                    use == .terminal ? "needs \(option.uses.neededWords)" : rule
                )
            }
            if let subcommand { return try subcommand.read(self) }
            return switch use {
            case .script: .script(script ?? "")
            case .list: .plugins(.list, json: isJSON)
            case .lines: .lines
            default: .run
            }
        }
    }
}
