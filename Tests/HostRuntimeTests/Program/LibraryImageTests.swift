import Testing

@testable import HostRuntime

@Suite struct LibraryImageTests {
    /// A library with a segment for everything, a dynamic section, and two symbols.
    private static let library: [UInt8] = {
        var file = [UInt8](repeating: 0, count: 0x240)
        file.replaceSubrange(0..<8, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0])
        file.set(3, at: 16, 2)
        file.set(Int(LibraryImage.machine), at: 18, 2)
        file.set(64, at: 32, 8)
        file.set(0x100, at: 40, 8)
        for (offset, value) in [(52, 64), (54, 56), (56, 2), (58, 64), (60, 3)] { file.set(value, at: offset, 2) }
        // The program headers: PT_LOAD and PT_DYNAMIC.
        file.set(1, at: 64, 4)
        file.set(0x240, at: 64 + 32, 8)
        file.set(2, at: 120, 4)
        file.set(0x1C0, at: 120 + 8, 8)
        file.set(16, at: 120 + 32, 8)
        // The sections: .dynsym, whose names are in section 1, .dynstr, and .bss beyond the end.
        file.set(11, at: 0x104, 4)
        file.set(0x1D0, at: 0x118, 8)
        file.set(72, at: 0x120, 8)
        file.set(1, at: 0x128, 4)
        file.set(3, at: 0x144, 4)
        file.set(0x218, at: 0x158, 8)
        file.set(40, at: 0x160, 8)
        file.set(8, at: 0x184, 4)
        file.set(0xFFFF, at: 0x198, 8)
        file.set(0xFFFF, at: 0x1A0, 8)
        file.set(1, at: 0x1D0 + 24, 4)
        file.set(5, at: 0x1D0 + 48, 4)
        file.set(7, at: 0x1D0 + 54, 2)
        file.replaceSubrange(0x219..<0x221, with: Array("out\0own\0".utf8))
        return file
    }()

    private func problem(_ change: (inout [UInt8]) -> Void) -> LibraryImage.Problem? {
        var file = LibraryImageTests.library
        change(&file)
        do throws(LibraryImage.Problem) {
            _ = try LibraryImage(file)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a sane library passes, and has its symbols`() throws {
        let file = LibraryImageTests.library

        #expect(
            try LibraryImage(file).symbols(in: file) == [
                .init(name: "", isDefined: false), .init(name: "out", isDefined: false),
                .init(name: "own", isDefined: true),
            ]
        )
    }

    @Test func `a library that is cut off anywhere is refused`() {
        for count in 0..<LibraryImageTests.library.count {
            let problem = problem { $0.removeSubrange(count...) }
            #expect(problem != nil, "\(count) bytes")
        }
    }

    @Test func `what is no library for this machine is refused with the reason`() {
        #expect(problem { $0[0] = 0x7E } == .notELF)
        #expect(problem { $0[4] = 1 } == .wrongClass)
        #expect(problem { $0[5] = 2 } == .wrongByteOrder)
        #expect(problem { $0.set(2, at: 16, 2) } == .notShared)
        #expect(problem { $0.set(8, at: 18, 2) } == .otherMachine(8))
        #expect(problem { $0.set(0, at: 56, 2) } == .noProgramHeaders)
        #expect(problem { $0.set(32, at: 54, 2) } == .noProgramHeaders)
        #expect(problem { $0.set(1, at: 120, 4) } == .noDynamicSection)
    }

    @Test(arguments: [-1, Int.max, 0x240, 0x23F, 1 << 40])
    func `a table or a segment beyond the end is refused, however large its numbers are`(number: Int) {
        #expect(problem { $0.set(number, at: 32, 8) } == .truncated("its program headers"))
        #expect(problem { $0.set(number, at: 40, 8) } == .truncated("its section headers"))
        #expect(problem { $0.set(number, at: 120 + 8, 8) } == .truncated("its segments"))
        #expect(problem { $0.set(number, at: 0x118, 8) } == .truncated("its sections"))
    }

    @Test func `a hook that records in another runtime isn't taken for one outside the section`() throws {
        var file = LibraryImageTests.library
        // The symbol 'out' becomes the function that hooks call, with its name at the end of the file.
        let name = Array("$s11HostRuntime12PluginRecordV6record".utf8) + [0]
        file.set(40, at: 0x1D0 + 24, 4)
        file.set(40 + name.count, at: 0x160, 8)
        file += name
        let image = try LibraryImage(file)

        #expect(image.reasonForNoPlugin(in: file) { _ in true } == "its load hook isn't in the section .init_array")
        #expect(image.reasonForNoPlugin(in: file) { _ in false }.hasPrefix("it uses another HostRuntime"))
    }

    @Test func `no change of one byte makes reading trap`() {
        for index in LibraryImageTests.library.indices {
            for value in [0x00, 0x01, 0x7F, 0xFF] as [UInt8] {
                var file = LibraryImageTests.library
                file[index] = value
                guard let image = try? LibraryImage(file) else { continue }
                #expect(image.symbols(in: file).count <= file.count)
                #expect(image.reasonForNoPlugin(in: file) { _ in true }.isEmpty == false)
            }
        }
    }
}

extension [UInt8] {
    /// Writes a number of so many bytes.
    fileprivate mutating func set(_ number: Int, at offset: Int, _ count: Int) {
        for index in 0..<count { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
}
