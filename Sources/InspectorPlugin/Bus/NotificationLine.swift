import HostRuntime

/// A named notification as it's typed in one line: `name key=value, key=value`; a pure value.
struct NotificationLine: Hashable {
    let name: NotificationName
    let values: [String: PlainValue]

    struct Problem: Error, Hashable {
        let text: String
    }

    init(_ text: String) throws(Problem) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard let name = parts.first else { throw Problem(text: "has no name") }
        guard !name.contains("=") else { throw Problem(text: "has no name before its values") }
        self.name = NotificationName(String(name))
        values = try NotificationLine.values(in: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Reads `name=value, name=value`; a value is JSON, or else a text.
    private static func values(in text: String) throws(Problem) -> [String: PlainValue] {
        var values: [String: PlainValue] = [:]
        for part in parts(of: text) {
            guard let equals = part.firstIndex(of: "=") else {
                throw Problem(text: "'\(part)' has no '=': write name=value")
            }
            let name = part[..<equals].trimmingWhitespace
            guard !name.isEmpty else { throw Problem(text: "'\(part)' has no name: write name=value") }
            let value = part[part.index(after: equals)...].trimmingWhitespace
            values[name] = (try? PlainValue(json: value.utf8)) ?? .string(value)
        }
        return values
    }

    /// The parts between commas that aren't in quotes, in a list or in an object.
    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        var depth = 0
        for character in text {
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "[" where !isQuoted, "{" where !isQuoted: depth += 1
            case "]" where !isQuoted, "}" where !isQuoted: depth = max(0, depth - 1)
            default: break
            }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            if character == ",", !isQuoted, depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { $0.trimmingWhitespace }.filter { !$0.isEmpty }
    }

    /// The command that posts a notification, for scripts and for other tools.
    @MainActor static func command(_ panel: InspectorPanel) -> Command {
        Command(
            id: "inspector.post",
            title: "Post a notification by name",
            group: "Inspector",
            icon: "✉",
            isListed: false,
            parameters: [
                CommandParameter(name: "name", title: "Name", hint: "such as shop.changed"),
                CommandParameter(name: "values", title: "Values", hint: "key=value, key=value", defaultValue: ""),
            ]
        ) { [weak panel] arguments in
            do {
                let notice = try NotificationLine("\(arguments.text("name")) \(arguments.text("values"))")
                panel?.context.bus.post(named: notice.name, notice.values)
                return nil
            } catch let problem as Problem {
                throw CommandFieldError("values", problem.text)
            }
        }
    }
}

extension TablePage {
    /// The actions that mute a message, and show all again.
    ///
    /// A muted one is left out of the traffic, and marked among the topics.
    func muteActions(of message: String?) -> [PageAction] {
        let muted = panel.mutedMessages
        var actions: [PageAction] = []
        if let message {
            let isMuted = muted.contains(message)
            actions.append(
                PageAction(.character("m"), isMuted ? "unmute" : "mute") { [weak self] in
                    self?.panel.mutedMessages.formSymmetricDifference([message])
                    self?.reload()
                    self?.panel.say("'\(message)' is \(isMuted ? "shown again" : "muted: M shows all again").")
                }
            )
        }
        guard !muted.isEmpty else { return actions }
        let all = PageAction(.character("M"), "unmute \(muted.count)") { [weak self] in
            self?.panel.mutedMessages = []
            self?.reload()
        }
        return actions + [all]
    }

    /// The action that asks for a notification and posts it.
    var postAction: PageAction {
        PageAction(.character("p"), "post") { [weak self] in
            self?.panel.ask("post", placeholder: "name key=value, key=value") { text in
                do throws(NotificationLine.Problem) {
                    let notice = try NotificationLine(text)
                    self?.context.bus.post(named: notice.name, notice.values)
                    return nil
                } catch {
                    return error.text
                }
            }
        }
    }
}
