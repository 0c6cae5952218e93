import Foundation
import PackagePlugin

/// The names that a package uses already.
struct PackageNames {
    /// The targets, and the folders of `Sources` and `Tests`.
    var modules: Set<String> = []

    /// The ids of the plugins.
    var ids: Set<String> = []

    /// The public types of the runtime, which a plugin's type would hide from its own file.
    var runtimeTypes: Set<String> = []

    /// The folders of the modules whose types a plugin sees.
    private static let runtime = ["HostBase/", "MessageBus/", "Scenarios/", "HostRuntime/"]

    /// Reads the names of a package.
    init(of package: Package, in folder: URL) throws {
        modules = Set(package.targets.map(\.name))
        let files = FileManager.default
        for place in ["Sources", "Tests"] {
            let place = folder.appendingPathComponent(place).path
            modules.formUnion((try? files.contentsOfDirectory(atPath: place)) ?? [])
            for path in files.enumerator(atPath: place)?.compactMap({ $0 as? String }) ?? [] {
                guard path.hasSuffix(".swift"), place.hasSuffix("Sources") else { continue }
                // Such as the mark that an editor leaves beside a file that isn't saved.
                guard !(path as NSString).lastPathComponent.hasPrefix(".") else { continue }
                let text = try String(contentsOfFile: "\(place)/\(path)", encoding: .utf8)
                ids.formUnion(PackageNames.ids(in: text))
                if PackageNames.runtime.contains(where: path.hasPrefix) {
                    runtimeTypes.formUnion(PackageNames.publicTypes(in: text))
                }
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

    private static func ids(in source: String) -> [String] {
        source.matches(of: /PluginManifest\(\s*id:\s*"([^"]*)"/).map { String($0.1) }
    }

    private static func publicTypes(in source: String) -> [String] {
        source.matches(of: /(?:public|open) (?:final )?(?:class|struct|enum|actor|protocol|typealias) (\w+)/)
            .map { String($0.1) }
    }
}
