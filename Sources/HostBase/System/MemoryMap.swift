internal import Glibc

/// The parts of this process's memory that come from files, such as the code that the loader has mapped.
///
/// A library with Swift code is never unloaded, so its parts stay readable. What
/// isn't in a part isn't read.
package struct MemoryMap {
    /// A part that is the content of a file.
    struct Part {
        let addresses: Range<Int>
        /// The place of its first byte in the file.
        let offset: Int
        let path: String
    }

    /// The parts, by address.
    private let parts: [Part]
    /// Their addresses, which are looked up for every number.
    private let ranges: [Range<Int>]

    /// Creates a map of parts that can be read.
    init(_ parts: [Part]) {
        self.parts = parts.sorted { $0.addresses.lowerBound < $1.addresses.lowerBound }
        ranges = self.parts.map(\.addresses)
    }

    /// Reads the system's list of this process; without one the map is empty.
    package static var current: MemoryMap {
        let list = (try? OpenFile("/proc/self/maps", .readOnly).read(upTo: 1 << 22)) ?? []
        return MemoryMap(list.split(separator: UInt8(ascii: "\n")).compactMap { MemoryMap.part($0) })
    }

    /// Returns the part of a line of the list, such as `7f00-7fff r--p 00000000 08:01 42   /usr/lib/libc.so.6`.
    private static func part(_ line: ArraySlice<UInt8>) -> Part? {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
        guard words.count == 6, words[1].first == UInt8(ascii: "r"),
            let slash = words[5].firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        func number(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self), radix: 16) }
        let bounds = words[0].split(separator: UInt8(ascii: "-")).compactMap(number)
        guard bounds.count == 2, bounds[0] < bounds[1], let offset = number(words[2]) else { return nil }
        let path = String(decoding: words[5][slash...], as: UTF8.self)
        return Part(addresses: bounds[0]..<bounds[1], offset: offset, path: path)
    }

    /// The files, each once.
    package var paths: Set<String> { Set(parts.map(\.path)) }

    /// Returns the file that an address belongs to; nil if it belongs to none.
    package func path(of address: Int) -> String? { index(of: address).map { parts[$0].path } }

    /// Returns the addresses at which a range of a file's bytes is; nil if they aren't in one part.
    package func addresses(of range: Range<Int>, in path: String) -> Range<Int>? {
        let part = parts.first {
            $0.path == path && $0.offset <= range.lowerBound
                && range.upperBound - $0.offset <= $0.addresses.count
        }
        return part.map {
            let start = $0.addresses.lowerBound + range.lowerBound - $0.offset
            return start..<start + range.count
        }
    }

    /// Reads a number; nil if it isn't in one part.
    package func number<Number: FixedWidthInteger>(_: Number.Type, at address: Int) -> Number? {
        guard let index = index(of: address), ranges[index].upperBound - address >= MemoryLayout<Number>.size
        else { return nil }
        return UnsafeRawPointer(bitPattern: address)?.loadUnaligned(as: Number.self)
    }

    /// Reads a text up to its NUL; nil if that doesn't come within 1024 bytes.
    package func text(at address: Int) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < 1024, let byte = number(UInt8.self, at: address + bytes.count) {
            if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// Returns the place of the part with an address.
    private func index(of address: Int) -> Int? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= address { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(address) ? low : nil
    }
}

/// Memory of zeros that the system provides page by page, when each is first used.
package enum UntouchedMemory {
    /// Allocates zeros, which are never freed.
    package static func allocateZeros(_ size: Int) -> UnsafeMutableRawPointer {
        // Reason for the trap: Swift's own allocations end the program too, when there is no memory for them.
        guard let base = calloc(1, size) else { fatalError("there is no memory left") }
        return base
    }
}

// Declared under `_GNU_SOURCE`, which Swift's view of the C library goes without.
@_silgen_name("memfd_create")
package func memoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32
