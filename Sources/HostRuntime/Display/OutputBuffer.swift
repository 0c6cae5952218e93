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
    @inline(__always)
    mutating func reserve(_ additional: Int) {
        if count &+ additional > capacity { grow(by: additional) }
    }

    @inline(never)
    private mutating func grow(by additional: Int) {
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
        count &+= 1
    }

    /// Appends literal bytes; room must have been reserved.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        let length = literal.utf8CodeUnitCount
        UnsafeMutableRawPointer(end).copyMemory(from: literal.utf8Start, byteCount: length)
        count &+= length
    }

    /// Appends up to 8 bytes of a word, the first one lowest; room for 8 must have been reserved.
    @inline(__always)
    mutating func append(word: UInt64, count length: Int) {
        UnsafeMutableRawPointer(end).storeBytes(of: word.littleEndian, as: UInt64.self)
        count &+= length
    }

    /// Appends a number in decimal, 0 to 9999, and a byte behind it.
    @inline(__always)
    mutating func append(number: Int, _ final: UInt8) {
        let (number, length) = (UInt32(truncatingIfNeeded: number), OutputBuffer.digits(number))
        let (high, low) = (number / 100, number % 100)
        let digits = high / 10 | (high % 10) << 8 | (low / 10) << 16 | (low % 10) << 24 | 0x3030_3030
        let word = UInt64(digits) | UInt64(final) << 32
        append(word: word >> UInt64(truncatingIfNeeded: 8 &* (4 &- length)), count: length &+ 1)
    }

    /// The number of digits of a number up to 9999, without a branch that is hard to predict.
    @inline(__always)
    static func digits(_ number: Int) -> Int {
        1 &+ (number >= 10 ? 1 : 0) &+ (number >= 100 ? 1 : 0) &+ (number >= 1000 ? 1 : 0)
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
    @inline(__always)
    mutating func appendSequence(_ number: Int, _ final: UInt8) {
        append("\u{1B}[")
        if number == 1 { append(final) } else { append(number: number, final) }
    }

    /// Appends the sequence that moves the cursor to a cell from anywhere.
    @inline(__always)
    mutating func appendPosition(x: Int, y: Int) {
        append("\u{1B}[")
        if x > 0 {
            append(number: y &+ 1, UInt8(ascii: ";"))
            append(number: x &+ 1, UInt8(ascii: "H"))
        } else {
            append(number: y &+ 1, UInt8(ascii: "H"))
        }
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
