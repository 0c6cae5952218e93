/// The bytes of a frame, in memory that is reused for the next one.
struct OutputBuffer: ~Copyable {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16 * 1024) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit {
        bytes.deallocate()
    }

    /// Makes room for `additional` bytes; appending otherwise relies on room that was reserved.
    mutating func reserve(_ additional: Int) {
        guard count + additional > capacity else { return }
        let larger = max(2 * capacity, count + additional)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = moved
        capacity = larger
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    /// Appends literal bytes; room must have been reserved.
    mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        (bytes + count).update(from: literal.utf8Start, count: length)
        count += length
    }

    /// Appends a number in decimal, 0 to 9999.
    mutating func append(number: Int) {
        let number = UInt32(truncatingIfNeeded: number)
        if number >= 1000 { append(UInt8(truncatingIfNeeded: 48 &+ number / 1000 % 10)) }
        if number >= 100 { append(UInt8(truncatingIfNeeded: 48 &+ number / 100 % 10)) }
        if number >= 10 { append(UInt8(truncatingIfNeeded: 48 &+ number / 10 % 10)) }
        append(UInt8(truncatingIfNeeded: 48 &+ number % 10))
    }

    /// Appends a text; room must have been reserved.
    mutating func append(text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Appends the bytes of a glyph, the first one lowest.
    mutating func append(packed glyph: UInt32) {
        var rest = glyph
        repeat {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        } while rest != 0
    }

    /// Appends a control sequence with one parameter, which is omitted if it is 1.
    mutating func appendSequence(_ number: Int, _ final: UInt8) {
        append("\u{1B}[")
        if number != 1 { append(number: number) }
        append(final)
    }

    /// Appends the sequence that moves the cursor to a cell from anywhere.
    mutating func appendPosition(x: Int, y: Int) {
        append("\u{1B}[")
        append(number: y + 1)
        if x > 0 {
            append(UInt8(ascii: ";"))
            append(number: x + 1)
        }
        append(UInt8(ascii: "H"))
    }

    /// The place of the next byte.
    var end: UnsafeMutablePointer<UInt8> { bytes + count }

    /// Counts the bytes that were written directly behind `end`.
    mutating func advance(to end: UnsafeMutablePointer<UInt8>) {
        count = end - bytes
    }

    mutating func removeLast(_ length: Int) {
        count -= length
    }

    mutating func removeAll() {
        count = 0
    }
}
