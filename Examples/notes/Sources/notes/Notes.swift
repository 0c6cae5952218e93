import HostRuntime

/// A small program that keeps notes.
///
/// It names no plugin.
@main final class Notes: HostApplication {
    static let name = "notes"
    static let version = "1.0.0"

    private let host: AppHost
    private let window: Window
    private let view = NotesView()
    private var notebook = Notebook()
    private var export: Task<Int, any Error>?
    private var advertisements: Advertisements?
    private var payment: Window?

    /// The time that the export of one note takes.
    private static let exportTime: Duration = .milliseconds(500)

    init(host: AppHost) throws {
        self.host = host
        window = host.makeWindow(title: "notes", root: view)
        notebook.add("Water the fern on Thursdays", stars: 4, isPinned: true)
        notebook.add("A lighthouse keeper's diary: still in print?", stars: 2)
        notebook.add("Bread: 500 g flour, 375 g water, 10 g salt")
        view.show(notebook)
        try offerNotes()
        try offerExport()
        try offerSupport()
        advertisements = Advertisements(bus: host.bus) { [weak self] in self?.view.say($0) }
        view.field.onSubmit = { [weak self] in self?.addWhatIsWritten() }
        window.makeKeyAndVisible()
        view.field.becomeFirstResponder()
    }

    private func addWhatIsWritten() {
        host.commands.start("note.add", ["text": .string(view.field.text)])
        view.field.text = ""
    }

    private func change<Result>(_ body: (inout Notebook) -> Result) -> Result {
        defer { view.show(notebook) }
        return body(&notebook)
    }

    // MARK: - Commands

    private func offerNotes() throws {
        let stars = Double(Notebook.stars.lowerBound)...Double(Notebook.stars.upperBound)
        try offer(
            "note.add",
            "Add a note",
            [
                CommandParameter(name: "text", title: "Text"),
                CommandParameter(name: "stars", title: "Stars", kind: .number(stars), defaultValue: 3),
                CommandParameter(name: "pinned", title: "Pinned", kind: .toggle, defaultValue: false),
            ]
        ) { [unowned self] arguments in
            let stars = Int(arguments.number("stars") ?? 3)
            let note = change {
                $0.add(arguments.text("text"), stars: stars, isPinned: arguments.toggle("pinned"))
            }
            return "Added '\(note.text)'."
        }
        let note = CommandParameter(name: "note", title: "Note", kind: .choice { [unowned self] in choices })
        try offer("note.delete", "Delete a note", [note]) { [unowned self] arguments in
            let note = Int(arguments.text("note")).flatMap { id in change { $0.delete(id) } }
            return note.map { "Deleted '\($0.text)'." }
        }
        try offer("note.delete-chosen", "Delete the chosen note", key: KeyEvent(.delete)) { [unowned self] _ in
            guard let index = view.list.selectedIndex else { throw NotesError.nothingChosen }
            let note = change { $0.delete($0.visible[index].id) }
            return note.map { "Deleted '\($0.text)'." }
        }
        try offer("note.search", "Search the notes", [CommandParameter(name: "text", title: "Text")]) {
            [unowned self] arguments in
            change { $0.search = arguments.text("text") }
            return "\(notebook.visible.count) found."
        }
        try offer("note.list", "List all notes", key: KeyEvent(.escape)) { [unowned self] _ in
            change { $0.search = "" }
            return nil
        }
        let order = CommandParameter(name: "order", title: "Order", kind: .choice { [unowned self] in orders })
        try offer("note.sort", "Sort the notes", [order]) { [unowned self] arguments in
            if let order = Notebook.Order(rawValue: arguments.text("order")) { change { $0.order = order } }
            return nil
        }
    }

    private var choices: [CommandChoice] {
        notebook.visible.map {
            CommandChoice(
                value: "\($0.id)",
                title: $0.text,
                detail: String(repeating: "★", count: $0.stars),
                tint: $0.isPinned ? .caution : .normal
            )
        }
    }

    private var orders: [CommandChoice] {
        Notebook.Order.allCases.map {
            CommandChoice(value: $0.rawValue, title: "\($0.rawValue) first", isCurrent: $0 == notebook.order)
        }
    }

    // MARK: - A command that takes time

    private func offerExport() throws {
        try offer("notes.export", "Export all notes", key: KeyEvent(.function(7))) {
            [unowned self] arguments in
            guard export == nil else { throw NotesError.exportRunning }
            let task = Task { try await exportNotes(arguments) }
            export = task
            defer {
                export = nil
                view.say(nil)
            }
            // The caller can cancel the command too.
            let count = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            return "Exported \(count) notes."
        }
        try offer("notes.cancel-export", "Cancel the export", key: KeyEvent(.function(8))) {
            [unowned self] _ in
            guard let export else { throw NotesError.noExport }
            export.cancel()
            return nil
        }
    }

    /// Pretends to send the notes somewhere, one after the other, on the host's clock.
    private func exportNotes(_ arguments: CommandArguments) async throws -> Int {
        let notes = notebook.notes
        for (index, note) in notes.enumerated() {
            let step = "Exporting \(index + 1) of \(notes.count): \(note.text)"
            view.say(step)
            arguments.reportProgress(Double(index) / Double(notes.count), step)
            do {
                try await host.clock.sleep(for: Notes.exportTime)
            } catch {
                throw NotesError.exportCancelled(done: index, of: notes.count)
            }
        }
        return notes.count
    }

    // MARK: - A page without advertisements

    private func offerSupport() throws {
        try offer("notes.support", "Support the notes") { [unowned self] _ in
            guard payment == nil else { return nil }
            let page = Label("  Payment: enter the number of your card", style: Theme.title)
            page.background = Theme.page
            payment = host.makeWindow(title: "payment", root: page)
            payment?.makeKeyAndVisible()
            advertisements?.holdForPayment()
            return nil
        }
        try offer("notes.pay", "Pay, or leave the payment") { [unowned self] _ in
            guard let page = payment else { throw NotesError.noPayment }
            page.close()
            payment = nil
            advertisements?.releasePayment()
            return "Thank you."
        }
        try offer("notes.break", "Take a break") { [unowned self] _ in
            advertisements?.ask()
        }
        let address = CommandParameter(name: "address", title: "Address")
        try offer("page.open", "Open a page", [address]) { [unowned self] arguments in
            view.say("Opened \(arguments.text("address"))")
            return nil
        }
    }

    private func offer(
        _ id: String,
        _ title: String,
        _ parameters: [CommandParameter] = [],
        key: KeyEvent? = nil,
        action: @escaping Command.Action
    ) throws {
        try host.commands.offer(
            Command(id: id, title: title, group: "Notes", key: key, parameters: parameters, action: action)
        )
    }
}
