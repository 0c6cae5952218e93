import Glibc
import Testing

@testable import HostRuntime

@Suite struct LibraryRulesTests {
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

    @MainActor @Test func `a library whose name has characters that can't be seen isn't opened`() {
        let error = #expect(throws: LibraryRefusal.self) { try PluginLoader.open("/nowhere/lib\u{1B}[2J.so") }

        #expect(
            error?.description == #"the library '/nowhere/lib\u{1B}[2J.so' is not opened because "#
                + "its name has characters that can't be seen; rename it"
        )
    }
}
