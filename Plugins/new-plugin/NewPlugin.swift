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
        guard let name = PluginName(argument), isFree(name, in: context.package) else {
            throw NewPluginError.wrongName(argument)
        }
        let template = PluginTemplate(name)
        let source = folder.appendingPathComponent("Sources/\(name.target)/\(name.target).swift")
        let test = folder.appendingPathComponent("Tests/\(name.target)Tests/\(name.target)Tests.swift")
        let manifestFile = folder.appendingPathComponent("Package.swift")
        var manifest = ManifestLines(try String(contentsOf: manifestFile, encoding: .utf8))
        let isAttached = manifest.attach(name.target)

        do {
            try write(template.source, to: source)
            try write(template.test, to: test)
            // Last: SwiftPM looks for the tests when it reads a manifest that has changed.
            if isAttached { try Data(manifest.text.utf8).write(to: manifestFile, options: .atomic) }
        } catch {
            for file in [source, test] { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
            throw error
        }
        print(template.report(program: program(of: context.package), isAttached: isAttached))
    }

    /// Whether neither a target nor a folder has the name of the plugin's target or of its tests.
    private func isFree(_ name: PluginName, in package: Package) -> Bool {
        let folders = ["Sources", "Tests"].flatMap { folder in
            let path = package.directoryURL.appendingPathComponent(folder).path
            return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        }
        let targets = (package.targets + package.dependencies.flatMap(\.package.targets)).map(\.name)
        // A file system may not tell large letters from small ones.
        let taken = Set((folders + targets).map { $0.lowercased() })
        return taken.isDisjoint(with: [name.target, "\(name.target)Tests"].map { $0.lowercased() })
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
