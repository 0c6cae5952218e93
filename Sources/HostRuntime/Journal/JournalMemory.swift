import Synchronization

/// The journal of one process: which calls run on each thread, and how the process ended.
///
/// Everything has a fixed place and refers to nothing else, so that a file that is
/// mapped as this memory can be read by another process, and after any death.
struct JournalMemory: @unchecked Sendable {  // Reason: threads share only atomics, and texts that are never changed.
    /// The number of bytes, most of which are never touched.
    static let size = 1 << 20

    /// The number of threads that have a stack.
    static let stackCount = 128

    // "HRJOURN3": the layout's name and version.
    private static let magic: UInt64 = 0x334E_5255_4F4A_5248

    private enum Offset {
        static let magic = 0
        static let process = 8
        static let signal = 12
        static let start = 16
        static let endedAt = 24
        static let end = 32
        static let stack = 36
        static let status = 40
        static let isLaunched = 44
        static let textEnd = 48
        static let isCrashMessagePrinted = 52
        static let bootID = 56
        static let program = 72
        static let programFile = 208
        static let log = 212
        static let hungAt = 216
        static let stacks = 256
        static let texts = 256 + stackCount * CallStack.size
    }

    private static let bootIDLength = 16
    private static let programLimit = 128
    static let textLimit = 240
    /// The number of bytes that a text, with the path and the version of a file, takes at most.
    private static let longestEntry = 3 * (textLimit + 1)
    /// The bytes that a text's place is a multiple of, so that 16 bits lead to every text.
    private static let grain = 16

    let base: UnsafeMutableRawPointer

    /// Creates an empty journal in memory of `size` bytes that are all zero.
    init(zeros base: UnsafeMutableRawPointer) {
        self.base = base
        base.storeBytes(of: JournalMemory.magic, toByteOffset: Offset.magic, as: UInt64.self)
        atomic(Offset.stack, Int32.self).pointee.store(-1, ordering: .relaxed)
        atomic(Offset.status, Int32.self).pointee.store(-1, ordering: .relaxed)
        // A text's handle is never 0, so the first place stays empty.
        atomic(Offset.textEnd, UInt32.self).pointee.store(UInt32(JournalMemory.grain), ordering: .relaxed)
        _ = append(Owner.host.description)
    }

    /// Creates a reference to a journal that exists already.
    @inline(__always) init(known base: UnsafeMutableRawPointer) {
        self.base = base
    }

    /// Whether bytes are the first ones of a journal whose layout is another version's.
    static func isOfOtherVersion(_ bytes: [UInt8]) -> Bool {
        let name = Array("HRJOURN".utf8)
        let version = UInt8(truncatingIfNeeded: magic >> 56)
        return bytes.count > name.count && bytes.starts(with: name) && bytes[name.count] != version
    }

    /// Opens the journal of another process; nil if the memory isn't one.
    init?(existing base: UnsafeMutableRawPointer) {
        guard base.load(fromByteOffset: Offset.magic, as: UInt64.self) == JournalMemory.magic else { return nil }
        self.base = base
    }

    /// Creates a journal that continues another one, in memory of zeros, while only the main thread has calls.
    init(zeros base: UnsafeMutableRawPointer, continuing other: JournalMemory) {
        self.base = base
        // All else is zero in both, and stays untouched.
        base.copyMemory(from: other.base, byteCount: Offset.stacks + CallStack.size)
        (base + Offset.texts).copyMemory(from: other.base + Offset.texts, byteCount: other.textEnd)
    }

    private func atomic<Value: AtomicRepresentable>(
        _ offset: Int,
        _: Value.Type
    ) -> UnsafeMutablePointer<Atomic<Value>> {
        (base + offset).assumingMemoryBound(to: Atomic<Value>.self)
    }

    // MARK: - The process

    /// The process's number.
    var process: Int32 {
        get { base.load(fromByteOffset: Offset.process, as: Int32.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: Offset.process, as: Int32.self) }
    }

    /// The journal's start in nanoseconds of the monotonic clock.
    var start: UInt64 {
        get { base.load(fromByteOffset: Offset.start, as: UInt64.self) }
        nonmutating set { base.storeBytes(of: newValue, toByteOffset: Offset.start, as: UInt64.self) }
    }

