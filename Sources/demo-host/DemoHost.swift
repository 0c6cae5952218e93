import HostRuntime

@main final class DemoHost: HostApplication {
    static let name = "demo-host"
    static let version = "0.1.0"

    private let window: Window

    init(host: Host) throws {
        let page = View()
        page.background = Theme.page
        page.addSubview(Label("Corner Shop", style: Theme.title, frame: Rect(x: 2, y: 1, width: 40, height: 1)))
        let button = Button("Press me") {}
        button.frame = Rect(x: 2, y: 3, width: 12, height: 1)
        page.addSubview(button)
        window = host.makeWindow(title: "shop", root: page)
        window.makeKeyAndVisible()
    }
}
