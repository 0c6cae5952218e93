/// The rules for the file of a library with plugins, whose code runs with all rights of the person; a pure value.
///
/// A problem is the rule that a file breaks, as the end of a sentence that begins with the file.
struct LibraryRules {
    /// The ids of the user and the group that run the program.
    let user: UInt32
    let group: UInt32

    /// The maximum size of a library in bytes.
    static let sizeLimit = 1 << 29

    /// Whether a file of a plugin folder is taken for a library; hidden files are not.
    static func isLibrary(_ name: String) -> Bool {
        name.hasSuffix(".so") && !name.hasPrefix(".")
    }

    /// Returns the problem of a folder; nil if its libraries may be opened.
    func problem(ofFolder status: FileStatus) -> String? {
        guard status.kind == .directory else { return "is not a folder" }
        return problem(of: status)
    }

    /// Returns the problem of a library's file; nil if it may be read.
    func problem(ofFile status: FileStatus) -> String? {
        guard status.kind == .file else { return "is not a regular file" }
        guard status.size > 0 else { return "is empty" }
        guard status.size <= LibraryRules.sizeLimit else { return "is larger than 512 MiB" }
        return problem(of: status)
    }

    private func problem(of status: FileStatus) -> String? {
        guard status.owner == user || status.owner == 0 else {
            return "belongs to another user (uid \(status.owner)); only files of yours and root's are opened"
        }
        if status.permissions & 0o002 != 0 { return "is writable by everyone; run 'chmod o-w'" }
        // Many systems give each user a group of one, and let the group write.
        if status.permissions & 0o020 != 0, status.group != group {
            return "is writable by group \(status.group); run 'chmod g-w'"
        }
        return nil
    }
}

// MARK: - The content

extension LibraryRules {
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

    /// Returns the problem of a file's content (ELF); nil if the system's loader may have it.
    ///
    /// The loader says what else is wrong with a library. But it maps what the headers
    /// name without looking at the file's size, and one that ends early would end the
    /// program by SIGBUS.
    static func problem(ofContent file: [UInt8], machine: UInt16 = LibraryRules.machine) -> String? {
        guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return "is not a library of this system (ELF)" }
        guard file.count >= 64 else { return "is cut off" }
        // 64 bits, the lower byte first, and a shared object.
        guard file[4] == 2, file[5] == 1, file.number(at: 16, UInt16.self) == 3 else {
            return "is not a shared library of this system (64-bit ELF)"
        }
        let fileMachine = file.number(at: 18, UInt16.self)
        guard fileMachine == machine else { return "is for another machine (number \(fileMachine))" }
        let headerSize = 56
        guard file.number(at: 54, UInt16.self) == UInt16(headerSize) else { return "has no segments" }
        let count = Int(file.number(at: 56, UInt16.self))
        let sections = UInt64(file.number(at: 60, UInt16.self)) * 64
        // A linker writes the table of sections last, so without it the file isn't whole.
        guard let headers = file.range(at: file.number(at: 32, UInt64.self), count: UInt64(count * headerSize)),
            file.range(at: file.number(at: 40, UInt64.self), count: sections) != nil
        else { return "is cut off" }
        let isWhole = stride(from: headers.lowerBound, to: headers.upperBound, by: headerSize).allSatisfy { header in
            let (offset, size) = (file.number(at: header + 8, UInt64.self), file.number(at: header + 32, UInt64.self))
            return file.range(at: offset, count: size) != nil
        }
        return isWhole ? nil : "is cut off"
    }
}

extension [UInt8] {
    /// Reads a number, which must be inside.
    func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
        withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
    }

    /// Returns a range by the numbers of a file; nil if it isn't inside.
    fileprivate func range(at start: UInt64, count size: UInt64) -> Range<Int>? {
        guard start <= UInt64(count), size <= UInt64(count) - start else { return nil }
        return Int(start)..<Int(start + size)
    }
}

extension LibraryRules {
    /// The rules for the person who runs the program.
    static var current: LibraryRules {
        LibraryRules(user: SystemUser.effectiveID, group: SystemUser.effectiveGroupID)
    }
}
