import Foundation

/// The Swift compiler, called on sources that are not part of the package.
struct Compiler {
    /// The folder for the sources and what is made from them; removed by `clean`.
    let folder: URL

    /// The modules that were built with the tests.
    static let modules = Program.path.deletingLastPathComponent().appendingPathComponent("Modules")

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func clean() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Compiles one source in the language mode and with the modules of a plugin's author; returns the diagnostics.
    func compile(_ source: String, as name: String, _ arguments: String...) throws -> String {
        let file = folder.appendingPathComponent("\(name).swift")
        try Data(source.utf8).write(to: file)
        let options = ["swiftc", "-swift-version", "6", "-I", Self.modules.path, "-I", folder.path]
        let outcome = try Program.run(
            options + arguments + [file.path],
            executable: URL(fileURLWithPath: "/usr/bin/env")
        )
        return outcome.output + outcome.errors
    }
}
