import Foundation
import TestSupport
import Testing

/// What moves on the screen: the advertisement, the ball, panels and running work.
@Suite(.tags(.accessibility)) struct FlashTests {
    private static let step = 0.05

    /// The steps to something that moves, and for how many seconds it is watched.
    private static let scenes: [(steps: String, seconds: Double)] = [
        ("", 8), ("wait 1\nkey escape", 3), ("wait 1\nkey escape\nwait 1\nkey f2", 2),
        ("wait 1\nkey escape\nwait 1\nrun session.login phone=5550100 password=sesame\nkey o", 4),
        ("wait 1\nkey escape\nwait 1\npress 38 10", 2),
    ]

    /// Returns the light of each cell, from 0 to 1, at each moment.
    private func light(_ scene: (steps: String, seconds: Double), colors: String) throws -> [[Double]] {
        let folder = TemporaryFolder()
        let outcome = try Program.run(
            "--script",
            "-",
            "--size",
            "40x12",
            "--colors",
            colors,
            "--cast",
            folder.file("run.cast"),
            input: "\(scene.steps)\nwait \(scene.seconds)\nquit\n"
        )
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let cast = try Cast(#require(folder.text("run.cast")))
        var screen = TerminalScreen(TerminalTheme.usual[0], width: 40, height: 12)
        var rest = cast.output[...]
        return stride(from: cast.end - scene.seconds + Self.step, to: cast.end, by: Self.step).map { moment in
            while let next = rest.first, next.time <= moment { screen.receive(rest.removeFirst().text) }
            // A glyph covers about a third of its cell.
            return screen.cells.map {
                let ink = $0.character == " " ? $0.background : $0.foreground
                return (2 * TerminalTheme.light($0.background) + TerminalTheme.light(ink)) / 3
            }
        }
    }

    /// Returns the moments of opposing changes by at least a tenth, of which two are a flash.
    private func changes(_ light: [Double]) -> [Int] {
        var (low, high, isUp) = (light[0], light[0], nil as Bool?)
        var moments: [Int] = []
        for (moment, value) in light.enumerated() {
            (low, high) = (min(low, value), max(high, value))
            let isRise = isUp != true && value - low >= 0.1
            guard isRise || isUp != false && high - value >= 0.1 else { continue }
            moments.append(moment)
            (isUp, low, high) = (isRise, value, value)
        }
        return moments
    }

    @Test(arguments: scenes.indices, ["true", "16"])
    func `no cell flashes more than three times a second`(scene: Int, colors: String) throws {
        let light = try light(Self.scenes[scene], colors: colors)
        let second = Int(1 / Self.step)

        let worst =
            light[0].indices.map { cell in
                let moments = changes(light.map { $0[cell] })
                return moments.map { first in moments.count { $0 >= first && $0 < first + second } }.max() ?? 0
            }.max() ?? 0

        #expect(worst <= 6)
    }
}
