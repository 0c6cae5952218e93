import HostRuntime

/// An entry in the inspector's list of pages.
@MainActor struct PageKind {
    /// The name in commands: `inspector.windows`.
    let id: String

    /// The title on the page's tab.
    let title: String

    /// The icon of the page's command, a single grapheme.
    let icon: String

    /// The title of the page's command in a menu.
    let summary: String

    /// Makes the page; called each time it opens.
    let make: @MainActor (InspectorPanel) -> InspectorPage

    private init(
        _ id: String,
        _ title: String,
        _ icon: String,
        _ summary: String,
        make: @escaping @MainActor (InspectorPanel) -> InspectorPage
    ) {
        (self.id, self.title, self.icon, self.summary, self.make) = (id, title, icon, summary, make)
    }

    /// The pages, in the order of their tabs.
    static let all: [PageKind] = [
        PageKind("windows", "Windows", "▣", "Inspect the windows") { WindowsPage($0) },
        PageKind("views", "Views", "⋔", "Inspect the tree of views") { ViewsPage($0) },
        PageKind("point", "Point", "┼", "Inspect a point of the screen") { PointPage($0) },
        PageKind("input", "Input", "⇢", "Inspect who takes keys and touches") { InputPage($0) },
        PageKind("plugins", "Plugins", "⚙", "Inspect the plugins") { PluginsPage($0) },
        PageKind("bus", "Bus", "✉", "Follow the messages on the bus") { BusPage($0) },
        PageKind("topics", "Topics", "☰", "Inspect who observes what") { TopicsPage($0) },
        PageKind("commands", "Commands", "⌘", "Inspect the commands and keys") { CommandsPage($0) },
        PageKind("services", "Services", "⇄", "Inspect the services") { ServicesPage($0) },
        PageKind("scenarios", "Scenarios", "?", "Ask why something did or didn't happen") { ScenariosPage($0) },
        PageKind("store", "Store", "▤", "Inspect what is stored") { StorePage($0) },
        PageKind("settings", "Settings", "≡", "Inspect the settings") { SettingsPage($0) },
        PageKind("log", "Log", "≣", "Follow the log") { LogPage($0) },
        PageKind("stalls", "Stalls", "◷", "See what has held the program up") { StallsPage($0) },
        PageKind("network", "Network", "⇅", "Inspect what is fetched") { NetworkPage($0) },
    ]
}