    /// The number of the machine's boot, which began the monotonic clock.
    var bootID: [UInt8] {
        get { Array(UnsafeRawBufferPointer(start: base + Offset.bootID, count: JournalMemory.bootIDLength)) }
        nonmutating set { write(newValue, at: Offset.bootID, limit: JournalMemory.bootIDLength) }
    }

    /// Records the program's name, for the sentence about its end.
    func setProgram(_ name: String) {
        write(Array(name.escapingControls.utf8), at: Offset.program, limit: JournalMemory.programLimit - 1)
    }

    /// The bytes of the program's name, up to a zero.
    var program: UnsafePointer<UInt8> { UnsafePointer((base + Offset.program).assumingMemoryBound(to: UInt8.self)) }

    /// The path of the log, which gets a line about a bad end; `none` if there is none.
    var log: JournalText {
        get { text(at: Offset.log) }
        nonmutating set { setText(newValue, at: Offset.log) }
    }

    /// The program's file, as it was when it was started; nil if it isn't known.
    var programFile: PluginBuild? { file(of: text(at: Offset.programFile)) }

    /// Sets the program's file to that of a text.
    func setProgramFile(_ text: JournalText) {
        setText(text, at: Offset.programFile)
    }

    /// A text that no other journal has.
    var identity: String { "\(process)-\(start)-\(bootID.map { String($0, radix: 16) }.joined())" }

    private func text(at offset: Int) -> JournalText {
        JournalText(handle: UInt16(truncatingIfNeeded: atomic(offset, UInt32.self).pointee.load(ordering: .acquiring)))
    }

    private func setText(_ text: JournalText, at offset: Int) {
        atomic(offset, UInt32.self).pointee.store(UInt32(text.handle), ordering: .releasing)
    }

    /// Whether the plugins have been activated.
    var isLaunched: Bool {
        get { atomic(Offset.isLaunched, UInt32.self).pointee.load(ordering: .relaxed) != 0 }
        nonmutating set { atomic(Offset.isLaunched, UInt32.self).pointee.store(newValue ? 1 : 0, ordering: .relaxed) }
    }

    private func write(_ bytes: [UInt8], at offset: Int, limit: Int) {
        for (index, byte) in bytes.prefix(limit).enumerated() {
            base.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
        }
    }

    /// The last time at which the main thread was seen to hang, in nanoseconds of the monotonic clock; 0 for never.
    var hungAt: UInt64 {
        get { atomic(Offset.hungAt, UInt64.self).pointee.load(ordering: .relaxed) }
        nonmutating set { atomic(Offset.hungAt, UInt64.self).pointee.store(newValue, ordering: .relaxed) }
    }

    // MARK: - The end

    /// The way in which the process ended, as far as it could say.
    var end: JournalEnd {
        JournalEnd(rawValue: atomic(Offset.end, UInt32.self).pointee.load(ordering: .acquiring)) ?? .none
    }

    /// The signal that ended the process; 0 for none.
    var signal: Int32 { atomic(Offset.signal, Int32.self).pointee.load(ordering: .relaxed) }

    /// The end of the process in nanoseconds of the monotonic clock; 0 if it couldn't record it.
    var endedAt: UInt64 { atomic(Offset.endedAt, UInt64.self).pointee.load(ordering: .relaxed) }

    /// The stack of the thread that ended the process; nil when it isn't known.
    var endingStack: CallStack? {
        let index = Int(atomic(Offset.stack, Int32.self).pointee.load(ordering: .relaxed))
        return (0..<JournalMemory.stackCount).contains(index) ? stack(index) : nil
    }

    /// The status that the guardian read of the dead process, as `waitpid` gives it; nil when it read none.
    var status: Int32? {
        get {
            let status = atomic(Offset.status, Int32.self).pointee.load(ordering: .relaxed)
            return status < 0 ? nil : status
        }
        nonmutating set { atomic(Offset.status, Int32.self).pointee.store(newValue ?? -1, ordering: .relaxed) }
    }

