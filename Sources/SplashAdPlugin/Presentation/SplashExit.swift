import HostRuntime

/// The way in which an advertisement goes when it is over.
@MainActor struct SplashExit {
    /// How long it takes.
    static let duration = Duration.milliseconds(300)

    let transition: SplashSettings.Transition
    let window: Window
    let view: SplashView

    /// Begins to go; the window takes no touches and no keys any more, and is closed at the end.
    func begin(in context: PluginContext) {
        guard transition != .none, !context.isClosed else { return window.close() }
        let alpha = window.alpha
        let frame = window.frame
        // The animation holds the window, and the context the animation.
        context.time.animate(Animation(duration: SplashExit.duration)) { [self] progress in
            switch transition {
            case .none: break
            case .fade: window.alpha = alpha * (1 - progress)
            case .slide:
                // Slowly at first, as what is pushed off.
                let rows = Int((Double(frame.height) * progress * progress).rounded())
                window.frame = frame.offset(by: Point(x: 0, y: -rows))
            case .wipe: view.wiped = progress
            }
        } completion: { [window] in
            window.close()
        }
    }
}
