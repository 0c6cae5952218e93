import HostRuntime

// What addresses lead to, for parties that know the shop only by its commands.

extension ShopController {
    /// Opens what an address leads to, in place of what the last one opened, and returns when that is closed.
    ///
    /// Whoever opened it knows by that how long it is read. One of the shop's
    /// own pages is never closed, so there it returns at once. A task that is
    /// cancelled closes what it opened; that is an end like others, and no error.
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
            dialog = present(LandingPanel(address), title: "landing page", level: .normal)
        }
        visit = dialog
        do {
            try await dialog.closed.wait()
        } catch {
            close(dialog)
        }
        if visit === dialog { visit = nil }
    }

    /// Closes what an address has opened.
    func closeVisit() {
        if let visit { close(visit) }
        visit = nil
    }
}
