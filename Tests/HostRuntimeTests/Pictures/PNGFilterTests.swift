import TestSupport
import Testing

@testable import HostRuntime

/// The filters against their definition in ISO 15948, 9.2, written down as it is there.
@Suite struct PNGFilterTests {
    @Test(arguments: [PNGFilter.none, .sub, .up, .average, .paeth], 1...8 as ClosedRange<Int>)
    func `a filter is undone as the format defines it`(filter: PNGFilter, step: Int) {
        var random = SeededGenerator(seed: UInt64(step))

        for count in [1, step, step + 1, 61] {
            for hasAbove in [true, false] {
                // Few values, so that predictions are often equally near.
                let row = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) & 0xC3 }
                let above = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) & 0xC3 }
                var undone = row
                undone.withUnsafeMutableBufferPointer { row in
                    above.withUnsafeBufferPointer { above in
                        guard let start = row.baseAddress else { return }
                        filter.undo(in: start, count: count, above: hasAbove ? above.baseAddress : nil, step: step)
                    }
                }

                #expect(undone == defined(filter, row, above: hasAbove ? above : nil, step: step))
            }
        }
    }

    private func defined(_ filter: PNGFilter, _ row: [UInt8], above: [UInt8]?, step: Int) -> [UInt8] {
        var result = row
        for index in row.indices {
            let a = index >= step ? Int(result[index - step]) : 0
            let b = above.map { Int($0[index]) } ?? 0
            let c = index >= step ? above.map { Int($0[index - step]) } ?? 0 : 0
            let p = a + b - c
            let prediction =
                switch filter {
                case .none: 0
                case .sub: a
                case .up: b
                case .average: (a + b) / 2
                case .paeth: [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? 0
                }
            result[index] = UInt8((Int(row[index]) + prediction) % 256)
        }
        return result
    }
}
