import HostRuntime
import HostTestKit

@testable import demo_host

extension TestHost {
    /// A host that runs the shop, launched.
    static func shop(size: Size = Size(width: 80, height: 24)) async throws -> TestHost {
        let host = try TestHost(size: size, program: { try DemoHost(host: $0) })
        await host.launch()
        return host
    }

    /// The window that keys go to.
    var keyWindow: String? { app.windows.keyWindow?.title }

    /// The cell where a text begins in the frame, the last such cell; nil where it is not seen.
    func cell(of text: String) -> Point? {
        for y in (0..<frame.size.height).reversed() {
            let line = Array(frame.line(y))
            let wanted = Array(text)
            guard line.count >= wanted.count else { continue }
            for x in 0...(line.count - wanted.count) where Array(line[x..<x + wanted.count]) == wanted {
                return Point(x: x, y: y)
            }
        }
        return nil
    }

    /// Taps where a text begins; returns false where it is not seen.
    func tap(_ text: String) async -> Bool {
        guard let cell = cell(of: text) else { return false }
        await tap(cell.x, cell.y)
        return true
    }

    func goToProduction() async throws {
        try await run("environment.switch", ["environment": "production"])
        for key in ["right", "enter"] { await self.key(key) }
    }

    func logIn() async throws {
        try await run("session.login", ["phone": "912345678", "password": "sesame"])
    }
}
