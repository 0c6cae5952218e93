import HostRuntime

/// The commands of the inspector: one that opens and closes the panel, and one for each page.
@MainActor enum InspectorCommands {
    /// Like the developer tools of browsers.
    static let key = KeyEvent(.function(12))

    static func all(_ panel: InspectorPanel) -> [Command] {
        let toggle = Command(
            id: "inspector.toggle",
            title: "Open or close the inspector",
            group: "Inspector",
            icon: "◎",
            key: key,
            hint: CommandHint(),
            isListed: false,
            requiresScreen: true
        ) { [weak panel] _ in
            panel?.toggle()
            return nil
        }
        return [toggle] + PageKind.all.flatMap { [command(for: $0, panel)] + $0.commands(panel) }
    }

    private static func command(for kind: PageKind, _ panel: InspectorPanel) -> Command {
        Command(
            id: "inspector.\(kind.id)",
            title: kind.summary,
            group: "Inspector",
            icon: kind.icon,
            requiresScreen: true
        ) { [weak panel] _ in
            panel?.open(kind.id)
            return nil
        }
    }
}
