import HostRuntime

extension ViewsPage {
    /// The actions that edit the selected view, and the one that takes back the last edit of any view.
    var editActions: [PageAction] {
        var actions: [PageAction] = []
        if case .view(let view, let window) = selected?.content {
            func add(
                _ key: Character,
                _ title: String,
                _ value: String,
                _ read: @escaping @MainActor (String) throws -> ViewEdit
            ) {
                actions.append(
                    PageAction(.character(key), title) { [weak self] in self?.ask(title, value, view, window, read) }
                )
            }
            if let text = view.editableText, let style = view.textStyle {
                add("e", "text", text.escapingNewlines) { .text($0.unescapingNewlines) }
                add("c", "style", "\(style)") { .textStyle(try StyleText.style($0)) }
            } else {
                let refusal = "\(view.type) has no text to edit here; b edits its background, f its frame."
                for (key, title) in [("e", "text"), ("c", "style")] as [(Character, String)] {
                    actions.append(PageAction(.character(key), title) { [weak self] in self?.panel.say(refusal) })
                }
            }
            add("b", "background", view.background.map { "\($0)" } ?? "none") {
                .background(try StyleText.background($0, before: view.background))
            }
            add("f", "frame", view.frame.shortText) { .frame(try Rect(typed: $0)) }
        }
        if !panel.viewUndos.isEmpty {
            actions.append(PageAction(.character("u"), "undo") { [weak self] in self?.undoEdit() })
        }
        return actions
    }

    /// Asks for another value of a view; `read` throws what is wrong with the text.
    private func ask(
        _ title: String,
        _ value: String,
        _ view: ViewReport,
        _ window: WindowInfo,
        _ read: @escaping @MainActor (String) throws -> ViewEdit
    ) {
        panel.ask("\(title) of \(view.type)", text: value) { [weak self] text in
            guard let self else { return nil }
            do {
                return apply(try read(text), to: view, in: window)
            } catch {
                return "\(error)"
            }
        }
    }

    /// Edits a view; returns the problem, or nil.
    private func apply(_ edit: ViewEdit, to view: ViewReport, in window: WindowInfo) -> String? {
        guard context.inspection.views(of: window.id).contains(where: { $0.id == view.id && $0.type == view.type })
        else { return "The view is gone; nothing has changed." }
        guard let undo = context.inspection.apply(edit, to: view.id, in: window.id) else {
            panel.say("Nothing has changed: it's like that already.")
            return nil
        }
        panel.viewUndos.append(undo)
        reload()
        select(ViewNode.ID.view(view.id))
        panel.say("\(undo.title): \(edit) · u undoes it")
        return nil
    }

    private func undoEdit() {
        guard let undo = panel.viewUndos.popLast() else { return }
        let isDone = context.inspection.undo(undo)
        reload()
        let left = panel.viewUndos.isEmpty ? "" : ", \(panel.viewUndos.count.of("edit")) left"
        panel.say(isDone ? "\(undo.title) is as it was\(left)" : "\(undo.title) is gone: nothing to take back\(left)")
    }
}

/// Styles as they're typed; a pure value.
enum StyleText {
    struct Problem: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// The colors with names: those of a terminal, and the theme's.
    static let colors: [(name: String, color: Color)] = [
        ("black", .black), ("white", .white), ("gray", Color(0x808080)), ("silver", Color(0xC0C0C0)),
        ("red", Color(0xE04040)), ("orange", Color(0xFF9900)), ("yellow", Color(0xFFDD33)), ("green", Color(0x2EA043)),
        ("cyan", Color(0x33CCCC)), ("blue", Color(0x3B78FF)), ("navy", Color(0x1B2A4A)), ("purple", Color(0x8A4FFF)),
        ("magenta", Color(0xD040D0)), ("pink", Color(0xFF8FB1)), ("brown", Color(0x8B5A2B)), ("accent", Theme.accent),
        ("good", Theme.good), ("caution", Theme.caution), ("danger", Theme.danger),
    ]

    /// Reads a color by its name, or as `#rrggbb`.
    static func color(_ text: Substring) throws(Problem) -> Color {
        let name = text.lowercased()
        if let color = colors.first(where: { $0.name == name }) { return color.color }
        let digits = name.dropFirst()
        if name.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        {
            return Color(number)
        }
        let near = nearestName(to: name, in: colors.map(\.name))
        throw Problem(
            description: "No color '\(text)'" + (near.map { "; did you mean \($0)?" } ?? ".")
                + " Write #rrggbb, or one of: \(colors.map(\.name).joined(separator: " "))"
        )
    }

    /// Reads a style such as `white on #202020 bold`.
    static func style(_ text: String) throws(Problem) -> Style {
        var words = text.split(separator: " ")[...]
        guard let first = words.popFirst() else {
            throw Problem(description: "Write a color, such as white, or white on #202020 bold.")
        }
        var style = Style(foreground: try color(first))
        if words.first?.lowercased() == "on" {
            words.removeFirst()
            guard let below = words.popFirst() else { throw Problem(description: "A color is missing behind 'on'.") }
            style.background = try color(below)
        }
        for word in words {
            guard let attribute = TextAttributes.names.first(where: { $0.name == word.lowercased() }) else {
                let names = TextAttributes.names.map(\.name).joined(separator: " ")
                throw Problem(description: "'\(word)' is no attribute. Behind the colors stand: \(names)")
            }
            style.attributes.insert(attribute.attribute)
        }
        return style
    }

    /// Reads a background: `none`, a color alone, or a style.
    static func background(_ text: String, before: Style?) throws(Problem) -> Style? {
        let words = text.split(separator: " ")
        if words.count == 1, let word = words.first {
            if word.lowercased() == "none" { return nil }
            var style = before ?? Style()
            style.background = try color(word)
            return style
        }
        let style = try style(text)
        guard style.background != nil else {
            throw Problem(description: "Write none, a color, or a style such as white on navy.")
        }
        return style
    }
}

extension Rect {
    /// The size and the place, `10x1 4,3`, for a column of a table and for typing.
    var shortText: String { "\(size) \(minX),\(minY)" }

    /// Reads a frame such as `10x1 4,3`.
    fileprivate init(typed text: String) throws(StyleText.Problem) {
        let numbers = text.split(whereSeparator: { " x,".contains($0) }).map { Int($0) }
        guard numbers.count == 4, case let (width?, height?, x?, y?) = (numbers[0], numbers[1], numbers[2], numbers[3])
        else {
            throw StyleText.Problem(
                description: "Write the size and the place, such as 10x1 4,3: a frame is four whole numbers."
            )
        }
        guard width >= 0, height >= 0, [x, y, width, height].allSatisfy({ $0.magnitude < 10_000 }) else {
            throw StyleText.Problem(
                description: "A width and a height are 0 or more, and no number has more than four digits."
            )
        }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension String {
    /// The text in one line, in which `unescapingNewlines` finds its newlines again.
    fileprivate var escapingNewlines: String {
        map { $0 == "\\" ? "\\\\" : $0.isNewline ? "\\n" : String($0) }.joined()
    }

    fileprivate var unescapingNewlines: String {
        var text = ""
        var isEscaped = false
        for character in self {
            if isEscaped {
                text.append(character == "n" ? "\n" : character)
            } else if character != "\\" {
                text.append(character)
            }
            isEscaped = !isEscaped && character == "\\"
        }
        return text
    }
}
