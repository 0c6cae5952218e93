import HostRuntime

/// The root view of the window: a field to write in, the notes, and a status line.
final class NotesView: View {
    let field = TextField(placeholder: "Write a note, then press enter")
    let list = ListView()
    private let title = Label("Notes", style: Theme.title)
    private let count = Label(style: Theme.quiet, alignment: .right)
    private let status = Label(style: Theme.quiet)
    private static let hints = "tab next   delete removes   escape all   f7 export   f8 cancel   ctrl-c quit"

    init() {
        super.init()
        background = Theme.page
        for view in [title, count, field, list, status] { addSubview(view) }
        say(nil)
    }

    func show(_ notebook: Notebook) {
        let notes = notebook.visible
        let search = notebook.search.isEmpty ? "" : "with '\(notebook.search)', "
        count.text = "\(notes.count) of \(notebook.notes.count), \(search)\(notebook.order.rawValue) first"
        list.rows = notes.map { note in
            ListView.Row(
                note.text,
                detail: String(repeating: "★", count: note.stars),
                mark: note.isPinned ? Theme.accent : Theme.quiet.foreground,
                sign: note.isPinned ? "◆" : "·"
            )
        }
    }

    /// Shows text in the status line; nil shows the keys.
    func say(_ text: String?) {
        status.text = text ?? NotesView.hints
        status.style = text == nil ? Theme.quiet : Style(foreground: Theme.good)
    }

    override func layoutSubviews() {
        let width = max(0, bounds.width - 4)
        title.frame = Rect(x: 2, y: 1, width: min(width, 7), height: 1)
        count.frame = Rect(x: 9, y: 1, width: max(0, width - 7), height: 1)
        field.frame = Rect(x: 2, y: 3, width: width, height: 1)
        list.frame = Rect(x: 1, y: 5, width: width + 2, height: max(0, bounds.height - 7))
        status.frame = Rect(x: 2, y: bounds.height - 1, width: width, height: 1)
    }
}
