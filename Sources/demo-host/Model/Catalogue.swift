enum Catalogue {
    static let shops = [
        Shop(id: "corner", name: "Corner Shop", city: "Lisbon", isOpen: true, motto: "Everything, since 1974."),
        Shop(id: "harbour", name: "Harbour Books", city: "Porto", isOpen: true, motto: "Read by the water."),
        Shop(id: "fern", name: "Fern & Clay", city: "Faro", isOpen: true, motto: "Pots, plants and patience."),
        Shop(id: "night", name: "Night Bakery", city: "Coimbra", isOpen: false, motto: "Warm from ten in the evening."),
    ]

    static func products(of shop: String) -> [Product] {
        switch shop {
        case "corner":
            [
                product("loaf", "Sourdough loaf", 450, 24, "Two days in the making, gone by noon."),
                product("oil", "Olive oil, 0.5 l", 1190, 12, "Early harvest from Alentejo, green and peppery."),
                product("sardines", "Sardines in tomato", 320, 60, "Six to a tin, with the tin worth keeping."),
                product("cheese", "Azores cheese, 200 g", 680, 5, "Cow's milk, seven months old, sharp."),
                product("honey", "Lavender honey", 840, 9, "Raw, from hives above the river."),
                product("coffee", "House coffee, 250 g", 790, 31, "Roasted on Mondays. Chocolate and plum."),
                product("tea", "Green tea, Gorreana", 390, 18, "From the oldest tea garden in Europe."),
                product("salt", "Sea salt flakes", 290, 44, "Raked by hand when the wind is right."),
                product("jam", "Fig and walnut jam", 520, 3, "Grandmother's, and she is still asked."),
                product("wine", "Vinho verde", 650, 20, "Light, cold, and a little bit alive."),
                product("soap", "Almond soap", 480, 0, "Wrapped in paper from 1920's moulds."),
                product("matches", "Long matches", 150, 80, "For candles at the bottom of a glass."),
            ]
        case "harbour":
            [
                product("atlas", "Atlas of small islands", 3200, 4, "Forty places with one road each."),
                product("tides", "Tide tables", 790, 26, "A year of water, hour by hour."),
                product("poems", "Collected poems", 1850, 8, "By four poets who were one man."),
                product("knots", "The book of knots", 1490, 11, "With a piece of rope."),
                product("cook", "Cooking on one flame", 1690, 7, "Dinner for two in a galley."),
                product("night", "Night trains", 1290, 0, "A novel in eleven stations."),
                product("card", "Harbour postcard", 120, 200, "The view from the door."),
            ]
        case "fern":
            [
                product("fern", "Boston fern", 1450, 6, "Wants shade and a bathroom window."),
                product("cactus", "Moon cactus", 690, 15, "Two plants in one, both stubborn."),
                product("pot", "Terracotta pot, 14 cm", 540, 42, "Thrown in the yard behind the shop."),
                product("vase", "Glazed vase", 2900, 2, "No two have the same blue."),
                product("soil", "Potting soil, 5 l", 380, 33, "Peat-free and dark."),
                product("can", "Watering can", 2250, 5, "Copper, pours without a drip."),
            ]
        case "night":
            [
                product("tart", "Custard tart", 140, 96, "Blistered on top, always six minutes old."),
                product("roll", "Cinnamon roll", 260, 40, "Pull it apart from the outside in."),
                product("rye", "Dark rye", 520, 14, "Heavy, sour, keeps for a week."),
                product("brioche", "Plain brioche", 310, 22, "Butter held together by hope."),
            ]
        default: []
        }
    }

    /// Returns the orders that were there before, newest first.
    static func orders(of products: [Product], in environment: ShopEnvironment) -> [Order] {
        guard let first = products.first, let last = products.last, products.count > 2 else { return [] }
        func order(_ number: Int, _ pieces: [String: Int], _ state: Order.State) -> Order {
            Order(number: number, lines: [Order.Line](pieces, of: products), state: state)
        }
        let all = [
            order(1042, [first.id: 2, products[1].id: 1], .new),
            order(1041, [products[2].id: 4], .packed),
            order(1038, [last.id: 3, first.id: 1], .delivered),
        ]
        switch environment {
        case .development: return all
        case .staging: return Array(all.suffix(1))
        case .production: return []
        }
    }

    private static func product(
        _ id: String,
        _ name: String,
        _ cents: Int,
        _ stock: Int,
        _ about: String
    ) -> Product {
        Product(id: id, name: name, about: about, price: Money(cents: cents), stock: stock)
    }
}

struct Shop: Hashable, Sendable {
    let id: String

    let name: String

    let city: String

    /// Whether the shop takes orders.
    let isOpen: Bool
    let motto: String
    var state: String { isOpen ? "open" : "closed" }
}
