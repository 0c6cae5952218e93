internal import FoundationEssentials

/// A program that plugins attach to; its author knows none of them.
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
/// The program takes the options that `--help` lists. Without a terminal it
/// runs scripts.
@MainActor public protocol HostApplication: AnyObject {
    /// The program's name, as it is run and as its folders are called.
    nonisolated static var name: String { get }

    /// The program's version.
    nonisolated static var version: String { get }

    /// Makes the program's windows and offers its commands, before any plugin runs.
    init(host: AppHost) throws
}

extension HostApplication {
    /// Runs the program as its command line asks, and exits with its status.
    ///
    /// Asked to end by SIGTERM, SIGHUP, SIGINT or SIGQUIT, it ends in order and
    /// then by that signal.
    public static func main() {
        StandardStreams.openMissing()
        LockWait.beginAtTheScreen()
        let program = HostProgram(application: self, arguments: CommandLine.arguments.dropFirst())
        StandardStreams.end(MainThread.run { await program.run() })
    }
}
