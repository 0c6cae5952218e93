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
            if let form = forms.first { scene.form = form.plainForm }
            let hidden = Set(forms.flatMap(\.allViews))
            scene.entries = key.plainEntries.filter { !hidden.contains($0.view) }
            // The form's questions lead out of it.
            if scene.form != nil { scene.entries.removeAll(where: \.isControl) }
            scene.page = scene.entries.pageName ?? key.title
            scene.entries.removeAll { $0.element.role == .dialog && $0.element.label == scene.page }
            if let note = scene.form?.note { scene.entries.append(note.entry(of: key, form: forms[0])) }
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

extension String {
    @MainActor fileprivate func entry(of window: Window, form: View) -> PlainScene.Entry {
        PlainScene.Entry(element: AccessibilityElement(.text, self), window: window.id, view: ViewID(form))
    }
}

extension Window {
    /// The most elements of a window that are said: a text may have thousands of lines.
    private static let entryLimit = 400

    fileprivate var plainEntries: [PlainScene.Entry] {
        var counts: [ViewID: Int] = [:]
        return elementReports().prefix(Window.entryLimit).map { report in
            defer { counts[report.view, default: 0] += 1 }
            return PlainScene.Entry(
                element: report.element,
                window: id,
                view: report.view,
                index: counts[report.view, default: 0],
                hasFocus: report.isFirstResponder
                    && (report.element.role != .row || report.element.state.contains(.selected))
            )
        }
    }
}

extension View {
    fileprivate var shownForms: [CommandForm] {
        guard !isHidden else { return [] }
        if let form = self as? CommandForm { return [form] }
        return subviews.flatMap(\.shownForms)
    }

    fileprivate var allViews: [ViewID] { [ViewID(self)] + subviews.flatMap(\.allViews) }
}

extension CommandForm {
    fileprivate var plainForm: PlainScene.Form {
        PlainScene.Form(
            view: ViewID(self),
            fields: entries.fields,
            note: shownNote?.text,
            remark: remark,
            isBusy: isRunning || isBusy
        )
    }
}
