/// What the screen says to a person who reads it in lines; a pure value.
struct PlainScene: Hashable, Sendable {
    /// An element of a window, with what a choice of it needs.
    struct Entry: Hashable, Sendable {
        let element: AccessibilityElement
        let window: WindowID
        let view: ViewID
        /// The number of the element among those of its view.
        var index = 0
        /// Whether its view has the keyboard.
        var hasFocus = false

        /// Whether a number chooses it; a picture, such as an advertisement, may open something.
        var isControl: Bool { element.isControl || element.role == .image }

        /// The element as it's compared with an earlier one: which row is selected is no news.
        fileprivate var news: AccessibilityElement {
            var news = element
            if news.role == .row || news.role == .tab { news.state.remove(.selected) }
            if news.state.contains(.updatesFrequently) { (news.label, news.value) = ("", nil) }
            news.frame = nil
            return news
        }

        /// Returns whether the element says what an earlier one of the same view said.
        func says(_ other: Entry) -> Bool { view == other.view && news == other.news }
    }

    /// A form whose fields are asked for one by one.
    struct Form: Hashable, Sendable {
        let view: ViewID
        let fields: [FormEntries.Field]
        /// The text above the fields.
        var note: String?
        /// The remark about the last run.
        var remark: String?
        /// Whether the form waits for what it has sent.
        var isBusy = false
    }

    /// The window with the keyboard; nil if there is none, or if it can't be seen.
    var window: WindowID?

    /// The name of the page.
    var page = ""

    /// Whether nothing below the page can be used.
    var isModal = false

    /// What the window says, and after it what the windows say that never have the keyboard.
    var entries: [Entry] = []

    var form: Form?

    /// Whether the screen shows nothing but the lock.
    var isLocked = false

    var controls: [Entry] { entries.filter(\.isControl) }

    /// Whether the page goes by itself, such as an advertisement, so that what isn't meant for it waits.
    var isPassing: Bool {
        isModal && (form?.isBusy ?? false || entries.contains { $0.element.state.contains(.updatesFrequently) })
    }

    /// Whether the page is a text to read, which the next line closes.
    var isNotice: Bool { isModal && form == nil && controls.isEmpty && !isPassing }
}
