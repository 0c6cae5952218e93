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
        let candidates = targets.filter { $0.kind == .generic }
        // The plugin 'Weather' may be beside a module 'Weather'.
        guard let target = ["\(name)Plugin", name].lazy.compactMap({ id in candidates.first { $0.name == id } }).first
        else { throw LivePluginError.noTarget(name, of: candidates.map(\.name)) }

        let build = try packageManager.build(.target(target.name), parameters: .init(configuration: .debug))
        guard build.succeeded else { throw LivePluginError.build(target.name, log: build.logText) }

        let programs = targets.filter { $0.kind == .executable }
        let linked = Set(programs.flatMap(modules).map(\.moduleName))
        let runtime = modules(of: target).first { $0.moduleName == "HostRuntime" }.map(modules) ?? []
        let others = linked.union(runtime.map(\.moduleName))
        let own = modules(of: target).filter { !others.contains($0.moduleName) && $0.name != target.name } + [target]
        // The debug build is beside the folders of commands, of which this one's has two levels.
        let scratch = context.pluginWorkDirectoryURL.appendingPathComponent("../../..").standardizedFileURL
        let products = scratch.appendingPathComponent("debug")
        let objects = try own.flatMap { try self.objects(of: $0, in: products) }
        if let place = try own.lazy.compactMap({ try hookInType(of: $0) }).first {
            throw LivePluginError.hookInType(place)
        }
        // The runtime has its stamp, which the program compares by itself.
        let left = Set(runtime.map(\.moduleName) + [target.moduleName])
        let shared = modules(of: target).filter { !left.contains($0.moduleName) }
        for program in context.package.products.compactMap({ $0 as? ExecutableProduct }) {
            guard let module = newerModule(of: shared, than: program, in: products) else { continue }
            throw LivePluginError.newerModule(module, program: program.name, plugin: name)
        }

        let folder = URL(
            fileURLWithPath: arguments.count == 2 ? arguments[1] : ".plugins",
            relativeTo: context.package.directoryURL
        )
        let library = folder.appendingPathComponent("lib\(target.moduleName).so")
        let running = RunningProgram.all(watching: folder)
        try link(objects + own.flatMap(libraries), into: library, by: context.tool(named: "swiftc").url)
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
        if running.isEmpty { print("No program runs with '--plugin-path \(folder.path)'.") }
        for program in running { print(try program.answer(about: library)) }
    }

    /// Returns the place of a load hook inside a type, which would call itself; nil if there is none.
    private func hookInType(of module: any SourceModuleTarget) throws -> String? {
        for file in module.sourceFiles(withSuffix: "swift") {
            let text = try String(contentsOf: file.url, encoding: .utf8)
            let hook = /(?m)^[^\/\n]*@section\("\.init_array"\)[^={]*\bstatic\s+let\s+load\b/
            guard let place = text.firstMatch(of: hook)?.range.lowerBound else { continue }
            return "\(file.url.path):\(text[..<place].count { $0.isNewline } + 1)"
        }
        return nil
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

    /// Returns the linker's flags for the system's libraries that a module uses.
    private func libraries(of module: any SourceModuleTarget) -> [String] {
        let system = module.recursiveTargetDependencies.compactMap { $0 as? SystemLibraryTarget }.flatMap(\.linkerFlags)
        switch module {
        case let module as SwiftSourceModuleTarget: return system + module.linkedLibraries.map { "-l\($0)" }
        case let module as ClangSourceModuleTarget: return system + module.linkedLibraries.map { "-l\($0)" }
        default: return system
        }
    }

    /// Returns the name of a module whose code has changed since a program that has it was linked.
    private func newerModule(
        of modules: [any SourceModuleTarget],
        than program: ExecutableProduct,
        in products: URL
    ) -> String? {
        guard let linked = modified(products.appendingPathComponent(program.name).path) else { return nil }
        let names = Set(program.targets.flatMap(self.modules).map(\.moduleName))
        return modules.first { module in
            guard names.contains(module.moduleName) else { return false }
            // One without code, such as a header's, has no objects.
            let objects = (try? objects(of: module, in: products)) ?? []
            return objects.compactMap(modified).contains { $0 > linked }
        }?.name
    }

    /// The date of a file's content; nil if there is none.
    private func modified(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    /// Links a library, which appears at once and whole, under a name that a program doesn't take for one until then.
    private func link(_ inputs: [String], into library: URL, by swiftc: URL) throws {
        let files = FileManager.default
        let folder = library.deletingLastPathComponent()
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        // One name, so that what a run that was ended has left is replaced.
        let new = folder.appendingPathComponent(".\(library.lastPathComponent).new")
        defer { try? files.removeItem(at: new) }
        let linker = Process()
        linker.executableURL = swiftc
        linker.arguments = ["-emit-library", "-g"] + inputs + ["-o", new.path]
        try linker.run()
        linker.waitUntilExit()
        guard linker.terminationStatus == 0 else { throw LivePluginError.link(library.lastPathComponent) }
        // A program refuses a library that others can write.
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: new.path)
        guard rename(new.path, library.path) == 0 else { throw LivePluginError.write(library.path) }
    }
}
