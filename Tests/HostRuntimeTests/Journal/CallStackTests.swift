import Testing

@testable import HostRuntime

@Suite struct CallStackTests {
    private let stack = JournalMemory.scratch().stack(0)
    private let first = CallEntry(word: 0x1_02_05)
    private let second = CallEntry(word: 0x2_04_06)

    @Test func `a stack without calls has no innermost call`() {
        #expect(stack.innermost == nil)
    }

    @Test func `the innermost call is the one that began last`() {
        let outer = stack.push(first, at: 10)
        let inner = stack.push(second, at: 20)

        #expect(stack.innermost == CallStack.Call(entry: second, begin: 20))

        stack.pop(inner)
        #expect(stack.innermost == CallStack.Call(entry: first, begin: 10))

        stack.pop(outer)
        #expect(stack.innermost == nil)
    }

    @Test func `the last call runs again when its doing is found later, but not while another one runs`() {
        stack.reopen()
        #expect(stack.innermost == nil)
        stack.pop(stack.push(first, at: 10))

        stack.reopen()
        #expect(stack.innermost == CallStack.Call(entry: first, begin: 10))

        let outer = stack.push(second, at: 20)
        stack.reopen()
        #expect(stack.innermost?.entry == second)
        stack.pop(outer)
    }

    @Test func `calls deeper than the limit share the last frame, and the ones around them are found again`() {
        var outers: [CallStack.Outer] = []
        for depth in 0..<CallStack.limit + 40 {
            outers.append(stack.push(CallEntry(word: UInt64(depth)), at: UInt64(depth)))
            #expect(stack.innermost?.entry.word == UInt64(depth))
        }

        for depth in (0..<CallStack.limit + 40).reversed() {
            #expect(stack.innermost == .init(entry: CallEntry(word: UInt64(depth)), begin: UInt64(depth)))
            stack.pop(outers[depth])
        }
        #expect(stack.innermost == nil)
    }

    @Test func `a stack belongs to one thread until it is given back`() {
        #expect(stack.reserve())
        #expect(!stack.reserve())

        _ = stack.push(first, at: 1)
        stack.release()

        #expect(stack.innermost == nil)
        #expect(stack.reserve())
    }
}

extension JournalMemory {
    /// An empty journal, which lives as long as the process.
    static func scratch() -> JournalMemory {
        let base = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        return JournalMemory(zeros: base)
    }

    /// Begins a call of a plugin's code on a thread.
    @discardableResult
    func begin(
        _ plugin: String,
        _ phase: CallPhase,
        source: String? = nil,
        line: Int = 0,
        on stack: Int = 0,
        at now: UInt64 = 0
    ) -> CallStack.Outer {
        let source = source.map { append($0) } ?? .none
        let entry = CallEntry(owner: append(plugin), phase: phase, source: source, line: line)
        return self.stack(stack).push(entry, at: now)
    }
}
