import HostRuntime

/// A program with an empty page: everything else on the screen is a plugin's.
@main final class Almanac: HostApplication {
    static let name = "almanac"
    static let version = "1.0.0"
    private let window: Window

    init(host: AppHost) {
        let page = Label("Nothing yet   ctrl-c quit", style: Theme.quiet, alignment: .center)
        page.background = Theme.page
        window = host.makeWindow(title: "almanac", root: page)
        window.makeKeyAndVisible()
    }
}
