/// A piece of captured output.
enum CapturedOutput: Hashable, Sendable {
    /// A line, without its line feed, and the plugin whose call ran on the main actor when it came.
    case line(String, Owner?)
    /// The number of lines that were lost.
    case dropped(Int)
}

/// Cuts captured output into lines, in bounded memory.
struct CapturedLines: Hashable, Sendable {
    /// The maximum number of waiting bytes; further lines are dropped and counted.
    static let limit = 256 * 1024

    /// The maximum length of a line in bytes; a longer one is cut into several.
    static let longestLine = 4096

    private var lines: [CapturedOutput] = []
    private var waiting = 0
    private var dropped = 0
    private var partial: [UInt8] = []
    /// The plugin that ran when the newest bytes came.
    private var owner: Owner?
    private var appended = 0

    /// The number of bytes that were added before those that are left.
    ///
    /// Right after `removeLines()`, it's the number of bytes of all lines that were removed.
    var removedBytes: Int { appended - partial.count }

    /// Whether no whole line is waiting.
    var isEmpty: Bool { lines.isEmpty && dropped == 0 }

    /// Adds captured bytes; the lines that they end belong to the owner.
    mutating func append(_ bytes: some Sequence<UInt8>, owner: Owner? = nil) {
        self.owner = owner
        for byte in bytes {
            appended += 1
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else {
                if partial.count == CapturedLines.longestLine { cutLine(before: byte) }
                partial.append(byte)
            }
        }
    }

    /// Removes and returns the whole lines, oldest first.
    mutating func removeLines() -> [CapturedOutput] {
        var removed = lines
        if dropped > 0 { removed.append(.dropped(dropped)) }
        lines = []
        waiting = 0
        dropped = 0
        return removed
    }

    /// Removes and returns everything, including a line without an end.
    mutating func removeAll() -> [CapturedOutput] {
        if !partial.isEmpty { endLine() }
        return removeLines()
    }

    /// Ends a line that is too long, before the character to which the next byte belongs.
    private mutating func cutLine(before byte: UInt8) {
        let isInside = UTF8.isContinuation(byte)
        let start = isInside ? partial.suffix(3).lastIndex { !UTF8.isContinuation($0) } : nil
        let rest = Array(partial[(start ?? partial.endIndex)...])
        partial.removeLast(rest.count)
        endLine()
        partial = rest
    }

    private mutating func endLine() {
        defer { partial.removeAll(keepingCapacity: true) }
        // Lines after a loss are lost too, so that the loss is reported where it happened.
        guard dropped == 0, waiting + partial.count <= CapturedLines.limit else {
            dropped += 1
            return
        }
        // Empty lines take memory too.
        waiting += partial.count + 1
        lines.append(.line(String(decoding: partial, as: UTF8.self), owner))
    }
}
