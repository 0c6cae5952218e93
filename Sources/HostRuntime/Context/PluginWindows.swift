/// The windows of a plugin, and the screen that they're on.
@MainActor public struct PluginWindows {
    private let context: PluginContext

    init(_ context: PluginContext) {
        self.context = context
    }

    /// Makes a hidden window that shows a view; without a frame it fills the screen.
    ///
    /// The context holds the window until the plugin ends or the window is
    /// closed. After the plugin's end the window is closed already.
    public func make(
        title: String,
        level: WindowLevel,
        frame: Rect? = nil,
        root: View,
        file: String = #fileID,
        line: Int = #line
    ) -> Window {
        let environment = context.environment(for: "windows.make")
        let window = Window(
            scene: environment?.windows ?? WindowScene(size: .zero),
            title: title,
            level: level,
            frame: frame,
            owner: context.owner,
            root: root,
            clock: environment?.clock ?? HostClock(source: ManualTime()),
            file: file,
            line: line
        )
        // A context that is closed closes it at once.
        context.resources.own(
            HeldResource(.window, title, file: file, line: line),
            isSpent: { window.isClosed },
            release: {
                // What a sheet's closure would do goes through the context, which refuses by now.
                window.onClose = nil
                window.close()
            }
        )
        return window
    }

    /// Shows a sheet in a window of its own; see `Sheet`.
    ///
    /// The window has the title of the sheet unless another one is given. A sheet
    /// that is open stays as it is, but is shown again if others have hidden it. It
    /// closes when the plugin ends, without a call of `onClose`; after that, it
    /// doesn't open.
    public func present(
        _ sheet: Sheet,
        title: String? = nil,
        level: WindowLevel = .normal,
        file: String = #fileID,
        line: Int = #line
    ) {
        sheet.present { make(title: title ?? sheet.title, level: level, root: $0, file: file, line: line) }
    }

    /// The windows of all parties that aren't hidden, back to front, as they are now.
    public var visible: [WindowInfo] {
        context.environment(for: "windows.visible")?.windows.visibleInfos ?? []
    }

    /// The size of the screen and what it can show.
    public var traits: DisplayTraits {
        context.environment(for: "windows.traits")?.screen.traits ?? context.last?.traits ?? DisplayTraits(size: .zero)
    }

    /// Calls a closure after the next frame, with everything on it that is shown now.
    ///
    /// If `isNeeded` is false, no frame is drawn for it: the closure waits for the next one, so that a program that is
    /// idle stays idle.
    public func afterNextFrame(
        isNeeded: Bool = true,
        file: String = #fileID,
        line: Int = #line,
        _ body: @escaping @MainActor () -> Void
    ) {
        guard let environment = context.environment(for: "windows.afterNextFrame") else { return }
        // A frame may be long in coming, and the screen must not keep the closure of a plugin that has ended.
        let call = CancellableCall(RunningCode.closure(context.calls(.frame, file, line), body))
        environment.screen.afterNextFrame(isNeeded: isNeeded) { call.perform() }
        context.resources.own(
            HeldResource(.frame, "after the next frame", file: file, line: line),
            isSpent: { call.isSpent },
            release: { call.cancel() }
        )
    }

    /// The text field that the person types in, as on the last frame; nil while there is none.
    ///
    /// A window above may cover it: a window that floats can get out of its way.
    public var textEntry: TextEntry? {
        context.environment(for: "windows.textEntry")?.screen.textEntry
    }

    /// Returns whether windows of other parties have text in some cells of the screen, as on the last frame.
    ///
    /// It may be covered there. A window that floats can choose a place where it covers none.
    public func hasText(in rect: Rect) -> Bool {
        context.environment(for: "windows.hasText")?.screen.hasText(in: rect, besides: context.owner) ?? false
    }

    /// Calls a closure after each frame on which `textEntry` has changed.
    public func onTextEntryChange(_ body: @escaping @MainActor (TextEntry?) -> Void) {
        guard let environment = context.environment(for: "windows.onTextEntryChange") else { return }
        let observers = environment.screen.textEntryObservers
        let remove = observers.add(RunningCode.closure(context.calls(.frame), body))
        context.resources.own(HeldResource(.frame, "text field"), release: remove)
    }

    /// A closure that is called once at most.
    @MainActor private final class CancellableCall {
        private var body: (@MainActor () -> Void)?

        init(_ body: @escaping @MainActor () -> Void) {
            self.body = body
        }

        var isSpent: Bool { body == nil }

        func perform() {
            let body = body
            cancel()
            body?()
        }

        func cancel() {
            // Released after the change: a deinit may do anything.
            let body = body
            self.body = nil
            withExtendedLifetime(body) {}
        }
    }
}
