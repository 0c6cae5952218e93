/// All commands of a program, as `commands` prints them; a pure value.
struct CommandListing: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var id: String
        var title: String
        var group = ""
        var owner = Owner.host
        var requiresScreen = false
        /// The command's own reason why it can't be run now; nil if it can.
        var refusal: String?
        var parameters: [Parameter] = []
    }

    struct Parameter: Hashable, Sendable {
        var name: String
        var title = ""
        /// `text`, `secret`, `number`, `toggle` or `choice`.
        var kind = "text"
        var hint: String?
        var range: ClosedRange<Double>?
        /// The default; nil for a required parameter.
        var defaultValue: PlainValue?
        /// The choices; nil for another kind, and if they take a while to fetch.
        var choices: [CommandChoice]?
        /// Whether another value than a choice may do.
        var allowsOtherValues = false
    }

    /// The entries by id.
    let entries: [Entry]

    init(_ entries: [Entry]) {
        self.entries = entries.sorted { $0.id < $1.id }
    }

    // MARK: - Text

    /// The choices of a parameter that the text names.
    private static let shownChoices = 12

    /// The commands under the headings of their groups, on lines of at most 80 columns where words allow it.
    var text: String {
        let groups = Dictionary(grouping: entries, by: \.group).sorted { $0.key < $1.key }
        let sections = groups.map { group, entries in
            // Most groups are one party's.
            let owner = Set(entries.map(\.owner)).count == 1 ? entries[0].owner : .host
            let heading = owner == .host ? group : "\(group), of \(owner)"
            let items = entries.flatMap { CommandListing.items($0, under: owner) }
            return HelpPage.Section(heading.escapingControls, [.list(items)])
        }
        return HelpPage(sections: sections).text
    }

    /// The items of a command: its own, and one for each parameter below it.
    private static func items(_ entry: Entry, under owner: Owner) -> [HelpPage.Item] {
        var marks: [String] = []
        if entry.owner != owner { marks.append("of \(entry.owner)") }
        if entry.requiresScreen {
            marks.append("needs a screen")
        } else if let refusal = entry.refusal {
            marks.append("not now: \(refusal)")
        }
        let text = entry.title + (marks.isEmpty ? "" : " (\(marks.joined(separator: "; ")))")
        return [HelpPage.Item(entry.id, text.escapingControls)] + entry.parameters.map(item)
    }

    private static func item(_ parameter: Parameter) -> HelpPage.Item {
        let isSecret = parameter.kind == "secret"
        let form = isSecret ? "(\(parameter.name))" : "\(parameter.name)=\(parameter.kind.uppercased())"
        var text = [parameter.title, parameter.hint].compactMap(\.self)
        if let range = parameter.range { text.append("\(range.lowerBound.plain) to \(range.upperBound.plain)") }
        if parameter.kind == "toggle" { text.append("true or false") }
        if isSecret { text.append("typed unseen, or a line of standard input") }
        if let choices = parameter.choices {
            let more = choices.count > shownChoices ? " and \(choices.count - shownChoices) more" : ""
            let names = choices.prefix(shownChoices).map(\.value).joined(separator: ", ")
            if parameter.allowsOtherValues {
                text.append(choices.isEmpty ? "any" : names + more + ", or another")
            } else {
                text.append(choices.isEmpty ? "nothing to choose from now" : names + more)
            }
        }
        if let value = parameter.defaultValue, value != "", !isSecret { text.append("(\(value))") }
        return HelpPage.Item(
            "  " + (parameter.defaultValue == nil ? form : "[\(form)]"),
            text.joined(separator: "; ").escapingControls
        )
    }

    // MARK: - JSON

    /// The commands as a JSON list, by id, on a line each.
    var json: String {
        "[\n" + entries.map { CommandListing.value($0).visibleJSON }.joined(separator: ",\n") + "\n]"
    }

    private static func value(_ entry: Entry) -> PlainValue {
        [
            "id": .string(entry.id),
            "title": .string(entry.title),
            "group": .string(entry.group),
            "owner": .string(entry.owner.description),
            "requiresScreen": .bool(entry.requiresScreen),
            "refusal": entry.refusal.map { .string($0) } ?? .null,
            "parameters": .array(entry.parameters.map(value)),
        ]
    }

    private static func value(_ parameter: Parameter) -> PlainValue {
        var value: [String: PlainValue] = [
            "name": .string(parameter.name),
            "title": .string(parameter.title),
            "kind": .string(parameter.kind),
            "isRequired": .bool(parameter.defaultValue == nil),
        ]
        value["hint"] = parameter.hint.map { .string($0) }
        value["default"] = parameter.kind == "secret" ? nil : parameter.defaultValue
        value["minimum"] = parameter.range.map { .double($0.lowerBound) }
        value["maximum"] = parameter.range.map { .double($0.upperBound) }
        value["allowsOtherValues"] = parameter.allowsOtherValues ? true : nil
        value["choices"] = parameter.choices.map { choices in
            .array(
                choices.map {
                    [
                        "value": .string($0.value), "title": .string($0.title), "detail": .string($0.detail),
                        "isCurrent": .bool($0.isCurrent),
                    ]
                }
            )
        }
        return .dictionary(value)
    }
}

extension CommandListing.Parameter {
    /// Creates a parameter's entry; choices are fetched apart.
    init(_ parameter: CommandParameter, choices: [CommandChoice]?) {
        name = parameter.name
        title = parameter.title
        hint = parameter.hint
        defaultValue = parameter.defaultValue
        self.choices = choices
        allowsOtherValues = parameter.allowsOtherValues
        switch parameter.kind {
        case .text: kind = "text"
        case .secret: kind = "secret"
        case .number(let range): (kind, self.range) = ("number", range)
        case .toggle: kind = "toggle"
        case .choice: kind = "choice"
        }
    }
}
