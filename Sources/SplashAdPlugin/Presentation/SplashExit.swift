import HostRuntime

/// The transition at the end of an advertisement.
@MainActor struct SplashExit {
    /// The duration of the transition.
    static let duration = Duration.milliseconds(300)

    let transition: SplashSettings.Transition
    let window: Window
    let view: SplashView

    /// Starts the transition, and closes the window at its end.
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
                // Accelerates, like something being pushed.
                let rows = Int((Double(frame.height) * progress * progress).rounded())
                window.frame = frame.offset(by: Point(x: 0, y: -rows))
            case .wipe: view.wiped = progress
            }
        } completion: { [window] in
            window.close()
        }
    }
}
