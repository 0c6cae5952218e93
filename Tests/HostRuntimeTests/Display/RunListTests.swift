import TestSupport
import Testing

@testable import HostRuntime

@Suite struct RunListTests {
    private struct Key: Hashable {
        var back: UInt64
        var foreground: UInt32
    }

    /// The starts of the runs, pen by pen.
    private func starts(_ list: borrowing RunList) -> [Key: [UInt16]] {
        var starts: [Key: [UInt16]] = [:]
        for pen in list.pens {
            var index = Int(pen.firstRun)
            while index >= 0 {
                starts[Key(back: pen.back, foreground: pen.foreground), default: []].append(list.runs[index].start)
                index = Int(list.runs[index].next)
            }
        }
        return starts
    }

    @Test func `runs are grouped by pen in order, however often the list was emptied`() {
        var random = SeededGenerator(seed: 8)
        var list = RunList()
        for _ in 0..<200 {
            var expected: [Key: [UInt16]] = [:]
            for start in 0..<random.number(1...120) {
                let key = Key(back: UInt64(random.number(0...30)) << 16, foreground: UInt32(random.number(0...9)) << 8)
                list.add(y: 0, start: start, end: start + 1, back: key.back, foreground: key.foreground)
                expected[key, default: []].append(UInt16(start))
            }

            #expect(starts(list) == expected)

            list.removeAll()
        }
    }

    @Test func `pens with the same background follow one another`() {
        var list = RunList()
        for (back, foreground) in [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 3)] as [(UInt64, UInt32)] {
            list.add(y: 0, start: 0, end: 1, back: back, foreground: foreground)
        }

        var chains: [[UInt32]] = []
        for first in list.pens where first.isFirst {
            var chain = [first.foreground]
            var next = first.nextAlike
            while next >= 0 {
                chain.append(list.pens[Int(next)].foreground)
                next = list.pens[Int(next)].nextAlike
            }
            chains.append(chain)
        }

        #expect(chains == [[1, 2, 3], [1, 2], [1]])
    }

    @Test func `the list reports when it is full`() {
        var list = RunList()
        for start in 0..<RunList.maxPens {
            list.add(y: 0, start: start, end: start + 1, back: UInt64(start), foreground: 0)
        }

        let isFull = list.isFull
        #expect(isFull)
    }
}
