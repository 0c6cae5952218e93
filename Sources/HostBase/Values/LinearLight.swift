/// Conversion between the 256 steps of an sRGB channel (IEC 61966-2-1) and linear light, 0...1.
package enum LinearLight {
    package static let amounts: [Float] = (0..<256).map { amount(of: Float($0) / 255) }

    /// The amounts of light that look halfway between a step and the next.
    private static let borders: [Float] = (0..<255).map { amount(of: (Float($0) + 0.5) / 255) }

    /// Returns the step nearest to an amount of light; amounts outside 0...1 are clamped.
    package static func step(nearestTo amount: Float) -> UInt8 {
        var (low, high) = (0, borders.count)
        while low < high {
            let middle = (low + high) / 2
            if amount > borders[middle] { low = middle + 1 } else { high = middle }
        }
        return UInt8(low)
    }

    private static func amount(of value: Float) -> Float {
        guard value > 0.04045 else { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // The power of 2.4 without the C library: base^2 times the fifth root of base^2, by Newton's method.
        let square = base * base
        var root: Float = 1
        for _ in 0..<12 { root = (4 * root + square / (root * root * root * root)) / 5 }
        return square * root
    }
}
