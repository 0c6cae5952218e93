import HostRuntime

/// The content of the panel's card between its title and its foot.
@MainActor protocol PanelBody: View {
    /// The key hints for the foot of the card; the last one says how to leave.
    var hints: [String] { get }

    /// Returns the preferred height in a width.
    func preferredHeight(width: Int) -> Int

    /// Updates the body for a state with the same page.
    func update(_ state: PanelState)

    /// Makes the first control the first responder.
    func takeKeyboard()
}
