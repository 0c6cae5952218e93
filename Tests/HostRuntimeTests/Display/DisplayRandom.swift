import TestSupport

@testable import HostRuntime

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }

    mutating func color() -> Color { Color(UInt32(truncatingIfNeeded: next())) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }
}
