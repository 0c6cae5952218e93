import HostRuntime

/// The target of an address: a page on the web, or a place in the shop.
enum PageAddress: Hashable, Sendable {
    case web(WebAddress)
    /// `shop:product/<id>`: a product of the current shop.
    case product(String)
    /// `shop:page/<name>`: a page of the shop.
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

enum AddressError: Error, Hashable, Sendable {
    case otherScheme(String)
    case noPlace(String)
    case wrongHost(String)
    case namesUser(String)
    case unprintable(String)
    case tooLong(Int)
}

extension AddressError: CustomStringConvertible {
    var description: String {
        switch self {
        case .otherScheme(let address):
            "'\(AddressError.shown(address))' is not opened: only http, https and shop addresses are."
        case .noPlace(let address):
            "'\(AddressError.shown(address))' is not a place in the shop; "
                + "the places are shop:product/ID and shop:page/\(AddressError.pages)."
        case .wrongHost(let address):
            "'\(AddressError.shown(address))' names no host; a host has only letters, digits, '-' and '.'."
        case .namesUser(let address):
            "'\(AddressError.shown(address))' names a user before its host, which hides where it leads."
        case .unprintable(let address):
            "'\(AddressError.shown(address))' is not opened: an address has no spaces and no control characters."
        case .tooLong(let count):
            "The address is \(count) bytes long; the most is \(WebAddress.longest)."
        }
    }

    private static let pages = ShopModel.Page.allCases.map(\.rawValue).joined(separator: "|")

    /// Returns the address for a message: short, and without control characters.
    private static func shown(_ address: String) -> String {
        address.escapingControls.truncatedInTheMiddle(to: 48)
    }
}
