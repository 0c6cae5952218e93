import Glibc
import TestSupport
import Testing

@testable import HostBase
@testable import HostRuntime

@Suite(.tags(.registration)) struct LibraryRulesTests {
    private let rules = LibraryRules(user: 1000, group: 1000)

    private func status(
        _ kind: mode_t = S_IFREG,
        permissions: mode_t = 0o644,
        owner: uid_t = 1000,
        group: gid_t = 1000,
        size: Int = 1
    ) -> FileStatus {
        var status = stat()
        status.st_mode = kind | permissions
        status.st_uid = owner
        status.st_gid = group
        status.st_size = size
        return FileStatus(status)
    }

    @Test(arguments: [S_IFDIR, S_IFLNK, S_IFSOCK, S_IFIFO, S_IFCHR, S_IFBLK])
    func `only a regular file is a library`(kind: mode_t) {
        #expect(rules.problem(ofFile: status(kind)) == "is not a regular file")
    }

    @Test func `a library belongs to the user or to root`() {
        let problem = "belongs to another user (uid 1001); only files of yours and root's are opened"
        for (owner, expected) in [(uid_t(1000), nil), (0, nil), (1001, problem)] as [(uid_t, String?)] {
            #expect(rules.problem(ofFile: status(owner: owner)) == expected)
            #expect(rules.problem(ofFolder: status(S_IFDIR, owner: owner)) == expected)
        }
    }

    @Test func `of all permissions, a library lets neither others nor a foreign group write`() {
        for permissions in mode_t(0)...0o7777 {
            let ownGroup = rules.problem(ofFile: status(permissions: permissions))
            let otherGroup = rules.problem(ofFile: status(permissions: permissions, group: 7))
            let folder = rules.problem(ofFolder: status(S_IFDIR, permissions: permissions, group: 7))

            let others = permissions & 0o002 != 0
            let group = permissions & 0o020 != 0
            #expect((ownGroup != nil) == others)
            #expect((otherGroup != nil) == (others || group))
            #expect((folder != nil) == (others || group))
        }
    }

    @Test func `a library has a size that can be read`() {
        #expect(rules.problem(ofFile: status(size: 0)) == "is empty")
        #expect(rules.problem(ofFile: status(size: LibraryRules.sizeLimit)) == nil)
        #expect(rules.problem(ofFile: status(size: LibraryRules.sizeLimit + 1)) == "is larger than 512 MiB")
    }

    @Test func `a plugin folder is a folder`() {
        #expect(rules.problem(ofFolder: status()) == "is not a folder")
        #expect(rules.problem(ofFolder: status(S_IFDIR, permissions: 0o755)) == nil)
    }

    @Test(arguments: [
        ("libA.so", true), (".libA.so", false), ("libA.so.1", false), ("libA.so~", false), (".so", false),
    ])
    func `hidden files and other endings are no libraries`(name: String, isLibrary: Bool) {
        #expect(LibraryRules.isLibrary(name) == isLibrary)
    }

    // MARK: - The content

    /// A library with a segment for everything, and a dynamic section.
    private static let library: [UInt8] = {
        var file = [UInt8](repeating: 0, count: 0x240)
        file.replaceSubrange(0..<8, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0])
        file.set(3, at: 16, 2)
        file.set(Int(LibraryRules.machine), at: 18, 2)
        file.set(64, at: 32, 8)
        // Three sections.
        file.set(0x100, at: 40, 8)
        for (offset, value) in [(54, 56), (56, 2), (58, 64), (60, 3)] { file.set(value, at: offset, 2) }
        // The program headers: PT_LOAD and PT_DYNAMIC.
        file.set(1, at: 64, 4)
        file.set(0x240, at: 64 + 32, 8)
        file.set(2, at: 120, 4)
        file.set(0x1C0, at: 120 + 8, 8)
        file.set(16, at: 120 + 32, 8)
        return file
    }()

    private func problem(_ change: (inout [UInt8]) -> Void) -> String? {
        var file = LibraryRulesTests.library
        change(&file)
        return LibraryRules.problem(ofContent: file)
    }

    @Test func `a library for this machine may be opened`() {
        #expect(problem { _ in } == nil)
    }

    @Test func `what is no library for this machine is refused with the reason`() {
        #expect(problem { $0[0] = 0x7E } == "is not a library of this system (ELF)")
        #expect(problem { $0[4] = 1 } == "is not a shared library of this system (64-bit ELF)")
        #expect(problem { $0[5] = 2 } == "is not a shared library of this system (64-bit ELF)")
        #expect(problem { $0.set(2, at: 16, 2) } == "is not a shared library of this system (64-bit ELF)")
        #expect(problem { $0.set(8, at: 18, 2) } == "is for another machine (number 8)")
        #expect(problem { $0.set(32, at: 54, 2) } == "has no segments")
    }

    @Test func `a library that is cut off anywhere is refused`() {
        for count in 0..<LibraryRulesTests.library.count {
            #expect(problem { $0.removeSubrange(count...) } != nil, "\(count) bytes")
        }
    }

    @Test(arguments: [-1, Int.max, 0x240, 0x23F, 1 << 40])
    func `a table or a segment beyond the end is refused, however large its numbers are`(number: Int) {
        #expect(problem { $0.set(number, at: 32, 8) } == "is cut off")
        #expect(problem { $0.set(number, at: 40, 8) } == "is cut off")
        #expect(problem { $0.set(number, at: 120 + 8, 8) } == "is cut off")
    }

    @Test func `no change of one byte makes reading trap`() {
        for index in LibraryRulesTests.library.indices {
            for value in [0x00, 0x01, 0x7F, 0xFF] as [UInt8] {
                let problem = problem { $0[index] = value }
                #expect(problem?.isEmpty != true)
            }
        }
    }

    @MainActor @Test func `a library whose name has characters that can't be seen isn't opened`() {
        let error = #expect(throws: LibraryRefusal.self) { try LibraryLoader.open("/nowhere/lib\u{1B}[2J.so") }

        #expect(
            error?.description == #"the library '/nowhere/lib\u{1B}[2J.so' is not opened because "#
                + "its name has characters that can't be seen; rename it"
        )
    }
}

extension [UInt8] {
    /// Writes a number of so many bytes.
    fileprivate mutating func set(_ number: Int, at offset: Int, _ count: Int) {
        for index in 0..<count { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
    }
}
