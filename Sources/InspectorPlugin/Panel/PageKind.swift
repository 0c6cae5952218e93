import HostRuntime

/// An entry in the inspector's list of pages.
@MainActor struct PageKind {
    /// The name in commands: `inspector.windows`.
    let id: String

    /// The title on the page's tab.
    let title: String

    /// The icon of the page's command, a single grapheme.
    let icon: String

    /// The title of the page's command in a menu, such as `Show the windows`.
    let summary: String

    /// Makes the page; called each time it opens.
    let make: @MainActor (InspectorPanel) -> InspectorPage

    /// Makes the commands that belong to the page, beside the one that opens it.
    var commands: @MainActor (InspectorPanel) -> [Command] = { _ in [] }

    /// The pages, in the order of their tabs.
    static let all: [PageKind] = [
        .windows, .views, .point, .input, .plugins, .bus, .topics, .commands, .services, .scenarios, .store,
        .configuration, .log, .frames,
    ]
}
