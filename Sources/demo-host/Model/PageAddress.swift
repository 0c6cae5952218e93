/// What an address leads to: a page of the web, or a place of the shop's own.
enum PageAddress: Hashable, Sendable {
    case web(WebAddress)
    /// `shop:product/<id>`: a product of the shop that one is in.
    case product(String)
    /// `shop:page/<name>`: one of the shop's pages.
    case page(ShopModel.Page)

    /// Reads an address; throws the first rule that is broken.
    init(_ address: String) throws(AddressError) {
        let scheme = "shop:"
        guard address.lowercased().hasPrefix(scheme) else {
            self = .web(try WebAddress(address))
            return
        }
        let parts = address.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "product", !parts[1].isEmpty {
            self = .product(String(parts[1]))
        } else if parts.count == 2, parts[0] == "page", let page = ShopModel.Page(rawValue: String(parts[1])) {
            self = .page(page)
        } else {
            throw .noPlace(address)
        }
    }
}
