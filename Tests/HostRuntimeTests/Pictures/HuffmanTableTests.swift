import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct HuffmanTableTests {
    @Test func `words are assigned by length and then by symbol`() throws {
        // The example of RFC 1951, 3.2.2: A...H.
        let table = try #require(HuffmanTable(lengths: [3, 3, 3, 3, 3, 2, 4, 4]))
        let words = ["010", "011", "100", "101", "110", "00", "1110", "1111"]

        let symbols = words.map { table.symbol(at: UInt64(String($0.reversed()), radix: 2) ?? 0) }

        #expect(symbols.map { $0?.value } == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(symbols.map { $0?.length } == words.map(\.count))
    }

    @Test func `words of every length are found`() throws {
        let lengths = (1...15).map { UInt8($0) } + [15]
        let table = try #require(HuffmanTable(lengths: lengths[...]))

        let found = (0...15).map { ones in table.symbol(at: (1 << UInt64(ones)) - 1) }

        #expect(found.map { $0?.value } == (0...15).map { $0 })
        #expect(found.map { $0.map { UInt8($0.length) } } == lengths)
    }

    @Test(arguments: [[1, 1, 1], [1, 2, 2, 2], [2, 2, 2], [15, 15], [2]] as [[UInt8]])
    func `lengths with too many or too few words form no code`(lengths: [UInt8]) {
        #expect(HuffmanTable(lengths: lengths[...]) == nil)
    }

    @Test func `a single word of one bit is a code, and the other bit matches no word`() throws {
        let table = try #require(HuffmanTable(lengths: [0, 1]))

        #expect(table.symbol(at: 0)?.value == 1)
        #expect(table.symbol(at: 1) == nil)
        #expect(HuffmanTable(lengths: [0, 1], isComplete: true) == nil)
    }

    @Test func `a code without words has none`() throws {
        let table = try #require(HuffmanTable(lengths: [0, 0]))

        #expect(table.symbol(at: 0) == nil)
    }
}
