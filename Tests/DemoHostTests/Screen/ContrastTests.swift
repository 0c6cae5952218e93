import Foundation
import HostRuntime
import TestSupport
import Testing

/// The screens that `Scripts/update-documents … screens` draws too.
@Suite(.tags(.accessibility)) struct ContrastTests {
    private static let folder = Program.package.appendingPathComponent("Tests/DemoHostTests/Screens")

    private static let screens: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).map { $0.replacing(".script", with: "") }.sorted()
    }()

    /// Returns what a run sends to the terminal until a screen is there.
    private func output(of screen: String, size: Size, colors: String) throws -> String {
        let folder = TemporaryFolder()
        let steps = try String(contentsOf: Self.folder.appendingPathComponent("\(screen).script"), encoding: .utf8)
        // Without animations the frames on the way are few.
        let outcome = try Program.run(
            "--script",
            "-",
            "--reduce-motion",
            "--size",
            "\(size)",
            "--colors",
            colors,
            "--cast",
            folder.file("run.cast"),
            input: "\(steps)\nquit\n"
        )
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("never becomes idle"), "\(screen) at \(size)")
        return try Cast(#require(folder.text("run.cast"))).output.map(\.text).joined()
    }

    /// Whether a cell is read: not a frame, and among 16 colors not a mark, which keeps its hue beside a word.
    private func isRead(_ cell: ShownCell, colors: String) -> Bool {
        !cell.isFrame && !(colors == "16" && cell.isMark)
    }

    @Test(arguments: screens, ["true", "256", "16", "none"])
    func `every word on every screen has a contrast of at least 4·5`(screen: String, colors: String) throws {
        for size in [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)] {
            let output = try output(of: screen, size: size, colors: colors)
            // The Linux console has 16 colors.
            let hasShades = colors == "true" || colors == "256"
            for terminal in TerminalTheme.usual where !hasShades || terminal.kind != .console {
                let limit = colors == "none" ? min(4.5, terminal.ownContrast) : 4.5
                var picture = TerminalScreen(terminal, width: size.width, height: size.height)
                picture.receive(output)
                let faint = picture.glyphs.filter {
                    isRead($0, colors: colors) && $0.contrast < limit - 0.001
                }

                #expect(faint.map { "\($0.character) \($0.contrast)" } == [], "\(size) on \(terminal)")
            }
        }
    }

    @Test func `there are screens`() {
        #expect(Self.screens.count > 10)
    }
}
