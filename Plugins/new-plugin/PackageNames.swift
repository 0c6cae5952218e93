import Foundation
import PackagePlugin

/// The names that a package and those that it depends on use already.
struct PackageNames {
    /// The targets, and the package's own folders in `Sources` and `Tests`.
    var modules: Set<String> = []

    /// The ids of the plugins.
    var ids: Set<String> = []

    /// The names of the package's programs, with which the ids of their commands begin, and those of the runtime itself.
    var programs: Set<String> = ["host", "scenarios"]

    /// The public types of the runtime, which a plugin's type would hide from its own file.
    var runtimeTypes: Set<String> = []

    /// Reads the names of a package and of its dependencies.
    init(of package: Package) throws {
        let own = ["Sources", "Tests"].map { package.directoryURL.appendingPathComponent($0) }
        for folder in own {
            modules.formUnion((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        }
        // With the plugins in its folder that aren't attached. Tests of plugins may have ids of their own.
        ids = try PackageNames.ids(in: own[0])
        let packages = PackageNames.packages(from: package)
        for other in packages {
            let targets = other.targets.filter { other.id == package.id || !PackageNames.isTest($0) }
            modules.formUnion(targets.map(\.name))
            for target in targets where other.id != package.id {
                ids.formUnion(try PackageNames.ids(in: target.directoryURL))
            }
        }
        let executables = package.targets.filter { ($0 as? any SourceModuleTarget)?.kind == .executable }
        programs.formUnion(executables.map(\.name))
        let runtime = packages.flatMap(\.targets).first { $0.name == "HostRuntime" }
        for target in runtime.map({ $0.recursiveTargetDependencies + [$0] }) ?? [] {
            for source in try PackageNames.sources(in: target.directoryURL) {
                runtimeTypes.formUnion(PackageNames.publicTypes(in: source))
            }
        }
    }

    /// Throws if a plugin can't have a name beside what there is.
    func check(_ name: PluginName) throws {
        func taken(_ reason: String) -> NewPluginError { .taken(name, reason: reason) }
        // A file system may not tell large letters from small ones.
        let folders = [name.target, "\(name.target)Tests"].map { $0.lowercased() }
        if let module = modules.sorted().first(where: { folders.contains($0.lowercased()) }) {
            throw taken("there is a target or a folder '\(module)'")
        }
        if ids.contains(name.id) { throw taken("its id would be '\(name.id)', which another plugin has") }
        if let type = [name.type, name.target].first(where: runtimeTypes.contains) {
            throw taken("HostRuntime has a type '\(type)'")
        }
        if PluginTemplate.words.contains(name.type) || PackageNames.swiftTypes.contains(name.type) {
            throw taken("a plugin's code uses '\(name.type)' for something else")
        }
    }

    /// Names of Swift and Foundation that a plugin is likely to use.
    private static let swiftTypes: Set<String> = [
        "Any", "Array", "Bool", "Character", "Clock", "Codable", "Data", "Date", "Dictionary", "Double", "Error",
        "Float", "Foundation", "Hashable", "Int", "Never", "Observation", "Optional", "Protocol", "Result", "Self",
        "Sendable", "Set", "String", "Substring", "Swift", "Task", "Type", "URL", "Void",
    ]

    /// Returns a package and all that it depends on.
    private static func packages(from package: Package) -> [Package] {
        var found = [package]
        var index = 0
        while index < found.count {
            for other in found[index].dependencies.map(\.package) where !found.contains(where: { $0.id == other.id }) {
                found.append(other)
            }
            index += 1
        }
        return found
    }

    private static func isTest(_ target: any Target) -> Bool {
        (target as? any SourceModuleTarget)?.kind == .test
    }

    /// Returns the texts of the Swift files in a folder.
    private static func sources(in folder: URL) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        // Without such as the mark that an editor leaves beside a file that isn't saved.
        let files = paths.filter { $0.hasSuffix(".swift") && !($0 as NSString).lastPathComponent.hasPrefix(".") }
        return try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }

    private static func ids(in folder: URL) throws -> Set<String> {
        let pattern = /PluginManifest\(\s*id:\s*"([^"]*)"/
        return Set(try sources(in: folder).flatMap { $0.matches(of: pattern).map { String($0.1) } })
    }

    private static func publicTypes(in source: String) -> [String] {
        source.matches(of: /(?:public|open) (?:final )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/)
            .map { String($0.1) }
    }
}
