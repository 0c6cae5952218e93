internal import FoundationEssentials

/// A program that plugins attach to without being named in its code.
///
/// ```swift
/// @main final class Shop: HostApplication {
///     static let name = "shop"
///     static let version = "1.0.0"
///     private let window: Window
///
///     init(host: AppHost) throws {
///         window = host.makeWindow(title: "shop", root: Label("Welcome"))
///         window.makeKeyAndVisible()
///     }
/// }
/// ```
///
/// The program has the options that `--help` lists. Without a terminal it runs
/// scripts.
@MainActor public protocol HostApplication: AnyObject {
    /// The program's name: of its executable, and of its folders.
    nonisolated static var name: String { get }

    /// The program's version.
    nonisolated static var version: String { get }

    /// The options that the program adds to those of every program.
    nonisolated static var options: [ProgramOption] { get }

    /// The sections of the configuration that the program reads.
    ///
    /// Leave out what its options set and what plugins declare.
    nonisolated static var configuration: [ConfigurationSection] { get }

    /// Where a person can go on, printed once: below the restored screen, at the end of the first run in the terminal.
    nonisolated static var nextSteps: String? { get }

    /// Makes the program's windows and offers its commands, before any plugin runs.
    init(host: AppHost) throws
}

extension HostApplication {
    /// No options.
    public nonisolated static var options: [ProgramOption] { [] }

    /// No sections.
    public nonisolated static var configuration: [ConfigurationSection] { [] }

    /// Nothing.
    public nonisolated static var nextSteps: String? { nil }

    /// Runs the program as its command line asks, and exits with its status.
    ///
    /// On SIGTERM, SIGHUP, SIGINT and SIGQUIT the program ends in order, and
    /// then by that signal.
    public static func main() {
        StandardStreams.openMissing()
        // Before the journal: at the end of a thread, what began first ends first.
        EarlyExit.shared.begin()
        ProcessJournal.begin(program: name)
        LockWait.markMainThread()
        let program = HostProgram(application: self, arguments: ProcessArguments.all.dropFirst())
        do {
            try Descriptor.checkLimit()
            StandardStreams.end(try MainThread.run { await program.run() })
        } catch {
            StandardStreams.printMessage("\(name): the program cannot start: \(error.withWayOut)")
            StandardStreams.end(.status(.unavailable))
        }
    }
}
