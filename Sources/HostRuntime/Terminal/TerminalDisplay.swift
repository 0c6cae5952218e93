/// A display that shows frames on a terminal.
@MainActor final class TerminalDisplay: Display {
    private(set) var traits: DisplayTraits

    private let terminal: Terminal
    private var compositor: Compositor

    /// Creates the display of a terminal, which need not be open yet.
    init(terminal: Terminal, traits: DisplayTraits) {
        self.terminal = terminal
        self.traits = traits
        compositor = Compositor(size: traits.size, depth: traits.colorDepth)
    }

    /// Updates the display for a terminal whose size changed or whose picture was lost.
    func terminalDidResize(to size: Size) {
        traits.size = size
        compositor.invalidate()
    }

    /// Updates the display for what the terminal can do.
    func terminalDidAnswer(_ capabilities: TerminalCapabilities) {
        compositor.usesSynchronizedOutput = capabilities.synchronizedOutput
    }

    @discardableResult
    func present(_ frame: Frame) -> FrameStatistics {
        let terminal = terminal
        return compositor.render(frame) { terminal.write($0) }
    }

    func invalidate() {
        compositor.invalidate()
    }

    func snapshot() -> FrameSnapshot {
        compositor.snapshot()
    }
}
