import Foundation
import PackagePlugin

/// The command `swift package new-plugin NAME`: writes a plugin and its test, and attaches it to the package's program.
///
/// Everything is checked and made in memory first. If the name is refused,
/// nothing is written.
@main struct NewPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        // SwiftPM, which asks for the permission, leaves it among the arguments where it follows the command.
        let words = arguments.filter { $0 != "--allow-writing-to-package-directory" }
        guard words.count == 1, let argument = words.first, !argument.hasPrefix("-") else {
            throw NewPluginError.usage
        }
        let folder = context.package.directoryURL
        let names = try PackageNames(of: context.package)
        let name = try PluginName(argument, beside: names)
        try names.check(name)
        let manifestFile = folder.appendingPathComponent("Package.swift")
        var manifest = ManifestLines(try String(contentsOf: manifestFile, encoding: .utf8))
        let isAttached = manifest.attach(name.target)

        let template = PluginTemplate(name)
        let source = folder.appendingPathComponent("Sources/\(name.target)")
        let tests = folder.appendingPathComponent("Tests/\(name.target)Tests")
        do {
            try write(template.source, to: source.appendingPathComponent("\(name.target).swift"))
            try write(template.test, to: tests.appendingPathComponent("\(name.target)Tests.swift"))
            // Last: SwiftPM looks for the tests when it reads a manifest that has changed.
            if isAttached { try Data(manifest.text.utf8).write(to: manifestFile, options: .atomic) }
        } catch {
            for folder in [source, tests] { try? FileManager.default.removeItem(at: folder) }
            throw error
        }
        print(template.report(program: program(of: context.package), isAttached: isAttached))
    }

    private func write(_ text: String, to file: URL) throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The name of the package's first program that has the runtime.
    private func program(of package: Package) -> String? {
        package.targets.first { target in
            (target as? SwiftSourceModuleTarget)?.kind == .executable
                && target.recursiveTargetDependencies.contains { $0.name == "HostRuntime" }
        }?.name
    }
}
