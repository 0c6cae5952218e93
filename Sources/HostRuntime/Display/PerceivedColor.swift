/// A color in a space that models how the eye sees it.
///
/// The space is OKLab (Björn Ottosson, 2020), in which equal distances look
/// equally different.
struct PerceivedColor {
    /// The lightness: 0 for black, 1 for white.
    let lightness: Float

    /// The distance from gray.
    private let chroma: Float
    private let greenRed: Float
    private let blueYellow: Float

    init(_ rgb: UInt32) {
        let light = LinearLight.amounts
        let red = light[Int(rgb >> 16 & 0xFF)]
        let green = light[Int(rgb >> 8 & 0xFF)]
        let blue = light[Int(rgb & 0xFF)]
        let long = PerceivedColor.cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = PerceivedColor.cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = PerceivedColor.cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        greenRed = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
        chroma = (greenRed * greenRed + blueYellow * blueYellow).squareRoot()
    }

    /// Returns how badly one color stands for another: the square of their distance, with hue counting most.
    ///
    /// A paler green is still green; a blue at the same distance isn't. With
    /// these weights, gradients of dark purples, of which the fixed colors
    /// have none, keep their hue without a stripe of gray or another color.
    func mismatch(with other: PerceivedColor) -> Float {
        let (x, y, z) = (lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow)
        let paler = chroma - other.chroma
        let inHue = max(0, y * y + z * z - paler * paler)
        return x * x + 1.5 * paler * paler + 3 * inHue
    }

    /// Returns the cube root of 0...1 without the C library, from a third of the exponent and Newton's method.
    private static func cubeRoot(_ value: Float) -> Float {
        guard value > 0 else { return 0 }
        var root = Float(bitPattern: value.bitPattern / 3 + 0x2A51_4067)
        for _ in 0..<3 { root = (2 * root + value / (root * root)) / 3 }
        return root
    }
}
