import HostRuntime

/// The commands of the inspector: one that opens and closes the panel, one for each page, and those of pages.
@MainActor enum InspectorCommands {
    /// Like the developer tools of browsers.
    static let key = KeyEvent(.function(12))

    static func all(_ panel: InspectorPanel) -> [Command] {
        func command(_ id: String, _ title: String, _ icon: String, _ body: @escaping @MainActor () -> Void) -> Command
        {
            Command(id: "inspector.\(id)", title: title, group: "Inspector", icon: icon, requiresScreen: true) { _ in
                body()
                return nil
            }
        }
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
        return [toggle]
            + PageKind.all.map { kind in
                command(kind.id, kind.summary, kind.icon) { [weak panel] in panel?.open(kind.id) }
            } + [
                command("pick", "Point at something", "◎") { [weak panel] in
                    (panel?.open("point") as? PointPage)?.pick()
                },
                NotificationLine.command(panel), StorePage.exportCommand(panel),
            ]
    }
}
