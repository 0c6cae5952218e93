/// A question for one field of a form, or for a field of a page; a pure value.
struct PlainQuestion: Hashable, Sendable {
    /// What a line answers.
    enum Answer: Hashable, Sendable {
        /// The field stays as it is.
        case keep
        case text(String)
        case set(Bool)
        /// The choices are fetched again.
        case retry
        case back
        case help
        case quit
        /// The line is no answer, with a sentence about why.
        case wrong(String)
    }

    private let field: FormEntries.Field

    init(_ field: FormEntries.Field) {
        self.field = field
    }

    var isSecret: Bool { field.kind == .secret }

    /// The lines of the help at a question.
    static let helpLines = [
        "The next line is the answer; an empty one keeps what is there.",
        "back goes to the question before, or leaves the first one; quit ends the program.",
        "=back, =quit and =? answer with the word itself.",
    ]

    /// The text that an empty line keeps: nothing that was refused.
    private var kept: String { field.message == nil ? field.text : field.initialText }

    /// The lines above the prompt: the problem with the last answer, and the choices.
    var lines: [String] {
        var lines = field.message.map { ["\(field.title) \($0)"] } ?? []
        switch (field.kind, field.choices) {
        case (.choice, .failed(let reason)): lines.append("\(field.title) couldn't be fetched: \(reason)")
        case (.choice, .loaded(let choices)) where choices.isEmpty: lines.append("There is nothing to choose from.")
        case (.choice, .loaded(let choices)):
            lines += choices.enumerated().map { number, choice in
                let words = [choice.title, choice.detail, choice.isCurrent ? "current" : ""].filter { !$0.isEmpty }
                return "\(number + 1) \(words.joined(separator: ", "))"
            }
        default: break
        }
        return lines.map(\.escapingControls)
    }

    /// The text before the answer; nil while the choices are being fetched.
    var prompt: String? {
        let note: String?
        switch (field.kind, field.choices) {
        case (.choice, .loading): return nil
        case (.choice, .failed), (.choice, .loaded([])): note = "enter looks again"
        case (.choice, .loaded(let choices)):
            note = choices.first { $0.value == kept }.map { "enter for \($0.title)" } ?? "a number or a name"
        case (.toggle, _): note = field.isOn ? "yes or no, enter for yes" : "yes or no, enter for no"
        case (.secret, _): note = kept.isEmpty && field.defaultValue == nil ? field.hint : "enter keeps it"
        default:
            let notes = [field.hint, kept.isEmpty ? nil : "enter for \(kept)"].compactMap(\.self)
            note = notes.isEmpty ? nil : notes.joined(separator: ", ")
        }
        return "\(field.title)\(note.map { " (\($0))" } ?? "")?".escapingControls
    }

    /// Returns what a line answers.
    func answer(_ line: String) -> Answer {
        let word = line.trimmingWhitespace
        switch word.lowercased() {
        case "back": return .back
        case "?": return .help
        case "quit": return .quit
        default: break
        }
        switch field.kind {
        case .toggle: return toggle(word.lowercased())
        case .choice: return choice(word)
        case .text, .secret, .number:
            if word.isEmpty { return kept == field.text ? .keep : .text(kept) }
            // The words with a meaning of their own, and what begins with the sign.
            return .text(["=back", "=?", "=quit"].contains(word.lowercased()) ? String(word.dropFirst()) : line)
        }
    }

    private func toggle(_ word: String) -> Answer {
        switch word {
        case "": .keep
        case "y", "yes", "on": .set(true)
        case "n", "no", "off": .set(false)
        default: .wrong("That is neither yes nor no.")
        }
    }

    private func choice(_ word: String) -> Answer {
        guard case .loaded(let choices) = field.choices, !choices.isEmpty else { return .retry }
        if word.isEmpty {
            guard choices.contains(where: { $0.value == kept }) else { return .wrong("Type one of the numbers.") }
            return kept == field.text ? .keep : .text(kept)
        }
        if let number = Int(word), 1...choices.count ~= number { return .text(choices[number - 1].value) }
        let found = PlainLine.find(word, among: choices.map { ($0.value, [$0.title, $0.value]) })
        guard let value = found.first, found.count == 1 else {
            if !found.isEmpty { return .wrong("\(word.quoted) may mean several.") }
            return .wrong("No choice is called that; back leaves the question.")
        }
        return .text(value)
    }
}
