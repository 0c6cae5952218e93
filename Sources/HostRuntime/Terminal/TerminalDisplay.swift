/// A display that shows its frames on a terminal.
@MainActor final class TerminalDisplay: Display {
    private(set) var traits: DisplayTraits

    private let terminal: Terminal
    private var compositor: Compositor

    /// Creates the display of a terminal that can be open or not.
    init(terminal: Terminal, traits: DisplayTraits) {
        self.terminal = terminal
        self.traits = traits
        compositor = Compositor(size: traits.size, depth: traits.colorDepth)
    }

    /// Takes in that the terminal has another size, or lost what it showed.
    func terminalDidResize(to size: Size) {
        traits.size = size
        compositor.invalidate()
    }

    /// Takes in what the terminal has answered.
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
