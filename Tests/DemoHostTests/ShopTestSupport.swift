import HostRuntime
import HostTestKit

@testable import demo_host

extension TestHost {
    /// Returns a launched host with the shop.
    static func shop(size: Size = Size(width: 80, height: 24)) async throws -> TestHost {
        let host = try TestHost(size: size, program: { try DemoHost(host: $0) })
        await host.launch()
        return host
    }

    /// The title of the key window.
    var keyWindow: String? { app.windows.keyWindow?.title }

    /// Returns the last cell at which a text begins in the frame; nil if it isn't there.
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

    /// Taps the cell at which a text begins; returns false if it isn't there.
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
