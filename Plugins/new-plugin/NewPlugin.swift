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
        let name = try PluginName(argument, beside: try PackageNames(of: context.package))
        let template = PluginTemplate(name)
        let source = folder.appendingPathComponent("Sources/\(name.target)/\(name.target).swift")
        let test = folder.appendingPathComponent("Tests/\(name.target)Tests/\(name.target)Tests.swift")
        if !context.package.targets.contains(where: { $0.name == name.target }),
            isUnchanged(source, template.source), isUnchanged(test, template.test)
        {
            remove([source, test])
        }
        try PackageNames(of: context.package).check(name)
        let manifestFile = folder.appendingPathComponent("Package.swift")
        var manifest = ManifestLines(try String(contentsOf: manifestFile, encoding: .utf8))
        let isAttached = manifest.attach(name.target)

        do {
            try write(template.source, to: source)
            try write(template.test, to: test)
            // Last: SwiftPM looks for the tests when it reads a manifest that has changed.
            if isAttached { try Data(manifest.text.utf8).write(to: manifestFile, options: .atomic) }
        } catch {
            remove([source, test])
            throw error
        }
        print(template.report(program: program(of: context.package), isAttached: isAttached))
    }

    /// Whether a file's folder isn't there, or has just what a run wrote, or began to write before it was ended.
    private func isUnchanged(_ file: URL, _ text: String) -> Bool {
        let folder = file.deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else { return true }
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        guard files == [file.lastPathComponent] else { return files.isEmpty }
        return (try? Data(contentsOf: file)).map { Data(text.utf8).starts(with: $0) } ?? false
    }

    /// Removes the folders of files.
    private func remove(_ files: [URL]) {
        for file in files { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
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
