import FoundationEssentials
import HostRuntime

// Opening addresses, for callers that know the shop only by its commands.

extension ShopController {
    /// Shows a page for an address, in place of the last one, and returns when it is closed.
    ///
    /// The shop has no browser: the page says where the address leads, and leads back. The caller can
    /// then tell how long it is read. Cancelling the task closes the page; that is not an error.
    func open(_ address: String) async throws {
        closeVisit()
        let panel = AlertPanel(
            title: URL(string: address)?.host() ?? "Address",
            message: address,
            buttons: [Button("‹ Back")]
        )
        let page = present(panel, title: "landing page")
        visit = page
        do {
            try await page.closed.wait()
        } catch {
            page.sheet.close()
        }
        if visit === page { visit = nil }
    }

    func closeVisit() {
        visit?.sheet.close()
        visit = nil
    }
}
