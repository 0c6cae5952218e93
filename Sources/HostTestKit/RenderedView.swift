public import HostRuntime

/// A view drawn without a host, for tests of what a view shows.
///
/// ```swift
/// let greeting = RenderedView(Label("Hello"), size: Size(width: 10, height: 1))
/// #expect(greeting.text == "Hello")
/// ```
///
/// A test that also sends keys and touches shows the view in the window of a
/// `TestHost` instead.
@MainActor public struct RenderedView {
    /// The view, which fills the screen.
    public let view: View

    private let traits: DisplayTraits
    private let background: Style

    /// Creates a rendering of a view on a screen of a size.
    public init(
        _ view: View,
        size: Size,
        colorDepth: ColorDepth = .trueColor,
        isASCII: Bool = false,
        background: Style = Theme.page
    ) {
        self.view = view
        traits = DisplayTraits(size: size, colorDepth: colorDepth, isASCII: isASCII)
        self.background = background
    }

    /// The cells that the view shows now.
    public var frame: FrameSnapshot {
        view.snapshot(on: traits, background: background)
    }

    /// The text that the view shows now: a line for each row, without spaces at the ends.
    public var text: String { frame.text }
}
