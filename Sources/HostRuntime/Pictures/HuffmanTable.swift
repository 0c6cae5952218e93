/// A Huffman code of deflate, built from the lengths of its words (RFC 1951, 3.2.2).
///
/// Words of up to ten bits are found in a table, longer ones by counting. A
/// larger table would cost more to fill than it saves: a hostile stream can
/// begin a new code every few bytes.
struct HuffmanTable {
    static let longestWord = 15
    private static let fastBits = 10

    /// The bits that find a short word.
    static var fastMask: UInt64 { 0x3FF }

    /// Symbol << 4 | length for the next ten bits, 1024 in all; 0 if the word is longer or there is none.
    private(set) var fast: [UInt16]
    /// The number of words of each length.
    private var counts: [Int]
    /// The symbols, ordered by word.
    private var symbols: [UInt16]

    /// Creates a code; nil if the lengths don't form a complete prefix code.
    ///
    /// As in zlib, two incomplete codes are accepted unless `isComplete` is
    /// true: no word at all, and a single word of one bit.
    init?(lengths: ArraySlice<UInt8>, isComplete: Bool = false) {
        var counts = [Int](repeating: 0, count: HuffmanTable.longestWord + 1)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var free = 1
        for length in 1...HuffmanTable.longestWord {
            free = free * 2 - counts[length]
            guard free >= 0 else { return nil }
        }
        let longest = counts.lastIndex { $0 > 0 } ?? 0
        guard free == 0 || longest <= 1 && !isComplete else { return nil }

        var nextIndex = [Int](repeating: 0, count: HuffmanTable.longestWord + 2)
        var nextWord = nextIndex
        for length in 1...HuffmanTable.longestWord {
            nextIndex[length + 1] = nextIndex[length] + counts[length]
            nextWord[length + 1] = (nextWord[length] + counts[length]) << 1
        }
        var symbols = [UInt16](repeating: 0, count: nextIndex[HuffmanTable.longestWord + 1])
        var fast = [UInt16](repeating: 0, count: 1 << HuffmanTable.fastBits)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            symbols[nextIndex[length]] = UInt16(symbol)
            nextIndex[length] += 1
            let word = nextWord[length]
            nextWord[length] += 1
            guard length <= HuffmanTable.fastBits else { continue }
            // Words arrive highest bit first, everything else in a stream lowest bit first.
            var index = HuffmanTable.reversed(word, bits: length)
            while index < fast.count {
                fast[index] = UInt16(symbol << 4 | length)
                index += 1 << length
            }
        }
        self.counts = counts
        self.symbols = symbols
        self.fast = fast
    }

    /// Returns the symbol of the word in the lowest bits, and its length; nil if no word matches.
    func symbol(at bits: UInt64) -> (value: Int, length: Int)? {
        let entry = fast[Int(truncatingIfNeeded: bits & HuffmanTable.fastMask)]
        return entry == 0 ? longSymbol(at: bits) : (Int(entry >> 4), Int(entry & 15))
    }

    /// Returns what `symbol(at:)` does, for a word that isn't among the short ones.
    func longSymbol(at bits: UInt64) -> (value: Int, length: Int)? {
        var bits = bits
        var word = 0
        var first = 0
        var index = 0
        var length = 1
        while length <= HuffmanTable.longestWord {
            word |= Int(truncatingIfNeeded: bits & 1)
            bits = bits &>> 1
            let count = counts[length]
            if word - first < count { return (Int(symbols[index + word - first]), length) }
            index += count
            first = (first + count) << 1
            word <<= 1
            length += 1
        }
        return nil
    }

    private static func reversed(_ word: Int, bits: Int) -> Int {
        (0..<bits).reduce(0) { $0 << 1 | word >> $1 & 1 }
    }
}
