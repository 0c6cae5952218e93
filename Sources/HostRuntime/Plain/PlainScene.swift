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
        /// Whether a tap on its view does something.
        var isTappable = false

        /// Whether a number chooses it; a picture, such as an advertisement, may open something.
        var isControl: Bool { element.isControl || element.role == .image && isTappable }

        /// What the element says, to compare it with an earlier one: which row is selected is no news.
        var news: News {
            var news = element
            if news.role == .row || news.role == .tab { news.state.remove(.selected) }
            if news.state.contains(.updatesFrequently) { (news.label, news.value) = ("", nil) }
            news.frame = nil
            return News(view: view, element: news)
        }
    }

    struct News: Hashable, Sendable {
        let view: ViewID
        let element: AccessibilityElement
    }

    /// A form whose fields are asked for one by one.
    struct Form: Hashable, Sendable {
        let view: ViewID
        let fields: [FormEntries.Field]
        /// Whether the form waits for what it has sent.
        let isBusy: Bool
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
