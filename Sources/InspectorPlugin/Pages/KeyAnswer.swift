import HostRuntime

/// The answer to who gets a key; a pure value.
struct KeyAnswer: Hashable {
    let key: KeyEvent
    let lines: [DetailView.Line]

    init(_ key: KeyEvent, window: WindowInfo?, commands: [CommandReport]) {
        self.key = key
        var lines: [DetailView.Line] = [.heading("The key \(key.sign)")]
        if key == KeyEvent(.character("c"), .control) || key == KeyEvent(.character("z"), .control) {
            lines.append(.text("The program itself takes this key, before any window and any command."))
            self.lines = lines
            return
        }
        lines.append(
            window.map {
                .field("first", "the key window '\($0.title)' of \($0.owner): its view with the keyboard may take it")
            } ?? .field("first", "no window has the keyboard")
        )
        if let first = commands.first {
            lines.append(.field("then", "the command '\(first.command.id)' of \(first.owner)", Theme.good))
            for other in commands.dropFirst() {
                lines.append(
                    .field("never", "'\(other.command.id)' of \(other.owner), which came later", Theme.danger)
                )
            }
        } else {
            lines.append(.field("then", "no command has this key"))
        }
        self.lines = lines
    }
}
