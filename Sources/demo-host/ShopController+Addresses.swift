import HostRuntime

// Opening addresses, for callers that know the shop only by its commands.

extension ShopController {
    /// Opens the target of an address, in place of the last one, and returns when it is closed.
    ///
    /// The caller can then tell how long the page is read. A page of the shop is never
    /// closed, so its address returns at once. Cancelling the task closes the
    /// target; that is not an error.
    func open(_ address: PageAddress) async throws {
        let dialog: Dialog
        switch address {
        case .page(let page):
            closeVisit()
            change { $0.open(page) }
            return
        case .product(let id):
            let product = try model.product(id)
            closeVisit()
            dialog = showProduct(product)
        case .web(let address):
            closeVisit()
            dialog = present(LandingPanel(address), title: "landing page")
        }
        visit = dialog
        do {
            try await dialog.closed.wait()
        } catch {
            dialog.sheet.close()
        }
        if visit === dialog { visit = nil }
    }

    func closeVisit() {
        visit?.sheet.close()
        visit = nil
    }
}
