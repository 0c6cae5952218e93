import HostRuntime

// The choices of the commands' parameters, which the shop's own sheets show too.

extension ShopModel {
    var shopChoices: [CommandChoice] {
        shops.map {
            CommandChoice(
                value: $0.id,
                title: $0.name,
                detail: "\($0.city) · \($0.state)",
                tint: $0.tint,
                isCurrent: $0 == shop
            )
        }
    }

    var environmentChoices: [CommandChoice] {
        ShopEnvironment.allCases.map {
            CommandChoice(
                value: $0.rawValue,
                title: $0.rawValue,
                detail: $0.about,
                tint: $0.tint,
                isCurrent: $0 == environment
            )
        }
    }

    var productChoices: [CommandChoice] {
        products.map {
            CommandChoice(
                value: $0.id,
                title: $0.name,
                detail: $0.stock > 0 ? "\($0.price)" : "sold out",
                tint: $0.availability.tint
            )
        }
    }

    var orderChoices: [CommandChoice] {
        (session == nil ? [] : orders).map {
            let number = "\($0.number)"
            return CommandChoice(value: number, title: "#" + number, detail: "\($0.lines.total)", tint: $0.state.tint)
        }
    }
}

extension Shop {
    var tint: CommandChoice.Tint { isOpen ? .good : .caution }
}

extension ShopEnvironment {
    var tint: CommandChoice.Tint {
        switch self {
        case .development: .good
        case .staging: .caution
        case .production: .danger
        }
    }
}

extension Product.Availability {
    var tint: CommandChoice.Tint {
        switch self {
        case .inStock: .good
        case .few: .caution
        case .soldOut: .danger
        }
    }
}

extension Order.State {
    var tint: CommandChoice.Tint {
        switch self {
        case .new: .caution
        case .packed: .normal
        case .delivered: .good
        }
    }
}
