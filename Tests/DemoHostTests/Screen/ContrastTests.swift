import Foundation
import TestSupport
import Testing

/// The screens that `Scripts/update-documents … screens` draws too.
@Suite(.tags(.accessibility)) struct ContrastTests {
    private static let folder = Program.package.appendingPathComponent("Tests/DemoHostTests/Screens")

    private static let screens: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).map { $0.replacing(".script", with: "") }.sorted()
    }()

    private func picture(of screen: String, size: String, colors: String) throws -> String {
        let folder = try StoreFolder()
        let file = folder.path + "/screen.ansi"
        let steps = try String(contentsOf: Self.folder.appendingPathComponent("\(screen).script"), encoding: .utf8)
        let outcome = try Program.run(
            "--script",
            "-",
            "--size",
            size,
            "--colors",
            colors,
            input: "\(steps)\nsnapshot \(file)\nquit\n"
        )
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("never becomes idle"), "\(screen) at \(size)")
        return try String(contentsOfFile: file, encoding: .utf8)
    }

    /// Whether a cell is read: not a frame, and among 16 colors not a mark, which keeps its hue beside a word.
    private func isRead(_ cell: ShownCell, colors: String) -> Bool {
        !cell.isFrame && !(colors == "16" && cell.isMark)
    }

    @Test(arguments: screens, ["true", "256", "16", "none"])
    func `every word on every screen has a contrast of at least 4·5`(screen: String, colors: String) throws {
        for size in ["40x12", "80x24", "200x60"] {
            let picture = try picture(of: screen, size: size, colors: colors)
            // The Linux console has 16 colors.
            let hasShades = colors == "true" || colors == "256"
            for terminal in TerminalTheme.usual where !hasShades || terminal.kind != .console {
                let limit = colors == "none" ? min(4.5, terminal.ownContrast) : 4.5

                let faint = terminal.glyphs(of: picture).filter {
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
