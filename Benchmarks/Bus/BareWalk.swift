/// A walk over closures that nothing protects and nothing retains: what the processor needs at least.
final class BareWalk: Contestant, @unchecked Sendable {
    // Unchecked: observers are added before the first post.
    private final class Entry {
        let body: @Sendable (UnsafePointer<Message>) -> Void

        init(_ body: @escaping @Sendable (UnsafePointer<Message>) -> Void) {
            self.body = body
        }
    }

    static let name = "bare walk"
    private var owned: [Entry] = []
    private var entries: ContiguousArray<Unmanaged<Entry>> = []

    @inline(never)
    func post(_ count: Int, value: Int) {
        // A buffer, because a loop over an array retains it.
        entries.withUnsafeBufferPointer { entries in
            for number in 0..<count {
                withUnsafePointer(to: Message(value: value, number: number)) { message in
                    for entry in entries { entry._withUnsafeGuaranteedRef { $0.body(message) } }
                }
            }
        }
    }

    func observe(_ sum: Sum) {
        let entry = Entry { sum.add($0.pointee) }
        owned.append(entry)
        entries.append(.passUnretained(entry))
    }

    func cancel(_ registration: Void) {}
}
