import FoundationEssentials
import HostRuntime

/// A value of a store, or an empty store.
struct StoreItem: Hashable, Sendable {
    let namespace: String

    /// The value with its key; nil for a store without values.
    let value: StoredValue?
}

/// A change of a stored value that can be undone.
struct StoreUndo {
    let namespace: String
    let key: String
    let value: PlainValue?
}

/// The values of all stores, which can be changed; secrets are neither shown nor changed.
final class StorePage: TablePage<StoreItem> {
    private var stores: [String: StoreReport] = [:]

    override var columns: [TableColumn] {
        [
            .growing("STORE", least: 10),
            .growing("KEY", least: 14),
            .growing("VALUE", least: 16),
        ]
    }

    override func open() {
        super.open()
        // Stores change without a message, also by other processes.
        every(.seconds(2)) { [weak self] in self?.reload() }
    }

    override func fetch() -> [StoreItem] {
        let reports = context.inspection.stores
        stores = Dictionary(reports.map { ($0.namespace, $0) }, uniquingKeysWith: { first, _ in first })
        return reports.flatMap { store -> [StoreItem] in
            let values = context.inspection.values(inStore: store.namespace)
            guard !values.isEmpty else { return [StoreItem(namespace: store.namespace, value: nil)] }
            return values.map { StoreItem(namespace: store.namespace, value: $0) }
        }
    }

    override func id(of item: StoreItem) -> AnyHashable { [item.namespace, item.value?.key ?? ""] }

    override func cells(of item: StoreItem) -> [TableCell] {
        [
            .quiet(item.namespace),
            item.value.map { TableCell($0.key) } ?? .quiet("empty"),
            item.value.map {
                TableCell("\($0.value.showingDates(under: $0.key, in: clock.zone))", $0.isSecret ? Theme.caution : nil)
            } ?? "",
        ]
    }

    override func details(of item: StoreItem) -> [DetailView.Line] {
        var lines: [DetailView.Line] = []
        if let value = item.value {
            lines = [.heading(value.key)] + self.lines(of: value.value, under: value.key, depth: 0).prefix(500)
            if value.isSecret { lines.append(.text("A part with ••• is secret by its name.", Theme.caution)) }
        }
        lines.append(.heading("Store \(item.namespace)"))
        if let store = stores[item.namespace] {
            lines.append(.field("file", store.path.isEmpty ? "none: it's in memory" : store.path))
            lines.append(.field("values", "\(store.count)"))
            lines.append(.field("in use", store.isInUse ? "yes" : "no, it's left by an earlier run"))
        }
        return lines
    }

    /// The value, with a line for each part of a dictionary or a list; a date is there in both forms.
    private func lines(of value: PlainValue, under key: String, depth: Int) -> [DetailView.Line] {
        let indent = String(repeating: "  ", count: depth)
        func leaf(_ value: PlainValue, _ key: String) -> String {
            let date = StoredDate(value, under: key)?.date.inWords(clock.zone)
            return date.map { "\($0)  (\(value.visibleJSON))" } ?? value.visibleJSON
        }
        func part(_ name: String, _ value: PlainValue, _ key: String) -> [DetailView.Line] {
            switch value {
            case .dictionary, .array: [.text("\(indent)\(name)")] + lines(of: value, under: key, depth: depth + 1)
            default: [.text("\(indent)\(name): \(leaf(value, key))")]
            }
        }
        switch value {
        case .dictionary(let values) where !values.isEmpty:
            return values.sorted { $0.key < $1.key }.flatMap { part($0.key, $0.value, $0.key) }
        case .array(let values) where !values.isEmpty:
            return values.enumerated().flatMap { part("\($0.offset)", $0.element, key) }
        default: return [.text("\(indent)\(leaf(value, key))")]
        }
    }

    // MARK: - Changing

    override var actions: [PageAction] {
        var actions: [PageAction] = []
        if let value = selected?.value, !value.isSecret {
            actions.append(PageAction(.character("e"), "edit") { [weak self] in self?.edit() })
            actions.append(PageAction(.character("d"), "delete") { [weak self] in self?.delete() })
        }
        if selected != nil { actions.append(PageAction(.character("n"), "new") { [weak self] in self?.add() }) }
        if selected != nil { actions.append(PageAction(.character("x"), "export") { [weak self] in self?.export() }) }
        if !panel.storeUndos.isEmpty {
            actions.append(PageAction(.character("u"), "undo") { [weak self] in self?.undo() })
        }
        return actions + tableActions
    }

