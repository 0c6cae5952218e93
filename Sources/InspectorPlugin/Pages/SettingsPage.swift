import HostRuntime

/// The settings of the configuration, with the source of each value and its readers.
final class SettingsPage: TablePage<ConfigurationReport> {
    override var columns: [TableColumn] {
        [
            .growing("SECTION", least: 12),
            .growing("SETTING", least: 16),
            .growing("VALUE", least: 10),
            .growing("FROM", least: 10, priority: 1),
            .growing("READ BY", least: 10, priority: 2),
        ]
    }

    override func open() {
        super.open()
        // A plugin that comes later declares its settings.
        observe(PluginStateDidChange.self) { [weak self] _ in self?.setNeedsReload() }
    }

    override func fetch() -> [ConfigurationReport] { context.inspection.configuration }

    override func id(of setting: ConfigurationReport) -> AnyHashable { [setting.section, setting.name] }

    override func cells(of setting: ConfigurationReport) -> [TableCell] {
        let isDefault = setting.source == .none
        return [
            .quiet(setting.section),
            TableCell(setting.name, isBold: !isDefault),
            setting.value.map { TableCell("\($0)", isDefault ? Theme.quiet.foreground : nil) } ?? .quiet("-"),
            setting.value == nil
                ? .quiet("-") : TableCell("\(setting.source)", isDefault ? Theme.quiet.foreground : Theme.accent),
            setting.readers.isEmpty
                ? TableCell("nothing", Theme.danger)
                : TableCell(setting.readers.map { "\($0)" }.joined(separator: " ")),
        ]
    }

    override func details(of setting: ConfigurationReport) -> [DetailView.Line] {
        var lines: [DetailView.Line] = [.heading("\(setting.section).\(setting.name)")]
        if !setting.help.isEmpty { lines.append(.field("meaning", setting.help)) }
        if !setting.rule.isEmpty { lines.append(.field("takes", setting.rule)) }
        if let value = setting.value {
            lines.append(.field("value", "\(value)"))
            lines.append(.field("from", setting.source.inWords))
        } else {
            lines.append(.text("It isn't set, and its reader doesn't declare a default."))
        }
        if setting.readers.isEmpty {
            lines.append(.text("Nothing reads this setting: its name is most likely misspelled.", Theme.danger))
        } else {
            lines.append(.field("read by", setting.readers.map { "\($0)" }.joined(separator: ", ")))
        }
        lines.append(
            .text("To try another value: --set \(setting.section).\(setting.name)=VALUE", Theme.quiet.foreground)
        )
        return lines
    }

    override var actions: [PageAction] { tableActions }

    override var emptyText: String {
        "Nothing is set, and no plugin declares a setting. Set one with --config FILE or --set SECTION.NAME=VALUE."
    }

    override var summary: String {
        let set = allItems.count { $0.source != .none }
        let unread = allItems.count(where: \.readers.isEmpty)
        return "\(count(of: "setting")), \(set) set" + (unread > 0 ? ", \(unread) that nothing reads" : "")
    }
}

extension ConfigurationSource {
    /// The source in words.
    fileprivate var inWords: String {
        switch self {
        case .none: "its default: it isn't set"
        case .file(let path): "the configuration file \(path)"
        case .option(let name): "the option \(name) of the command line"
        case .program: "the program"
        }
    }
}
