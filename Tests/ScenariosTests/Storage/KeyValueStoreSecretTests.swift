import Glibc
import TestSupport
import Testing

@testable import HostBase
@testable import Scenarios

/// A store of secrets, which doesn't use a file that other users can read or write.
@Suite(.tags(.scenarios)) struct KeyValueStoreSecretTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        folder.secretStore().update { $0["login"] = "sesame" }
    }

    @Test func `a secret is kept in a file that only its user can read`() throws {
        #expect(folder.secretStore().all == ["login": "sesame"])
        #expect(try folder.permissions(of: "secrets.json") == 0o600)
    }

    @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o601, 0o700, 0o666] as [mode_t])
    func `a file that other users can use is not read, and this is reported`(mode: mode_t) {
        chmod(folder.file("secrets.json"), mode)

        let all = folder.secretStore().all

        #expect(all == [:])
        #expect(folder.kinds == [.unreadable])
        let text =
            "it holds secrets and its mode is \(String(mode, radix: 8)); give it the mode 600, or remove it"
        #expect(folder.problems.map(\.reason) == [text])
    }

    @Test func `a file is read again when its mode is corrected`() {
        let store = folder.secretStore()
        chmod(folder.file("secrets.json"), 0o644)
        #expect(store.all == [:])

        chmod(folder.file("secrets.json"), 0o600)

        #expect(store.all == ["login": "sesame"])
    }

    @Test func `a refused file is not overwritten`() {
        chmod(folder.file("secrets.json"), 0o644)
        let before = folder.text("secrets.json")

        let store = folder.secretStore()
        store.update { $0["login"] = "other" }

        #expect(folder.text("secrets.json") == before)
        #expect(store.value("login") == "other")
        #expect(folder.kinds == [.unreadable])
    }

    @Test func `a file of another user is refused`() {
        func exposure(owner: UInt32, permissions: UInt32) -> String? {
            StoreFile.exposure(owner: owner, permissions: permissions, user: 1000)
        }

        #expect(exposure(owner: 0, permissions: 0o600) == "it holds secrets and belongs to another user")
        #expect(exposure(owner: 1000, permissions: 0o600) == nil)
        #expect(exposure(owner: 1000, permissions: 0o400) == nil)
    }

    @Test func `a store without secrets reads a file of any mode`() {
        chmod(folder.file("secrets.json"), 0o644)

        #expect(folder.store("secrets").all == ["login": "sesame"])
    }
}

extension StoreFolder {
    fileprivate func secretStore() -> KeyValueStore {
        KeyValueStore(namespace: "secrets", directory: path, isSecret: true, onProblem: report)
    }
}