    override func choose(_ item: StoreItem, column: Int) {
        if item.value?.isSecret == false { edit() }
    }

    private func edit() {
        guard let item = selected, let value = item.value, !value.isSecret else { return }
        let old = value.value.visibleJSON
        panel.ask("\(value.key) as JSON", text: old) { [weak self] text in
            // JSON has no infinity, so reading the text again could change the value.
            text == old ? nil : self?.set(text, for: value.key, in: item.namespace)
        }
    }

    private func add() {
        guard let namespace = selected?.namespace else { return }
        panel.ask("new in \(namespace)", placeholder: "key=JSON, such as cups=3") { [weak self] text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = parts[0].trimmingWhitespace
            guard parts.count == 2, !key.isEmpty else { return "Write key=JSON, such as cups=3." }
            return self?.set(String(parts[1]), for: key, in: namespace)
        }
    }

    private func delete() {
        guard let item = selected, let key = item.value?.key else { return }
        if let problem = put(nil, for: key, in: item.namespace) { panel.say(problem) }
    }

    private func undo() {
        guard let undo = panel.storeUndos.popLast() else { return }
        if let problem = put(undo.value, for: undo.key, in: undo.namespace, isUndo: true) {
            panel.say(problem)
        }
    }

    /// Puts a value that was typed as JSON; returns the problem with it, or nil.
    private func set(_ text: String, for key: String, in namespace: String) -> String? {
        do {
            return put(try PlainValue(json: text.utf8), for: key, in: namespace)
        } catch {
            return error.problem
        }
    }

    private func put(_ value: PlainValue?, for key: String, in namespace: String, isUndo: Bool = false) -> String? {
        do {
            let old = try context.inspection.setValue(value, for: key, inStore: namespace)
            if !isUndo { panel.storeUndos.append(StoreUndo(namespace: namespace, key: key, value: old)) }
            reload()
            select([namespace, key])
            panel.say(
                isUndo
                    ? "'\(key)' is as it was"
                    : "'\(key)' \(value == nil ? "deleted" : old == nil ? "added" : "changed") · u undoes it"
            )
            panel.actionsDidChange()
            return nil
        } catch {
            return "\(error)"
        }
    }

    override var emptyText: String { "Nothing is stored. A plugin stores values in context.storage.store." }

    override var summary: String {
        "\(allItems.count { $0.value != nil }.of("value")) in \(stores.count.of("store"))"
    }

    // MARK: - Exporting

    private func export() {
        guard let namespace = selected?.namespace else { return }
        panel.ask("write '\(namespace)' to the file", text: "\(namespace)-export.json") { [weak self] path in
            self?.export(namespace, to: path)
        }
    }

    /// Writes a store to a new file for its user alone; returns the problem, or nil.
    private func export(_ namespace: String, to path: String) -> String? {
        guard !path.isEmpty else { return "Write the name of a file." }
        guard !FileManager.default.fileExists(atPath: path) else { return "'\(path)' is there already." }
        do {
            let text = try context.inspection.exportStore(namespace)
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            let isWritten = FileManager.default.createFile(
                atPath: path,
                contents: Data((text + "\n").utf8),
                attributes: attributes
            )
            guard isWritten else {
                return "'\(path)' can't be written. Is the folder there, and may you write to it?"
            }
            panel.say("Wrote '\(namespace)' to \(path), without secrets.")
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The command that returns a store as JSON, for scripts and for other tools.
    static func exportCommand(_ panel: InspectorPanel) -> Command {
        let context = panel.context
        let parameter = CommandParameter(
            name: "store",
            title: "Store",
            kind: .choice { [weak context] in
                (context?.inspection.stores ?? []).map {
                    CommandChoice(value: $0.namespace, title: $0.namespace, detail: $0.count.of("value"))
                }
            }
        )
        return Command(
            id: "inspector.export-store",
            title: "Export a store as JSON",
            group: "Inspector",
            icon: "▤",
            isListed: false,
            parameters: [parameter]
        ) { [weak context] arguments in
            try context?.inspection.exportStore(arguments.text("store"))
        }
    }
}
