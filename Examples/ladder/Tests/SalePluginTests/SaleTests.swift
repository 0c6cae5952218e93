import HostRuntime
import HostTestKit
import Testing

@testable import SalePlugin

@MainActor @Suite struct SaleTests {
    /// Posts what an advertisement does that appears in some rows of the screen.
    private func launched(rows: Range<Int>) async -> TestHost {
        let host = TestHost(plugins: [Sale.self])
        await host.launch()
        let values: [String: PlainValue] = [
            "x": 0, "y": .int(rows.lowerBound), "width": 80, "height": .int(rows.count), "level": 1001,
        ]
        host.app.bus.post(named: "splash.shown", values)
        await host.advance(by: .seconds(1))
        return host
    }

    @Test(arguments: [(0..<24, 0), (6..<24, 23)])
    func `the sign is in a corner of the advertisement, and goes with it`(rows: Range<Int>, row: Int) async {
        let host = await launched(rows: rows)
        let shown = host.frame.line(row)

        host.app.bus.post(named: "splash.ended")
        await host.advance(by: .seconds(1))

        #expect(shown.contains("Sale"))
        #expect(host.visibleWindows == ["page"])
    }

    @Test func `the sign is just above the advertisement, and leaves it the touches and the keyboard`() async {
        let host = await launched(rows: 0..<24)

        let sign = host.app.windows.visibleWindows.last

        #expect(sign?.level == .statusBar + 2)
        #expect(sign?.hitPolicy == HitPolicy.none)
        #expect(sign?.isKey == false)
    }

    @Test func `the sign stays in its corner at any size`() async {
        let host = await launched(rows: 6..<24)

        for size in [Size(width: 20, height: 5), Size(width: 100, height: 30)] {
            await host.resize(to: size)
            #expect(host.frame.line(size.height - 1).contains("Sale"))
        }
    }

    @Test func `the sign ends with its plugin`() async throws {
        let host = await launched(rows: 0..<24)

        try host.app.plugins.disable("sale")

        #expect(host.visibleWindows == ["page"])
    }
}
