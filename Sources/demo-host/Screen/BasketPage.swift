import HostRuntime

/// The page with what is to be ordered.
final class BasketPage: FactsPage {
    private let logIn: Button
    private let place: Button
    private let clear: Button

    init(perform: CommandRunner) {
        logIn = Button("Log in") { perform(.logInOrOut) }
        place = Button("Place order") { perform(.placeOrder) }
        clear = Button("Empty the basket") { perform(.clearBasket) }
        super.init(title: "Basket", hint: "Log in to order.")
    }

    override func show(_ model: ShopModel) {
        facts.facts = model.basket.facts
        hint.isHidden = model.session != nil
        let isEmpty = model.basket.isEmpty
        buttons.buttons = (model.session == nil ? [logIn] : isEmpty ? [] : [place]) + (isEmpty ? [] : [clear])
        let note = "Nothing in it yet. " + (model.shop.isOpen ? "Open a product to add it." : "The shop is closed.")
        let sum = "\(model.basket.pieces) for \(model.basket.total)"
        setSubtitle([isEmpty ? Span(note, Theme.quiet) : Span(sum, ShopStyle.key)])
        setNeedsLayout()
    }
}
