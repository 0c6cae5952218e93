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
        var index = lengths.startIndex
        while index < lengths.endIndex {
            counts[Int(lengths[index])] &+= 1
            index &+= 1
        }
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
        symbols = [UInt16](repeating: 0, count: nextIndex[HuffmanTable.longestWord + 1])
        fast = [UInt16](repeating: 0, count: 1 << HuffmanTable.fastBits)
        self.counts = counts
        fill(lengths, &nextIndex, &nextWord)
    }

    /// Fills the tables through pointers, fast even without optimization: a stream may begin a new code every few bytes.
    private mutating func fill(_ lengths: ArraySlice<UInt8>, _ nextIndex: inout [Int], _ nextWord: inout [Int]) {
        lengths.withUnsafeBufferPointer { lengths in
            symbols.withUnsafeMutableBufferPointer { symbols in
                fast.withUnsafeMutableBufferPointer { fast in
                    var symbol = 0
                    while symbol < lengths.count {
                        let length = Int(lengths[symbol])
                        if length > 0 {
                            symbols[nextIndex[length]] = UInt16(symbol)
                            nextIndex[length] &+= 1
                            let word = nextWord[length]
                            nextWord[length] &+= 1
                            if length <= HuffmanTable.fastBits {
                                // Words arrive highest bit first, everything else in a stream lowest bit first.
                                var index = HuffmanTable.reversed(word, bits: length)
                                let entry = UInt16(symbol &<< 4 | length)
                                while index < fast.count {
                                    fast[index] = entry
                                    index &+= 1 &<< length
                                }
                            }
                        }
                        symbol &+= 1
                    }
                }
            }
        }
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
        var result = 0
        var bit = 0
        while bit < bits {
            result = result &<< 1 | word &>> bit & 1
            bit &+= 1
        }
        return result
    }
}
