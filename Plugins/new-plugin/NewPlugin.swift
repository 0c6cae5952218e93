import Foundation
import PackagePlugin

/// The command `swift package new-plugin NAME`: writes a plugin and its test, and attaches it to the demo host.
///
/// Everything is checked and made in memory first. If the name is refused,
/// nothing is written.
@main struct NewPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        guard arguments.count == 1, let argument = arguments.first, !argument.hasPrefix("-") else {
            throw NewPluginError.usage
        }
        let folder = context.package.directoryURL
        let names = try PackageNames(of: context.package, in: folder)
        let name = try PluginName(argument, beside: names)
        try names.check(name)
        let manifestFile = folder.appendingPathComponent("Package.swift")
        let manifest = try addingPlugin(name.target, to: String(contentsOf: manifestFile, encoding: .utf8))

        let template = PluginTemplate(name)
        let source = folder.appendingPathComponent("Sources/\(name.target)")
        let tests = folder.appendingPathComponent("Tests/\(name.target)Tests")
        do {
            try write(template.source, to: source.appendingPathComponent("\(name.target).swift"))
            try write(template.test, to: tests.appendingPathComponent("\(name.target)Tests.swift"))
            // Last: SwiftPM looks for the tests when it reads a manifest that has changed.
            try Data(manifest.utf8).write(to: manifestFile, options: .atomic)
        } catch {
            for folder in [source, tests] { try? FileManager.default.removeItem(at: folder) }
            throw error
        }
        print(template.report)
    }

    private func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
}

/// Returns a manifest with one more line at the top of its list of plugins, where no comma can be missing.
///
/// The line ends as the others do, which may be with a carriage return too.
func addingPlugin(_ target: String, to manifest: String) throws -> String {
    let end = manifest.contains("\r\n") ? "\r\n" : "\n"
    var lines = manifest.components(separatedBy: end)
    guard let first = lines.firstIndex(of: "let plugins: [String] = ["),
        lines[first...].contains(where: { $0.hasPrefix("]") })
    else { throw NewPluginError.noList(target: target) }
    lines.insert("    \"\(target)\",", at: first + 1)
    return lines.joined(separator: end)
}
