import HostRuntime

/// What the panel's card holds between its title and its foot.
@MainActor protocol PanelBody: View {
    /// The keys that work here, for the foot of the card; the last one says how to leave.
    var hints: [String] { get }

    /// The rows that it would like to have in a width.
    func preferredHeight(width: Int) -> Int

    /// Takes in the state, whose page is still the one that this was made for.
    func update(_ state: PanelState)

    /// Gives the keyboard to where it is needed first.
    func takeKeyboard()
}
