/// Why an address is not opened.
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
            "'\(AddressError.shown(address))' is no place of the shop; "
                + "those are shop:product/ID and shop:page/\(AddressError.pages)."
        case .wrongHost(let address):
            "'\(AddressError.shown(address))' names no host; one is made of letters, digits, '-' and '.'."
        case .namesUser(let address):
            "'\(AddressError.shown(address))' names a user before its host, which hides where it leads."
        case .unprintable(let address):
            "'\(AddressError.shown(address))' is not opened: an address has no spaces and no control characters."
        case .tooLong(let count):
            "The address is \(count) bytes long; one has at most \(WebAddress.longest)."
        }
    }

    private static let pages = ShopModel.Page.allCases.map(\.rawValue).joined(separator: "|")

    /// The address in a message: short, and with nothing that a terminal obeys.
    private static func shown(_ address: String) -> String {
        let safe = address.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return safe.truncatedInTheMiddle(to: 48)
    }
}
