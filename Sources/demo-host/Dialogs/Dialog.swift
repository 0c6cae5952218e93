import HostRuntime

/// A sheet of the shop that is open.
@MainActor final class Dialog {
    let title: String
    let sheet: Sheet
    let closed = HostGate()

    /// Shows the model, and returns whether the sheet stays open.
    let update: @MainActor (ShopModel) -> Bool

    init(_ sheet: Sheet, title: String, update: @escaping @MainActor (ShopModel) -> Bool) {
        self.title = title
        self.sheet = sheet
        self.update = update
    }
}

/// A question on the screen with the action for yes.
@MainActor struct Question {
    let dialog: Dialog
    /// Performs the action, and returns the text to show.
    let action: @MainActor () throws -> String?
    var isOpen: Bool { dialog.sheet.isOpen }
}
