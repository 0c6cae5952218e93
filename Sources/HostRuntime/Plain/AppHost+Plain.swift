extension AppHost {
    /// What the screen says now.
    var plainScene: PlainScene {
        var scene = PlainScene()
        guard !isBehindLock else {
            scene.isLocked = true
            return scene
        }
        // Behind a window that hides it, the key window gets no lines, as it gets no keys.
        let key = windows.keyWindow.flatMap { $0.isCovered || $0.isHidden ? nil : $0 }
        let others = windows.visibleWindows.filter { $0 !== key && $0.level > .normal && !$0.isCovered }
        if let key {
            scene.window = key.id
            scene.isModal = key.isModal
            let forms = key.rootView?.shownForms ?? []
            let hidden = Set(forms.flatMap(\.allViews))
            scene.entries = key.plainEntries.filter { !hidden.contains($0.view) }
            // The form's questions lead out of it.
            if !forms.isEmpty { scene.entries.removeAll(where: \.isControl) }
            scene.page = scene.entries.pageName ?? key.title
            scene.entries.removeAll { $0.element.role == .dialog && $0.element.label == scene.page }
            if let form = forms.first {
                let (view, fields) = (ViewID(form), form.entries.fields)
                scene.form = PlainScene.Form(view: view, fields: fields, isBusy: form.isRunning || form.isBusy)
                let texts = [(AccessibilityElement.Role.text, form.shownNote?.text), (.status, form.remark)]
                scene.entries += texts.compactMap { role, text in
                    text.map { PlainScene.Entry(element: AccessibilityElement(role, $0), window: key.id, view: view) }
                }
            }
        }
        if let text = screen.notice?.text, let key, let root = key.rootView {
            let element = AccessibilityElement(.status, text)
            scene.entries.append(PlainScene.Entry(element: element, window: key.id, view: ViewID(root)))
        }
        // What is beside a modal window can't be used, and isn't said.
        if !scene.isModal { scene.entries += others.flatMap(\.plainEntries) }
        return scene
    }
}

extension [PlainScene.Entry] {
    /// The name of the page that the elements are: of the dialog, of the tab, or of the first heading or picture.
    fileprivate var pageName: String? {
        let named = filter { !$0.element.label.isEmpty }
        return
            (named.first { $0.element.role == .dialog }
            ?? named.first { $0.element.role == .tab && $0.element.state.contains(.selected) }
            ?? named.first { $0.element.role == .heading || $0.element.role == .image })?.element.label
    }
}

extension Window {
    fileprivate var plainEntries: [PlainScene.Entry] {
        var counts: [ViewID: Int] = [:]
        return elementReports().map { report in
            defer { counts[report.view, default: 0] += 1 }
            return PlainScene.Entry(
                element: report.element,
                window: id,
                view: report.view,
                index: counts[report.view, default: 0],
                hasFocus: report.isFirstResponder
                    && (report.element.role != .row || report.element.state.contains(.selected)),
                isTappable: report.isTappable
            )
        }
    }
}

extension View {
    fileprivate var allViews: [ViewID] { [ViewID(self)] + subviews.flatMap(\.allViews) }
}
