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

    private static let sizes = [
        Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60),
    ]

    /// Returns what a run sends until a screen is there in the first size, and then for each of the other sizes.
    private func output(of screen: String, colors: String) throws -> [String] {
        let folder = TemporaryFolder()
        let steps = try String(contentsOf: Self.folder.appendingPathComponent("\(screen).script"), encoding: .utf8)
        let resizes = Self.sizes.dropFirst().map { "resize \($0.width) \($0.height)\nwait 0.1\n" }.joined()
        // Without animations the frames on the way are few.
        let outcome = try Program.run(
            "--script",
            "-",
            "--reduce-motion",
            "--size",
            "\(Self.sizes[0])",
            "--colors",
            colors,
            "--cast",
            folder.file("run.cast"),
            input: "\(steps)\n\(resizes)quit\n"
        )
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("never becomes idle"), "\(screen)")
        return try Cast(#require(folder.text("run.cast"))).outputBySize
    }

    /// Whether a cell is read: not a frame, and among 16 colors not a mark, which keeps its hue beside a word.
    private func isRead(_ cell: ShownCell, colors: String) -> Bool {
        !cell.isFrame && !(colors == "16" && cell.isMark)
    }

    @Test(arguments: screens, ["true", "256", "16", "none"])
    func `every word on every screen has a contrast of at least 4·5`(screen: String, colors: String) throws {
        let outputs = try output(of: screen, colors: colors)
        try #require(outputs.count == Self.sizes.count)
        for (size, output) in zip(Self.sizes, outputs) {
            // The Linux console has 16 colors.
            let hasShades = colors == "true" || colors == "256"
            for terminal in TerminalTheme.usual where !hasShades || terminal.kind != .console {
                let limit = colors == "none" ? min(4.5, terminal.ownContrast) : 4.5
                var picture = TerminalScreen(terminal, width: size.width, height: size.height)
                picture.receive(output)
                #expect(!picture.glyphs.isEmpty)
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
