import HostRuntime
import Testing

import struct Foundation.Date

@testable import FloatingAssistantPlugin

/// The ball on displays of every kind.
@MainActor @Suite struct BallPictureTests {
    /// Draws the ball on a page of one color.
    private func picture(
        _ depth: ColorDepth,
        isASCII: Bool,
        size: Size,
        ground: Color,
        sheet: Sheet? = nil
    ) async throws -> FrameSnapshot {
        let display = Display(DisplayTraits(size: size, colorDepth: depth, isASCII: isASCII))
        let time = ManualTime(date: Date(timeIntervalSinceReferenceDate: 0))
        let host = AppHost(
            HostSetup(
                name: "pictures",
                version: "1.0.0",
                display: display,
                time: time,
                plugins: [PluginRecord(FloatingAssistant.self)],
                configuration: HostConfiguration()
            )
        )
        host.store("floating-assistant").update { $0[Introduction.storeKey] = true }
        let page = View()
        page.background = Style(foreground: .white, background: ground)
        let window = host.makeWindow(title: "page", root: page)
        window.makeKeyAndVisible()
        if let sheet { host.present(sheet, level: .alert) }
        await HostDriver(host, time: time, display: display).launch()
        return withExtendedLifetime(window) { host.snapshot() }
    }

    private nonisolated static let kinds: [(ColorDepth, Bool)] = [
        (.trueColor, false), (.indexed256, false), (.ansi16, false), (.monochrome, false), (.monochrome, true),
        (.trueColor, true),
    ]

    @Test(arguments: BallPictureTests.kinds, [Color.black, .white, Theme.accent, Color(0x1B1E27)])
    func `the ball stands out from pages of any color, in any number of colors`(
        kind: (depth: ColorDepth, isASCII: Bool),
        ground: Color
    ) async throws {
        for size in [Size(width: 24, height: 8), Size(width: 10, height: 3), Size(width: 2, height: 2)] {
            let frame = try await picture(kind.depth, isASCII: kind.isASCII, size: size, ground: ground)
            // With 16 colors the face of a full ball is made of blocks.
            let blocks = kind.depth == .ansi16 && size.width == 24 ? ["▙"] : []
            let face = !blocks.isEmpty ? blocks : kind.isASCII ? ["o", "*"] : ["•"]
            let page = try #require(frame.cell(at: .zero)).style.background
            let cells = (0..<size.height).flatMap { y in
                (0..<size.width).compactMap { frame.cell(at: Point(x: $0, y: y)) }
            }
            let eye = try #require(cells.first { face.contains($0.character) })

            #expect(eye.style.foreground != eye.style.background)
            let isFlat = kind.depth == .monochrome || kind.depth == .ansi16 && ground == Theme.accent
            #expect((blocks.isEmpty ? eye.style.background : eye.style.foreground) != page || isFlat)
            #expect(eye.style.attributes.contains(.reverse) == blocks.isEmpty)
        }
    }

    @Test func `the full ball is round, with a face`() async throws {
        let frame = try await picture(.indexed256, isASCII: false, size: Size(width: 24, height: 8), ground: .black)

        #expect((3...5).map { frame.line($0).suffix(5) } == ["▄███▄", "█•‿•█", "▀███▀"])
    }

    @Test func `below a sheet, the ball is round in 16 colors too, and whole around its eyes`() async throws {
        let sheet = Sheet(title: "Tea", buttons: [Button("Close")])

        let size = Size(width: 60, height: 24)
        let frame = try await picture(.ansi16, isASCII: false, size: size, ground: .black, sheet: sheet)

        let rows = (0..<24).filter { frame.line($0).contains("▙█▟") }
        let row = try #require(rows.first)
        #expect((row - 1...row + 1).map { frame.line($0).suffix(5) } == ["▄███▄", "█▙█▟█", "▀███▀"])
    }

    @Test func `the full ball is round in ASCII too`() async throws {
        let frame = try await picture(.trueColor, isASCII: true, size: Size(width: 24, height: 8), ground: .black)

        #expect((3...5).map { frame.line($0).suffix(5) } == [".---.", "(o_o)", "'---'"])
    }
}
