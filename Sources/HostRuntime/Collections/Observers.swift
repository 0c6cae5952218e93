/// The closures that observe something, in the order of adding.
@MainActor final class Observers<Value> {
    private var listeners: [Listener] = []

    private final class Listener {
        var body: (@MainActor (Value) -> Void)?

        init(_ body: @escaping @MainActor (Value) -> Void) {
            self.body = body
        }
    }

    init() {}

    /// Whether nothing observes, so that values needn't be made.
    var isEmpty: Bool { listeners.isEmpty }

    /// Adds a closure, and returns one that removes it.
    func add(_ body: @escaping @MainActor (Value) -> Void) -> @MainActor () -> Void {
        let listener = Listener(body)
        listeners.append(listener)
        return { [weak self] in
            // Another observer may remove it while a value is on its way.
            listener.body = nil
            self?.listeners.removeAll { $0 === listener }
        }
    }

    /// Calls the closures with a value; one that is added meanwhile isn't called for it.
    func send(_ value: Value) {
        for listener in listeners { listener.body?(value) }
    }
}
