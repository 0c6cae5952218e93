import Foundation
import HostRuntime
import Testing

/// The scripts in Examples, which do what their comments say.
@Suite struct ExampleScriptTests {
    private static let attached = Set(PluginRecord.loaded.map { $0.type.manifest.id })

    @Test(.enabled(if: attached.contains("splash-ad")))
    func `of 25 returns in a day 20 show an advertisement, and the other five say why not`() throws {
        let script = Program.package.appendingPathComponent("Examples/a-day.txt").path

        let outcome = try Program.run("--script", script, "--now", "2026-11-21T23:00:00Z")

        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let day = lines.prefix { !$0.hasSuffix("> advance-date -1") }
        #expect(day.count { $0.hasSuffix("> foreground") || $0.hasSuffix("> unlock") } == 25)
        // With the one of the launch, on the evening before.
        #expect(day.count { $0.contains("ended: 'built-in' finished after 5.0 s") } == 21)
        let mark = "info  splash-ad  no advertisement: "
        let reasons = day.compactMap { line in line.range(of: mark).map { String(line[$0.upperBound...]) } }
        #expect(
            reasons == [
                "the screen was locked, the user did not leave", "away for 10.0 s; more than 10.0 s needed",
            ] + [String](repeating: "shown 20 of 20 times on 2026-11-22", count: 3)
        )
    }

    @Test(.enabled(if: attached.contains("splash-ad")))
    func `midnight begins a new count; a clock set back and a journey grant none`() throws {
        let script = Program.package.appendingPathComponent("Examples/a-day.txt").path

        let outcome = try Program.run("--script", script, "--now", "2026-11-21T23:00:00Z")

        let lines = outcome.output.split(separator: "\n").map(String.init)
        let after = lines.drop { !$0.hasSuffix("> advance-date -1") }
        func decision(after step: String) -> String? {
            let rest = after.drop { !$0.hasSuffix(step) }
            let end = rest.first { $0.contains("splash.ended") || $0.contains("no advertisement") }
            return end.map { String($0.drop { $0 != "]" }.dropFirst(2)) }
        }
        #expect(
            decision(after: "> advance-date -1")?.hasSuffix("shown 20 of 20 times on 2026-11-22") == true
        )
        #expect(
            decision(after: "> advance-date 1")?.hasSuffix("shown 20 of 20 times on 2026-11-22") == true
        )
        let counts = after.compactMap { line in
            line.range(of: "executed today: ").map { line[$0.upperBound...] }
        }.suffix(3)
        // Kiritimati is a day ahead; Los Angeles is back in the day before, which starts no new count.
        #expect(counts == ["0 of 20 (2026-11-23)", "1 of 20 (2026-11-23)", "0 of 20 (2026-11-24)"])
    }
}
