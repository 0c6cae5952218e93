internal import Glibc

/// A file of Swift code in this process: the program, or a library that stays loaded as long as the process lives.
package struct SwiftImage {
    /// The file's path, as the loader knows it.
    package let path: String

    /// The section that lists the conformances in the file (docs/ABI/TypeMetadata.rst).
    package let conformances: UnsafeRawBufferPointer

    /// Whether it contains tests.
    package let hasTests: Bool

    /// The images that the Swift runtime has registered.
    package static var all: [SwiftImage] {
        var images: [SwiftImage] = []
        withUnsafeMutablePointer(to: &images) { images in
            enumerateSections(
                { sections, images in
                    if let image = SwiftImage(sections) {
                        images?.assumingMemoryBound(to: [SwiftImage].self).pointee.append(image)
                    }
                    return true
                },
                images
            )
        }
        return images
    }

    /// Reads the `MetadataSections` of an image (swift/shims/MetadataSections.h), of which new versions only have more.
    private init?(_ sections: UnsafeRawPointer) {
        /// The section of a number, after the version, the base address and two unused words.
        func section(_ number: Int) -> UnsafeRawBufferPointer {
            let (start, count) = (sections + 32 + 16 * number).load(as: (UnsafeRawPointer?, Int).self)
            return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
        }
        // Older versions end before the tests.
        guard sections.load(as: UInt.self) >= 4, let start = section(1).baseAddress,
            let path = SwiftImage.path(of: start)
        else { return nil }
        self.path = path
        conformances = section(1)
        hasTests = section(14).count > 0
    }

    /// Returns the path of the file of code that an address belongs to.
    package static func path(of address: UnsafeRawPointer) -> String? {
        var info = SymbolInfo()
        guard dladdr(address, &info) != 0 else { return nil }
        return info.file.map { String(cString: $0) }
    }
}

/// The loader's answer about an address (`Dl_info`): its file, the file's start, and the nearest symbol.
private struct SymbolInfo {
    var file: UnsafePointer<CChar>?
    var start: UnsafeRawPointer?
    var name: UnsafePointer<CChar>?
    var address: UnsafeRawPointer?
}

// Declared under `_GNU_SOURCE`, which Swift's view of the C library goes without.
@_silgen_name("dladdr")
private func dladdr(_ address: UnsafeRawPointer, _ info: UnsafeMutablePointer<SymbolInfo>) -> Int32

// A C function of the Swift runtime that has no header. swift-testing, which each toolchain ships, finds its tests by
// it. It's bound by the linker, because a program with a static runtime has no list of symbols to look it up in. A
// runtime without it takes `return []` in place of the call: then no type without a hook is named.
@_silgen_name("swift_enumerateAllMetadataSections")
private func enumerateSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Bool,
    _ context: UnsafeMutableRawPointer?
)
