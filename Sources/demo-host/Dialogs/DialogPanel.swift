import HostRuntime

/// What a sheet or an alert shows, on a card.
class DialogPanel: Card {
    /// Called when escape is pressed, or a button asks to close.
    var onClose: (@MainActor () -> Void)?

    /// Takes in what the shop knows now, and returns whether the panel may stay.
    ///
    /// Without it the panel stays: it says nothing that could change.
    var onChange: (@MainActor (ShopModel) -> Bool)?

    /// The view that has the keyboard first.
    var initialFocus: View? { nil }
}
