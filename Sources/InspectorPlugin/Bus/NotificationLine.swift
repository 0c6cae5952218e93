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
        switch CommandValues.read(parts.count > 1 ? String(parts[1]) : "") {
        case .success(let values): self.values = values
        case .failure(let problem): throw Problem(text: problem.text)
        }
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

extension InspectorPage {
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
