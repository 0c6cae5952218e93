/// A piece of captured output.
enum CapturedOutput: Hashable, Sendable {
    /// A line, without its line feed.
    case line(String)
    /// So many lines were lost.
    case dropped(Int)
}

/// Cuts captured output into lines, in bounded memory.
struct CapturedLines: Hashable, Sendable {
    /// The most bytes that wait to be taken; what comes on top is dropped, and the number of lines is told.
    static let limit = 256 * 1024

    /// The longest line; a longer one is cut into several.
    static let longestLine = 4096

    private var lines: [String] = []
    private var waiting = 0
    private var dropped = 0
    private var partial: [UInt8] = []

    /// Whether there is a whole line to take.
    var isEmpty: Bool { lines.isEmpty && dropped == 0 }

    /// Takes bytes in.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else {
                if partial.count == CapturedLines.longestLine { endLine() }
                partial.append(byte)
            }
        }
    }

    /// Returns the whole lines, oldest first, without their line feeds.
    mutating func take() -> [CapturedOutput] {
        var taken = lines.map { CapturedOutput.line($0) }
        if dropped > 0 { taken.append(.dropped(dropped)) }
        lines = []
        waiting = 0
        dropped = 0
        return taken
    }

    /// Returns all that is left, a line without an end included.
    mutating func finish() -> [CapturedOutput] {
        if !partial.isEmpty { endLine() }
        return take()
    }

    private mutating func endLine() {
        defer { partial.removeAll(keepingCapacity: true) }
        guard waiting + partial.count <= CapturedLines.limit else {
            dropped += 1
            return
        }
        // Empty lines take memory too.
        waiting += partial.count + 1
        lines.append(String(decoding: partial, as: UTF8.self))
    }
}
