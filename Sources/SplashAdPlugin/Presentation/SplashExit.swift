import HostRuntime

/// The transition at the end of an advertisement.
@MainActor struct SplashExit {
    static let duration = Duration.milliseconds(300)

    let transition: SplashSettings.Transition
    let window: Window
    let view: SplashView

    func begin(in context: PluginContext) {
        guard transition != .none, !context.isClosed else { return window.close() }
        let frame = window.frame
        // The animation holds the window, and the context the animation.
        context.time.animate(Animation(duration: SplashExit.duration)) { [self] progress in
            switch transition {
            case .none: break
            case .fade: window.alpha = 1 - progress
            case .slide:
                // Accelerates, like something being pushed.
                let rows = Int((Double(frame.height) * progress * progress).rounded())
                window.frame = frame.offset(by: Point(x: 0, y: -rows))
            case .wipe: view.wipe.progress = progress
            }
        } completion: { [window] in
            window.close()
        }
    }
}
