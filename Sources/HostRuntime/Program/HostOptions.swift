public import FoundationEssentials

/// What a host was asked for on the command line; a pure value.
public struct HostOptions: Hashable, Sendable {
    /// What the program is to do.
    public enum Mode: Hashable, Sendable {
        /// Run in the terminal.
        case run
        /// Run a script: a file's path, or `-` for standard input.
        case script(String)
        /// Print the plugins.
        case listPlugins(json: Bool)
        /// Print the options.
        case help
        /// Print the version.
        case version
    }

    /// What the program is to do.
    public var mode: Mode = .run

    /// The size of a scripted run's screen.
    public var size = Size(width: 80, height: 24)

    /// How many colours are shown; nil for as many as the terminal has, and for all in a scripted run.
    public var colorDepth: ColorDepth?

    /// The calendar time at which a scripted run begins.
    public var date: Date?

    /// The folder for the log and for what is kept; nil for the user's own.
    public var stateDirectory: String?

    /// The configuration file's path.
    public var configurationFile: String?

    /// Whether no plugin is to run.
    public var isSafeMode = false

    /// The plugins that are not to run.
    public var disabledPlugins: [String] = []

    /// The only plugins that are to run; empty for all.
    public var onlyPlugins: [String] = []

    /// The folders whose `.so` plugins are opened.
    public var pluginPaths: [String] = []

    /// Where the advertisements are fetched from.
    public var adFeed: String?

    /// Whether the pointer is left to the terminal.
    public var isPointerDisabled = false

    /// Whether only ASCII characters are shown.
    public var isASCII = false

    /// Whether animations are left out.
    public var reducesMotion = false

    /// Creates the options of a command line without any.
    public init() {}
}

// MARK: - Reading

extension HostOptions {
    /// Reads a command line, without the program's own name.
    public init(arguments: some Sequence<String>) throws(HostOptionsError) {
        var rest = Array(arguments)[...]
        var listsPlugins = false
        var isJSON = false
        var scripted: String?

        func value(of option: String) throws(HostOptionsError) -> String {
            guard let value = rest.popFirst() else { throw HostOptionsError(option, "needs a value") }
            return value
        }

        while let argument = rest.popFirst() {
            // `--name=value` is the same as `--name value`.
            var option = argument
            if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
                option = String(argument[..<equals])
                guard HostOptions.valued.contains(option) else {
                    throw HostOptions.unknown(option) ?? HostOptionsError(option, "takes no value")
                }
                rest.insert(String(argument[argument.index(after: equals)...]), at: rest.startIndex)
            }
            switch option {
            case "--help", "-h": mode = .help
            case "--version": mode = .version
            case "--list-plugins": listsPlugins = true
            case "--json": isJSON = true
            case "--script": mode = .script(try value(of: option))
            case "--size":
                size = try HostOptions.parseSize(value(of: option), option)
                scripted = scripted ?? option
            case "--colors": colorDepth = try HostOptions.parseColors(value(of: option), option)
            case "--now":
                date = try HostOptions.parseDate(value(of: option), option)
                scripted = scripted ?? option
            case "--state": stateDirectory = try HostOptions.nonEmpty(value(of: option), option)
            case "--config": configurationFile = try HostOptions.nonEmpty(value(of: option), option)
            case "--safe-mode": isSafeMode = true
            case "--disable-plugin": disabledPlugins.append(try HostOptions.nonEmpty(value(of: option), option))
            case "--only-plugin": onlyPlugins.append(try HostOptions.nonEmpty(value(of: option), option))
            case "--plugin-path": pluginPaths.append(try HostOptions.nonEmpty(value(of: option), option))
            case "--ad-feed": adFeed = try HostOptions.parseFeed(value(of: option), option)
            case "--no-mouse": isPointerDisabled = true
            case "--ascii": isASCII = true
            case "--reduce-motion": reducesMotion = true
            default:
                throw HostOptions.unknown(option)
                    ?? HostOptionsError(option, "is not an option of its own; see --help")
            }
        }
        if listsPlugins, mode == .run { mode = .listPlugins(json: isJSON) }
        // In the terminal it is as large as the terminal, and as late as it is.
        if mode == .run, let option = scripted { throw HostOptionsError(option, "goes with --script") }
        if isJSON, !listsPlugins { throw HostOptionsError("--json", "goes with --list-plugins") }
    }

    private static let valued: Set<String> = [
        "--script", "--size", "--now", "--state", "--config", "--disable-plugin", "--only-plugin", "--plugin-path",
        "--ad-feed", "--colors",
    ]

    private static let flags: Set<String> = [
        "--help", "-h", "--version", "--list-plugins", "--json", "--safe-mode", "--no-mouse", "--ascii",
        "--reduce-motion",
    ]

    private static func unknown(_ option: String) -> HostOptionsError? {
        guard !valued.contains(option), !flags.contains(option) else { return nil }
        let rule = option.hasPrefix("-") ? "is not an option" : "is not understood: options begin with --"
        // A single letter is near to every other single letter.
        let nearest = option.count > 2 ? nearestName(to: option, in: valued.union(flags)) : nil
        let hint = nearest.map { "; is \($0) meant?" } ?? "; see --help"
        return HostOptionsError(option, rule + hint)
    }

    private static func nonEmpty(_ value: String, _ option: String) throws(HostOptionsError) -> String {
        guard !value.isEmpty else { throw HostOptionsError(option, "needs a value that is not empty") }
        return value
    }

    private static func parseSize(_ value: String, _ option: String) throws(HostOptionsError) -> Size {
        let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            throw HostOptionsError(option, "is WIDTHxHEIGHT, such as 80x24, not '\(value)'")
        }
        guard (1...Size.limit).contains(width), (1...Size.limit).contains(height) else {
            throw HostOptionsError(option, "takes sides from 1 to \(Size.limit), not '\(value)'")
        }
        return Size(width: width, height: height)
    }

    private static func parseColors(_ value: String, _ option: String) throws(HostOptionsError) -> ColorDepth {
        switch value {
        case "true": .trueColor
        case "256": .indexed256
        case "16": .ansi16
        case "none": .monochrome
        default: throw HostOptionsError(option, "is true, 256, 16 or none, not '\(value)'")
        }
    }

    private static func parseDate(_ value: String, _ option: String) throws(HostOptionsError) -> Date {
        let full = value.contains("T") ? value : value + "T00:00:00Z"
        // Written back, because the parser takes the 30th of February for the 2nd of March.
        guard let date = try? Date(full, strategy: .iso8601), date.formatted(.iso8601) == full else {
            throw HostOptionsError(option, "is a date such as 2026-11-21 or 2026-11-21T09:30:00Z, not '\(value)'")
        }
        return date
    }

    private static func parseFeed(_ value: String, _ option: String) throws(HostOptionsError) -> String {
        guard let url = URL(string: value), let scheme = url.scheme?.lowercased(), let host = url.host(),
            scheme == "http" || scheme == "https", !host.isEmpty
        else {
            // What is no address may be one with a password in it.
            let shown = value.contains("@") ? "" : ", not '\(value)'"
            throw HostOptionsError(option, "is an http or https address\(shown)")
        }
        guard url.user() == nil, url.password() == nil else {
            throw HostOptionsError(option, "takes no name and no password in the address; leave them out")
        }
        if let port = url.port, !(1...65535).contains(port) {
            throw HostOptionsError(option, "has the port \(port), and a port is a number from 1 to 65535")
        }
        return value
    }
}

