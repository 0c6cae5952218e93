import HostRuntime

/// A view of an advertisement: its artwork and its words.
@MainActor protocol AdContent: View {
    /// How much has appeared on the cover, 0...1.
    var appearance: Double { get set }

    /// Which keys do what, in a few quiet words; empty for none.
    var hint: String { get set }
}
