import HostRuntime

extension DisplayTraits {
    /// Whether there are so many colours that a picture made of them can be recognised.
    var hasPictureColors: Bool { colorDepth == .trueColor || colorDepth == .indexed256 }

    /// Whether half blocks are a picture: each half needs a colour of its own.
    var hasHalfBlocks: Bool { !isASCII && hasPictureColors }
}
