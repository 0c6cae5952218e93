import HostRuntime

/// A program with an empty page: everything else on the screen is a plugin's.
@main final class Ladder: HostApplication {
    static let name = "ladder"
    static let version = "1.0.0"
    private let window: Window

    init(host: AppHost) {
        let page = Label("f2 tools   ctrl-c quit", style: Theme.quiet, alignment: .center)
        page.background = Theme.page
        window = host.makeWindow(title: "ladder", root: page)
        window.makeKeyAndVisible()
    }
}
