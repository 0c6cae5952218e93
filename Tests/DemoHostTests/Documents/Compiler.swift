import Foundation
import TestSupport

/// The Swift compiler, called on sources that are not part of the package.
struct Compiler {
    private let temporary = TemporaryFolder()

    /// The folder for the sources and what is made from them.
    var folder: URL { temporary.url }

    /// The folders of the modules that were built with the tests, and of that of C which the runtime's own needs.
    private static let modules = ["Modules", "CThreadLocal.build"].map {
        Program.path.deletingLastPathComponent().appendingPathComponent($0)
    }

    /// The toolchain's folder with its macros and the manifest's module.
    private static let resources = Result {
        let target = try Program.run("swiftc", "-print-target-info", executable: URL(fileURLWithPath: "/usr/bin/env"))
        return try JSONDecoder().decode(Target.self, from: Data(target.output.utf8)).paths.runtimeResourcePath
    }

    private struct Target: Decodable {
        struct Paths: Decodable {
            let runtimeResourcePath: String
        }
        let paths: Paths
    }

    /// Compiles one source as its author would; returns the diagnostics, and a module beside the source if asked to.
    func compile(_ source: String, as module: String, _ arguments: String...) throws -> String {
        let macros = "\(try Self.resources.get())/host/plugins/testing"
        let modules = (Self.modules + [folder]).flatMap { ["-I", $0.path] } + ["-plugin-path", macros]
        return try call(source, as: module, modules + arguments)
    }

    /// Compiles a package's manifest.
    func checkManifest(_ source: String) throws -> String {
        let folder = "\(try Self.resources.get())/pm/ManifestAPI"
        return try call(source, as: "Manifest", ["-I", folder, "-package-description-version", "6.3", "-typecheck"])
    }

    /// Makes a plugin's library in the folder.
    func makePlugin(_ source: String) throws -> String {
        let library = folder.appendingPathComponent("libPlugin.so").path
        return try compile(source, as: "Plugin", "-warnings-as-errors", "-emit-library", "-o", library)
    }

    private func call(_ source: String, as module: String, _ arguments: [String]) throws -> String {
        let file = folder.appendingPathComponent("\(module).swift")
        try Data(source.utf8).write(to: file)
        var options = ["swiftc", "-swift-version", "6", "-module-name", module]
        if arguments.contains("-emit-module") {
            options += ["-emit-module-path", folder.appendingPathComponent("\(module).swiftmodule").path]
        }
        let outcome = try Program.run(
            options + arguments + [file.path],
            executable: URL(fileURLWithPath: "/usr/bin/env")
        )
        return outcome.output + outcome.errors
    }
}
