import HostRuntime

extension DisplayTraits {
    /// Whether there are enough colours for recognisable pictures.
    var hasPictureColors: Bool { colorDepth == .trueColor || colorDepth == .indexed256 }

    /// Whether half blocks can draw pictures, which takes a colour for each half.
    var hasHalfBlocks: Bool { !isASCII && hasPictureColors }
}
