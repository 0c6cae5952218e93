import Foundation
import PackagePlugin

/// The command `swift package live-plugin NAME [FOLDER]`: builds a plugin as a library that a running program takes.
///
/// The plugin's target is built with the package's own settings, and linked by itself. No program is linked: one may
/// be running.
@main struct LivePlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        guard (1...2).contains(arguments.count), !arguments.contains(where: { $0.hasPrefix("-") }) else {
            throw LivePluginError.usage
        }
        let targets = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        let name = arguments[0]
        guard let target = targets.first(where: { $0.kind == .generic && [name, "\(name)Plugin"].contains($0.name) })
        else { throw LivePluginError.noTarget(name, of: targets.filter { $0.kind == .generic }.map(\.name)) }

        let build = try packageManager.build(.target(target.name), parameters: .init(configuration: .debug))
        guard build.succeeded else { throw LivePluginError.build(target.name, log: build.logText) }

        let linked = Set(targets.filter { $0.kind == .executable }.flatMap(modules).map(\.moduleName))
        let runtime = modules(of: target).first { $0.moduleName == "HostRuntime" }.map(modules) ?? []
        let others = linked.union(runtime.map(\.moduleName))
        let own = modules(of: target).filter { !others.contains($0.moduleName) && $0.name != target.name } + [target]
        // The debug build is beside the folders of commands, of which this one's has two levels.
        let scratch = context.pluginWorkDirectoryURL.appendingPathComponent("../../..").standardizedFileURL
        let objects = try own.flatMap { try self.objects(of: $0, in: scratch.appendingPathComponent("debug")) }

        let folder = URL(
            fileURLWithPath: arguments.count == 2 ? arguments[1] : ".plugins",
            relativeTo: context.package.directoryURL
        )
        let library = folder.appendingPathComponent("lib\(target.moduleName).so")
        try link(objects, into: library, by: context.tool(named: "swiftc").url)
        print("live-plugin: \(library.path)")
        if linked.contains(target.moduleName) {
            Diagnostics.warning(
                "'\(target.name)' is linked into a program of this package too, which keeps that one "
                    + "until its line in Package.swift is moved from 'plugins' to 'livePlugins'"
            )
        }
        let strangers = targets.filter { other in other.kind == .generic && !own.contains { $0.name == other.name } }
        for module in own.dropLast()
        where strangers.contains(where: { $0.recursiveTargetDependencies.contains { $0.name == module.name } }) {
            Diagnostics.warning(
                "'\(module.name)' is in no program, so each library has types of its own, and one plugin doesn't find "
                    + "the other's service; add it to the program's dependencies in Package.swift"
            )
        }
    }

    /// Returns the modules whose code a target has, itself included.
    private func modules(of target: any Target) -> [any SourceModuleTarget] {
        (target.recursiveTargetDependencies + [target]).compactMap { $0 as? any SourceModuleTarget }
            .filter { [.generic, .executable].contains($0.kind) }
    }

    /// Returns the object files of a module's sources, without those of sources that are gone.
    private func objects(of module: any SourceModuleTarget, in products: URL) throws -> [String] {
        let folder = products.appendingPathComponent("\(module.name).build")
        let map = folder.appendingPathComponent("output-file-map.json")
        var objects: [String] = []
        if let data = try? Data(contentsOf: map) {
            let entries = try JSONDecoder().decode([String: [String: String]].self, from: data)
            objects = entries.values.compactMap { $0["object"] }.sorted()
        } else {
            // A module of C.
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            objects = files.filter { $0.hasSuffix(".o") }.map { folder.appendingPathComponent($0).path }
        }
        guard !objects.isEmpty else { throw LivePluginError.noObjects(module.name, folder) }
        return objects
    }

    /// Links a library, which appears at once and whole, under a name that a program doesn't take for one until then.
    private func link(_ objects: [String], into library: URL, by swiftc: URL) throws {
        let files = FileManager.default
        let folder = library.deletingLastPathComponent()
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let new = folder.appendingPathComponent(".\(UUID()).\(library.lastPathComponent).new")
        defer { try? files.removeItem(at: new) }
        let linker = Process()
        linker.executableURL = swiftc
        linker.arguments = ["-emit-library", "-g"] + objects + ["-o", new.path]
        try linker.run()
        linker.waitUntilExit()
        guard linker.terminationStatus == 0 else { throw LivePluginError.link(library.lastPathComponent) }
        // A program refuses a library that others can write.
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: new.path)
        guard rename(new.path, library.path) == 0 else { throw LivePluginError.write(library.path) }
    }
}
