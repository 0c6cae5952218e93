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
        let products = try productsFolder(context)
        let objects = try modules(of: target)
            .filter { $0.name == target.name || !others.contains($0.moduleName) }
            .flatMap { try self.objects(of: $0, in: products) }

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
    }

    /// Returns the modules with code that a target consists of, itself included.
    private func modules(of target: any Target) -> [any SourceModuleTarget] {
        (target.recursiveTargetDependencies + [target]).compactMap { $0 as? any SourceModuleTarget }
    }

    /// The folder of the debug build, beside that of the command's own files.
    private func productsFolder(_ context: PluginContext) throws -> URL {
        var folder = context.pluginWorkDirectoryURL
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let products = folder.appendingPathComponent("debug")
            if FileManager.default.fileExists(atPath: products.path) { return products }
        }
        throw LivePluginError.noBuild(context.pluginWorkDirectoryURL)
    }

    /// Returns the object files of a module's sources, without those of sources that are gone.
    private func objects(of module: any SourceModuleTarget, in products: URL) throws -> [String] {
        let folder = products.appendingPathComponent("\(module.name).build")
        let map = folder.appendingPathComponent("output-file-map.json")
        guard let data = try? Data(contentsOf: map) else {
            // A module of C.
            let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return files.filter { $0.hasSuffix(".o") }.map { folder.appendingPathComponent($0).path }
        }
        let entries = try JSONDecoder().decode([String: [String: String]].self, from: data)
        return entries.values.compactMap { $0["object"] }.sorted()
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
