import HostRuntime

/// A service that is provided, or that a plugin requires or announces.
struct ServiceItem: Hashable, Sendable {
    let name: String

    /// The provider; nil while there is none.
    let provider: ServiceReport?

    /// The plugins whose manifests announce the service.
    let announcedBy: [String]

    /// The plugins whose manifests require the service.
    let requiredBy: [String]

    /// Combines the services that are provided with those in manifests.
    static func all(_ services: [ServiceReport], _ plugins: [PluginManifest]) -> [ServiceItem] {
        let provided = Dictionary(services.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(services.map(\.name)).union(plugins.flatMap { $0.requires + $0.provides })
        return names.sorted().map { name in
            ServiceItem(
                name: name,
                provider: provided[name],
                announcedBy: plugins.filter { $0.provides.contains(name) }.map(\.id),
                requiredBy: plugins.filter { $0.requires.contains(name) }.map(\.id)
            )
        }
    }

    /// Whether a plugin requires the service and no plugin provides it.
    var isMissing: Bool { provider == nil && !requiredBy.isEmpty }
}

/// The services with their providers, and the plugins that require them.
final class ServicesPage: TablePage<ServiceItem> {
    override var columns: [TableColumn] {
        [
            .growing("SERVICE", least: 16),
            .growing("PROVIDER", least: 12),
            .growing("REQUIRED BY", least: 12, priority: 1),
            .growing("TYPE", least: 16, priority: 2),
        ]
    }

    override func open() {
        super.open()
        observe(ServiceDidChange.self) { [weak self] _ in self?.setNeedsReload() }
        observe(PluginStateDidChange.self) { [weak self] _ in self?.setNeedsReload() }
    }

    override func fetch() -> [ServiceItem] {
        ServiceItem.all(context.inspection.services, context.inspection.plugins.map(\.manifest))
    }

    override func id(of service: ServiceItem) -> AnyHashable { service.name }

    override func cells(of service: ServiceItem) -> [TableCell] {
        [
            TableCell(service.name),
            service.provider.map { TableCell("\($0.owner)", Theme.good) }
                ?? TableCell("none", service.isMissing ? Theme.danger : Theme.quiet.foreground),
            TableCell(service.requiredBy.joined(separator: " ")),
            .quiet(service.provider?.typeName ?? ""),
        ]
    }

    override func details(of service: ServiceItem) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [.heading(service.name)]
        if let provider = service.provider {
            lines += [.field("provider", "\(provider.owner)"), .field("type", provider.typeName)]
        } else {
            let text =
                service.announcedBy.isEmpty
                ? "No plugin provides it, and no plugin's manifest announces it."
                : "No plugin provides it: \(service.announcedBy.joined(separator: ", ")) announces it and doesn't run."
            lines.append(.text(text, service.isMissing ? Theme.danger : nil))
        }
        if !service.requiredBy.isEmpty {
            lines.append(.field("required by", service.requiredBy.joined(separator: ", ")))
        }
        return lines
    }

    override var actions: [PageAction] { tableActions }

    override var emptyText: String {
        "There are no services. A plugin provides one with context.services.provide(_:for:)."
    }

    override var summary: String {
        let missing = allItems.count(where: \.isMissing)
        return count(of: "service") + (missing > 0 ? ", \(missing) missing" : "")
    }
}
