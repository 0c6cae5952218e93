import HostRuntime

/// The transition at the end of an advertisement.
@MainActor struct SplashExit {
    static let duration = Duration.milliseconds(300)

    let transition: SplashSettings.Transition
    let window: Window
    let view: View

    func begin(in context: PluginContext) {
        guard transition != .none, !context.isClosed else { return window.close() }
        let frame = window.frame
        let wipe = WipeView(frame: view.bounds)
        if transition == .wipe { view.addSubview(wipe) }
        // The animation holds the window, and the context the animation.
        context.time.animate(Animation(duration: SplashExit.duration)) { [transition, window] progress in
            switch transition {
            case .none: break
            case .fade: window.alpha = 1 - progress
            case .slide:
                // Accelerates, like something being pushed.
                let rows = Int((Double(frame.height) * progress * progress).rounded())
                window.frame = frame.offset(by: Point(x: 0, y: -rows))
            case .wipe: wipe.progress = progress
            }
        } completion: { [window] in
            window.close()
        }
    }
}

/// The wipe transition: uncovers the page behind an edge that moves to the right.
@MainActor private final class WipeView: View {
    var progress = 0.0 {
        didSet { setNeedsDisplay() }
    }

    override func draw(in canvas: inout Canvas) {
        let edge = Int((Double(bounds.width) * progress).rounded())
        guard edge > 0 else { return }
        canvas.clear(Rect(x: 0, y: 0, width: edge, height: bounds.height))
        let style = Style(foreground: PosterColors.headline, background: PosterColors.faint)
        canvas.fill(Rect(x: edge, y: 0, width: 1, height: bounds.height), style: style)
    }
}
