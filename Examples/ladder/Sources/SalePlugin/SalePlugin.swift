import FoundationEssentials
import HostRuntime

@section(".init_array") @used let load: LoadHook = { Sale.load() }

/// Counts the days to a sale: at the edge of advertisements, and for whoever asks.
@MainActor final class Sale: HostPlugin {
    nonisolated static let firstDay = Setting("first-day", default: "2026-12-24", help: "the first day of the sale")
    nonisolated static let manifest = PluginManifest(
        id: "sale",
        name: "Sale",
        version: "1.0.0",
        configuration: [ConfigurationSection("sale", settings: [firstDay])]
    )

    // The text on the advertisement that is shown; advertisements come and go.
    private weak var label: Label?

    func activate(_ context: PluginContext) throws {
        context.windows.offer(
            WindowOrnament("days to the sale", on: "splash-ad", at: .bottomLeft) { [weak self] in
                let label = Label(" \(try Sale.text(context)) ", style: Theme.button)
                self?.label = label
                return label
            }
        )
        try context.commands.offer(
            Command(id: "sale.days", title: "How long until the sale?", group: "Sale") { _ in try Sale.text(context) }
        )
        updateAtMidnight(context)
    }

    private func updateAtMidnight(_ context: PluginContext) {
        let secondsToday = Sale.localSeconds(context).truncatingRemainder(dividingBy: 86_400)
        context.time.schedule(after: .seconds(86_400 - secondsToday)) { [weak self] in
            if let text = try? Sale.text(context) { self?.label?.text = " \(text) " }
            self?.updateAtMidnight(context)
        }
    }

    private static func text(_ context: PluginContext) throws -> String {
        let text = context.settings[firstDay]
        guard case .day(let day)? = CivilMoment(text) else { throw NoDay(text: text) }
        let days = day - Int((localSeconds(context) / 86_400).rounded(.down))
        return days > 0 ? "\(days.of("day")) to the sale" : "The sale has begun"
    }

    /// The seconds since January 1, 1970, by the clock on the person's wall.
    private static func localSeconds(_ context: PluginContext) -> Double {
        let date = context.time.date
        return date.timeIntervalSince1970 + Double(context.time.timeZone.secondsFromGMT(for: date))
    }

    private struct NoDay: Error, CustomStringConvertible {
        let text: String
        var description: String { "'first-day' of the section 'sale' is a day such as 2026-12-24, not '\(text)'" }
    }
}