    /// Records how the process ends; the first record counts.
    ///
    /// Async-signal-safe.
    func record(_ end: JournalEnd, signal: Int32 = 0, on stack: CallStack?, at now: UInt64) {
        guard atomic(Offset.end, UInt32.self).pointee.load(ordering: .relaxed) == 0 else { return }
        atomic(Offset.signal, Int32.self).pointee.store(signal, ordering: .relaxed)
        atomic(Offset.endedAt, UInt64.self).pointee.store(now, ordering: .relaxed)
        let index = stack.map { Int32(truncatingIfNeeded: ($0.base - base - Offset.stacks) / CallStack.size) } ?? -1
        atomic(Offset.stack, Int32.self).pointee.store(index, ordering: .relaxed)
        atomic(Offset.end, UInt32.self).pointee.store(end.rawValue, ordering: .releasing)
    }

    /// Reserves the report of the end; returns false if it has been made.
    ///
    /// Async-signal-safe.
    func claimCrashMessage() -> Bool {
        atomic(Offset.isCrashMessagePrinted, UInt32.self).pointee
            .compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged
    }

    // MARK: - Stacks

    /// The stack of the thread with an index; the main thread's is 0.
    @inline(__always) func stack(_ index: Int) -> CallStack {
        CallStack(base: base + Offset.stacks + index &* CallStack.size)
    }

    // MARK: - Texts

    /// The number of bytes of texts.
    private var textEnd: Int { Int(atomic(Offset.textEnd, UInt32.self).pointee.load(ordering: .acquiring)) }

    /// Appends a text, with hidden characters spelled out; `none` when there is no room left.
    ///
    /// The text of a plugin may have the file that its code is in; a path that is too long is left empty.
    /// Callers hold a lock.
    func append(_ text: String, file: PluginBuild? = nil) -> JournalText {
        let hasRoom = file.map { $0.path.utf8.count <= JournalMemory.textLimit } ?? false
        let texts = [text] + (file.map { [hasRoom ? $0.path : "", $0.version] } ?? [])
        let bytes = Array(texts.map { $0.escapingControls.utf8.prefix(JournalMemory.textLimit) }.joined(separator: [0]))
        let start = textEnd
        let grain = JournalMemory.grain
        // Three zeros at least: those of a text, and of a path and a version that it doesn't have.
        let end = (start + bytes.count + 2 + grain) / grain * grain
        // A text is read up to its largest length.
        guard Offset.texts + start < JournalMemory.size - JournalMemory.longestEntry,
            let handle = UInt16(exactly: start / grain)
        else { return .none }
        write(bytes, at: Offset.texts + start, limit: bytes.count)
        atomic(Offset.textEnd, UInt32.self).pointee.store(UInt32(end), ordering: .releasing)
        return JournalText(handle: handle)
    }

    /// The bytes of a text, up to a zero; an empty text for a handle that is none.
    func bytes(_ text: JournalText) -> UnsafePointer<UInt8> {
        // A damaged file's handle may lead beyond the memory.
        let offset = Offset.texts + Int(text.handle) * JournalMemory.grain
        let place = offset < JournalMemory.size - JournalMemory.longestEntry ? offset : Offset.texts
        return UnsafePointer((base + place).assumingMemoryBound(to: UInt8.self))
    }

    /// The text, as another process wrote it.
    func string(_ text: JournalText) -> String {
        let bytes = UnsafeBufferPointer(start: bytes(text), count: JournalMemory.textLimit).prefix { $0 != 0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The file that a plugin's code is in, as another process wrote it; nil for the program's.
    func file(of owner: JournalText) -> PluginBuild? {
        let bytes = UnsafeBufferPointer(start: bytes(owner), count: JournalMemory.longestEntry)
        let texts = bytes.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
        guard texts.count > 2, !texts[2].isEmpty else { return nil }
        return PluginBuild(
            path: String(decoding: texts[1], as: UTF8.self),
            version: String(decoding: texts[2], as: UTF8.self)
        )
    }
}

/// The way in which a process ended, as far as its journal says.
enum JournalEnd: UInt32, Hashable, Sendable {
    /// It runs, or was killed without being able to say so.
    case none = 0
    /// In order, or because another process asked it to end.
    case inOrder = 1
    /// By `exit`, in the middle of its run.
    case exit = 2
    /// By a fault of its own code.
    case crash = 3
    /// By the program, because other code has closed or replaced one of its descriptors.
    case lostDescriptor = 4
}
