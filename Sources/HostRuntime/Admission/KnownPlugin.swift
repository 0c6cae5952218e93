/// A plugin's description from the last run in which its manifest was read.
///
/// It tells which plugin a record or a library is, so that the code of one that
/// may not run isn't called to find out.
struct KnownPlugin: Hashable, Sendable {
    let manifest: PluginManifest

    /// The path of the library; nil for a plugin that is linked.
    let library: String?

    init(_ manifest: PluginManifest, library: String?) {
        self.manifest = manifest
        self.library = library
    }

    /// Reads what `stored` has written; nil for any other value.
    init?(stored value: PlainValue) {
        guard let id = value["id"]?.stringValue, let name = value["name"]?.stringValue,
            let version = value["version"]?.stringValue
        else { return nil }
        func list(_ key: String) -> [String] { value[key]?.texts ?? [] }
        manifest = PluginManifest(
            id: id,
            name: name,
            version: version,
            summary: value["summary"]?.stringValue ?? "",
            requires: list("requires"),
            provides: list("provides"),
            after: list("after")
        )
        library = value["library"]?.stringValue
    }

    var stored: PlainValue {
        var values: [String: PlainValue] = [
            "id": .string(manifest.id), "name": .string(manifest.name), "version": .string(manifest.version),
        ]
        if !manifest.summary.isEmpty { values["summary"] = .string(manifest.summary) }
        let lists = ["requires": manifest.requires, "provides": manifest.provides, "after": manifest.after]
        for (key, list) in lists where !list.isEmpty {
            values[key] = .array(list.map { .string($0) })
        }
        if let library { values["library"] = .string(library) }
        return .dictionary(values)
    }
}
