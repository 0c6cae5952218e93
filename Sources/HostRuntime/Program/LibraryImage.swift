/// The parts of an ELF file that tell whether it may be given to the system's loader; a pure value.
///
/// The loader maps what the headers name without looking at the file's size, and
/// a file that ends early ends the program by SIGBUS.
struct LibraryImage {
    /// A rule that a file breaks, as the end of a sentence that begins with the file.
    enum Problem: Error, Hashable {
        case notELF
        case truncated(String)
        case wrongClass
        case wrongByteOrder
        case notShared
        case otherMachine(UInt16)
        case noProgramHeaders
        case noDynamicSection
    }

    /// A symbol of the library's dynamic table.
    struct Symbol: Hashable {
        let name: String
        /// Whether the library contains it; otherwise it looks for it in the program.
        let isDefined: Bool
    }

    /// The machine whose code this program runs, as ELF numbers it.
    static let machine: UInt16 = {
        #if arch(x86_64)
        62
        #elseif arch(arm64)
        183
        #else
        0
        #endif
    }()

    private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]
    private static let headerSize = 64
    private static let programHeaderSize = 56
    private static let sectionHeaderSize = 64
    private static let symbolSize = 24

    /// The sections with symbols for the loader, with those of their names.
    private let symbolTables: [(symbols: Range<Int>, names: Range<Int>)]

    /// Checks a whole file.
    init(_ file: [UInt8], machine: UInt16 = LibraryImage.machine) throws(Problem) {
        guard file.starts(with: LibraryImage.magic) else { throw .notELF }
        guard file.count >= LibraryImage.headerSize else { throw .truncated("its header") }
        guard file[4] == 2 else { throw .wrongClass }
        guard file[5] == 1 else { throw .wrongByteOrder }
        guard file.number(at: 16, UInt16.self) == 3 else { throw .notShared }
        let fileMachine = file.number(at: 18, UInt16.self)
        guard fileMachine == machine else { throw .otherMachine(fileMachine) }
        try LibraryImage.checkSegments(file)
        symbolTables = try LibraryImage.symbolTables(file)
    }

    /// Checks that what the loader maps is in the file.
    private static func checkSegments(_ file: [UInt8]) throws(Problem) {
        let count = Int(file.number(at: 56, UInt16.self))
        guard count > 0, file.number(at: 54, UInt16.self) == UInt16(programHeaderSize) else { throw .noProgramHeaders }
        let table = try file.range(at: 32, count: count * programHeaderSize, of: "its program headers")
        var hasDynamicSection = false
        for header in stride(from: table.lowerBound, to: table.upperBound, by: programHeaderSize) {
            let kind = file.number(at: header, UInt32.self)
            _ = try file.range(at: header + 8, sizeAt: header + 32, of: "its segments")
            if kind == 2 { hasDynamicSection = true }
        }
        guard hasDynamicSection else { throw .noDynamicSection }
    }

    /// Checks that the sections are in the file, and returns the tables of dynamic symbols.
    private static func symbolTables(
        _ file: [UInt8]
    ) throws(Problem) -> [(symbols: Range<Int>, names: Range<Int>)] {
        let count = Int(file.number(at: 60, UInt16.self))
        // A library without section headers is one that the loader can open.
        guard count > 0, file.number(at: 58, UInt16.self) == UInt16(sectionHeaderSize) else { return [] }
        let table = try file.range(at: 40, count: count * sectionHeaderSize, of: "its section headers")
        var tables: [(Range<Int>, Range<Int>)] = []
        for header in stride(from: table.lowerBound, to: table.upperBound, by: sectionHeaderSize) {
            let kind = file.number(at: header + 4, UInt32.self)
            // One without bits (.bss) takes no room in the file.
            guard kind != 8 else { continue }
            let symbols = try file.range(at: header + 24, sizeAt: header + 32, of: "its sections")
            let names = Int(file.number(at: header + 40, UInt32.self))
            guard kind == 11, names < count else { continue }
            let strings = table.lowerBound + names * sectionHeaderSize
            tables.append((symbols, try file.range(at: strings + 24, sizeAt: strings + 32, of: "its sections")))
        }
        return tables
    }

    /// The symbols that the library offers to the program and looks for in it; the same file as before.
    func symbols(in file: [UInt8]) -> [Symbol] {
        symbolTables.flatMap { table in
            stride(
                from: table.symbols.lowerBound,
                through: table.symbols.upperBound - LibraryImage.symbolSize,
                by: LibraryImage.symbolSize
            ).map { entry in
                let name = table.names.lowerBound + Int(file.number(at: entry, UInt32.self))
                let bytes = name < table.names.upperBound ? file[name..<table.names.upperBound].prefix { $0 != 0 } : []
                return Symbol(
                    name: String(decoding: bytes, as: UTF8.self),
                    isDefined: file.number(at: entry + 6, UInt16.self) != 0
                )
            }
        }
    }
}

extension LibraryImage.Problem: CustomStringConvertible {
    var description: String {
        switch self {
        case .notELF: "is not a library of this system (ELF)"
        case .truncated(let part): "is cut off: \(part) would be beyond its end"
        case .wrongClass: "is not a 64-bit library"
        case .wrongByteOrder: "is a library for another byte order"
        case .notShared: "is not a shared library"
        case .otherMachine(let number): "is for another machine (number \(number))"
        case .noProgramHeaders: "has no segments"
        case .noDynamicSection: "is linked statically"
        }
    }
}

// MARK: - Why a library has no plugin

extension LibraryImage {
    /// The function that a load hook calls, as the compiler spells it.
    private static let record = "$s11HostRuntime12PluginRecordV6record"

    /// Returns why an open library has recorded no plugin, as far as its symbols tell.
    ///
    /// `isOurs` returns whether a symbol that the library looks for is found in this runtime.
    func reasonForNoPlugin(in file: [UInt8], isOurs: (String) -> Bool) -> String {
        let symbols = symbols(in: file).filter { $0.name.hasPrefix(LibraryImage.record) }
        if symbols.contains(where: \.isDefined) {
            return "it has a copy of HostRuntime inside; compile the plugin against the module and don't link it"
        }
        if symbols.isEmpty {
            return "nothing in it calls 'load()', as a load hook does"
        }
        if !symbols.contains(where: { isOurs($0.name) }) {
            return "it uses another HostRuntime than the program; compile it against the module and don't link that"
        }
        return "its load hook isn't in the section .init_array"
    }
}

extension [UInt8] {
    /// Reads a number, which must be inside.
    func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
        withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// Returns a range whose place and size are written in the file, if it's inside.
    fileprivate func range(
        at place: Int,
        sizeAt size: Int,
        of part: String
    ) throws(LibraryImage.Problem) -> Range<Int> {
        guard let count = Int(exactly: number(at: size, UInt64.self)) else { throw .truncated(part) }
        return try range(at: place, count: count, of: part)
    }

    fileprivate func range(at place: Int, count: Int, of part: String) throws(LibraryImage.Problem) -> Range<Int> {
        guard let start = Int(exactly: number(at: place, UInt64.self)), start <= self.count,
            count <= self.count - start
        else { throw .truncated(part) }
        return start..<start + count
    }
}
