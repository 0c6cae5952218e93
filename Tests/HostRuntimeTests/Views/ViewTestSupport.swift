import HostTestKit

@testable import HostRuntime

extension TestHost {
    /// A host that has been launched with a view in its only window.
    static func showing(
        _ root: View,
        size: Size = Size(width: 20, height: 6),
        isASCII: Bool = false
    ) async -> TestHost {
        let host = TestHost(size: size, isASCII: isASCII) { host in
            let window = host.makeWindow(title: "page", root: root)
            window.makeKeyAndVisible()
            return window
        }
        await host.launch()
        return host
    }
}
