import HostRuntime

/// Text in lines about the selected thing, which the page's own keys scroll.
final class DetailView: TextView {
    override var canBecomeFirstResponder: Bool { false }
}
