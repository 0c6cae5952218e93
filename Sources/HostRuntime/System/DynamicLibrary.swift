internal import Glibc
internal import Synchronization

/// Libraries that are opened while the program runs.
enum DynamicLibrary {
    /// The reason why a library cannot be opened, in the system's words.
    struct Failure: Error, Hashable {
        let reason: String
    }

    /// The number of copies that were made in memory.
    private static let memoryCopies = Atomic<UInt32>(0)

    /// Opens a copy of a library for the rest of the process's life, which runs its initializers.
    ///
    /// A compiler that overwrites the library changes nothing in the copy, and a
    /// library that was opened before is opened once more. The copy is one of
    /// `copies`, or in memory where there is no room for it or no code may run.
    static func open(copyOf bytes: [UInt8], name: String, in copies: LibraryCopies?) throws(Failure) {
        if let path = try? copies?.write(bytes, name: name) {
            if load(path) { return }
            try? FileSystem.remove(path)
        }
        try open(copyInMemory: bytes, name: name)
    }

    /// Returns the address of a symbol that the program, or a library that it needs, offers; nil if none does.
    static func address(of symbol: String) -> Int? { dlsym(nil, symbol).map { Int(bitPattern: $0) } }

    /// The beginning of a library's name: the system takes names of at most 255 bytes for files and 249 in memory.
    static func shortName(_ name: String) -> String { String(decoding: name.utf8.prefix(200), as: UTF8.self) }

    private static func load(_ path: String) -> Bool { dlopen(path, RTLD_NOW | RTLD_LOCAL) != nil }

    private static func open(copyInMemory bytes: [UInt8], name: String) throws(Failure) {
        // The flag is `MFD_CLOEXEC`.
        let memory = Descriptor(memoryFile(shortName(name), 1))
        guard memory.isValid else { throw Failure(reason: "\(SystemError.last)") }
        // The loader keeps what it has mapped.
        defer { memory.close() }
        if let error = bytes.withUnsafeBytes({ memory.write($0) }) { throw Failure(reason: "\(error)") }
        let path = path(to: memory, copy: memoryCopies.wrappingAdd(1, ordering: .relaxed).oldValue)
        guard !load(path) else { return }
        let reason = dlerror().map { String(cString: $0) } ?? "no reason given"
        throw Failure(reason: reason.replacing("\(path): ", with: "").replacing(path, with: name))
    }

    /// Returns a path to an open file that no other copy has had.
    ///
    /// The loader gives the earlier library for a path that it knows, and numbers
    /// of descriptors are used again. The bits of the copy's number are steps of
    /// the path that lead nowhere.
    static func path(to file: Descriptor, copy: UInt32) -> String {
        let steps = (0..<UInt32.bitWidth - copy.leadingZeroBitCount).map { copy >> $0 & 1 == 0 ? "/" : "./" }
        return "/proc/self/\(steps.joined())fd/\(file.number)"
    }
}