/// What is wrong with a command line.
public struct HostOptionsError: Error, Hashable, Sendable {
    /// The option as it was written.
    public let option: String

    /// What it breaks, and the way out.
    public let rule: String

    init(_ option: String, _ rule: String) {
        self.option = option
        self.rule = rule
    }
}

extension HostOptionsError: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String { "option \(option) \(rule)".escapingControls }
}

// MARK: - Help

extension HostOptions {
    /// The names of a script's steps, in lines that begin at a column.
    private static func steps(indent: Int) -> String {
        ScriptParser.names.wrapped(to: 55).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// The text of `--help` for a program of a name.
    public static func help(program: String) -> String {
        """
        Usage: \(program) [options]

        Runs in the terminal. Quit with q or ctrl-c, go to the background with ctrl-z.

          --script FILE          run the steps of a file ('-' for standard input), without a terminal:
                                 \(steps(indent: 25))
          --size WxH             the screen of a scripted run (80x24)
          --now DATE             the date at which a scripted run begins, as 2026-11-21T09:30:00Z

          --list-plugins         print the plugins and their states; with --json as JSON
          --disable-plugin ID    do not run a plugin; may be repeated
          --only-plugin ID       run no other plugin; may be repeated
          --safe-mode            run no plugin at all
          --plugin-path DIR      open the plugins (.so) of a folder; may be repeated

          --state DIR            keep the log and what is remembered there
          --config FILE          read settings from a JSON file
          --ad-feed URL          where advertisements are fetched from

          --colors N             show true, 256, 16 or none, whatever the terminal has
          --no-mouse             leave the mouse to the terminal
          --ascii                show ASCII characters only
          --reduce-motion        leave out animations
          --version, --help      print the version, or this

        NO_COLOR is respected, and a locale without UTF-8, as LANG=C, is --ascii.
        Everything that a mouse can do has a key.
        """
    }
}

extension [String] {
    /// The words in lines of at most a width.
    fileprivate func wrapped(to width: Int) -> [String] {
        reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(word)
            }
        }
    }
}
