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
    var playback: String?
    var followsLog = false
    var logFilter = LogFilter()
    var isJSON = false
    var showsHelp = false
    var showsVersion = false

    private let subcommand: Subcommand?
    /// The options as they were given.
    private var given: [CommandLineOption] = []

    /// The names of the options.
    var names: [String] { given.map(\.name) }

    /// Reads arguments without looking whether they go together.
    init(_ arguments: some Sequence<String>, program: [ProgramOption]) throws(HostOptionsError) {
        let known = CommandLineOption.groups(program: program).flatMap(\.options)
        var rest = Array(arguments)[...]
        subcommand = rest.first.flatMap(Subcommand.named)
        if subcommand == nil, let word = rest.first, !word.hasPrefix("-") {
            throw ParsedArguments.unknown(command: word, known)
        }
        if subcommand != nil { rest.removeFirst() }
        while let argument = rest.popFirst() {
            if subcommand != nil, !argument.hasPrefix("-") {
                words.append(argument)
                continue
            }
            // `--name=value` is the same as `--name value`.
            var name = argument
            var attached: String?
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                name = String(argument[..<equals])
                attached = String(argument[argument.index(after: equals)...])
            }
            guard let option = known.first(where: { $0.name == (name == "-h" ? "--help" : name) }) else {
                throw ParsedArguments.unknown(option: name, known)
            }
            var value = ""
            if option.valueName != nil {
                guard let next = attached ?? rest.popFirst() else {
                    throw HostOptionsError(option: name, "needs a value")
                }
                value = next
            } else if attached != nil {
                throw HostOptionsError(option: name, "takes no value")
            }
            do {
                try option.apply(&self, value)
            } catch {
                throw HostOptionsError(option: name, "\(error)")
            }
            given.append(option)
        }
    }

    private static func unknown(command name: String, _ known: [CommandLineOption]) -> HostOptionsError {
        let nearest = nearestName(to: name, in: Subcommand.all.map(\.name) + known.map(\.name))
        let all =
            "is not a command; those are \(Subcommand.all.map(\.name).joined(separator: ", ")), and options begin with --"
        return HostOptionsError("'\(name)'", is: nearest.map { "is not a command; did you mean '\($0)'?" } ?? all)
    }

    private static func unknown(option name: String, _ known: [CommandLineOption]) -> HostOptionsError {
        if Subcommand.named(name) != nil { return HostOptionsError("'\(name)'", is: "comes before all options") }
        let rule = name.hasPrefix("-") ? "is not an option" : "is not understood: options begin with --"
        // A single letter is near to every other single letter.
        let nearest = name.count > 2 ? nearestName(to: name, in: known.map(\.name)) : nil
        return HostOptionsError(option: name, rule + (nearest.map { "; did you mean '\($0)'?" } ?? "; see --help"))
    }

    /// Throws if there is a word after a subcommand.
    func takeNoWords() throws(HostOptionsError) {
        guard let subcommand, let word = words.first else { return }
        throw HostOptionsError("\(subcommand.name) \(word)", is: "is not understood; see \(subcommand.name) --help")
    }

    /// The way to run the program; throws if options contradict one another.
    var mode: HostOptions.Mode {
        get throws(HostOptionsError) {
            if showsHelp { return .help(subcommand?.use ?? .terminal) }
            if showsVersion { return .version }
            let use = subcommand?.use ?? names.lazy.compactMap { ProgramUse(rawValue: $0) }.first ?? .terminal
            if let option = given.first(where: { !$0.uses.contains(use) }) {
                let rule = "can't be used with \(use.rawValue); leave one out"
                throw HostOptionsError(option: option.name, use == .terminal ? "needs \(option.uses.neededWords)" : rule)
            }
            if let subcommand { return try subcommand.read(self) }
            return switch use {
            case .script: .script(script ?? "")
            case .playback: .play(playback ?? "")
            case .list: .plugins(.list, json: isJSON)
            default: .run
            }
        }
    }
}
