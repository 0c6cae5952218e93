import Foundation
import GRDB
import HostRuntime
import HostTestKit
import Measuring

private let addition = "UPDATE store SET value = value + 1 WHERE key = 'key 0'"
private let query = "SELECT value FROM store WHERE key = 'key 0'"

/// Adds the cells for a counter among other values: committed to the disk, and read.
func addStores() {
    for values in [10, 100, 1000] {
        let (commit, read) = ("commit one of \(values) values", "read one of \(values) values")
        row(commit, "ours") {
            try await inFolder { folder in
                await withStore(folder, values) { store in
                    Clock.wall.measure(20) { count in
                        for _ in 0..<count { store.add(1, to: "key 0") }
                    }
                }
            }
        }
        row(read, "ours") {
            try await inFolder { folder in
                await withStore(folder, values) { store in
                    Clock.wall.measure(2000) { count in
                        for _ in 0..<count { _ = store.value("key 0") }
                    }
                }
            }
        }
        row(commit, "SQLite") {
            try await inFolder { folder in
                let database = try makeDatabase(folder, values)
                return try Clock.wall.measure(20) { count in
                    for _ in 0..<count {
                        try database.write { try $0.execute(sql: addition) }
                    }
                }
            }
        }
        row(read, "SQLite") {
            try await inFolder { folder in
                let database = try makeDatabase(folder, values)
                return try Clock.wall.measure(500) { count in
                    for _ in 0..<count {
                        _ = try database.read { try Int.fetchOne($0, sql: query) }
                    }
                }
            }
        }
        row(commit, "UserDefaults") {
            let defaults = makeDefaults(values)
            return Clock.wall.measure(20) { count in
                for _ in 0..<count {
                    defaults.set(defaults.integer(forKey: "key 0") + 1, forKey: "key 0")
                    _ = defaults.synchronize()
                }
            }
        }
        row(read, "UserDefaults") {
            let defaults = makeDefaults(values)
            return Clock.wall.measure(2000) { count in
                for _ in 0..<count { _ = defaults.integer(forKey: "key 0") }
            }
        }
    }
}

/// Calls the body with a new folder, and removes it afterwards.
private func inFolder(_ body: (URL) async throws -> Double) async throws -> Double {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

@MainActor private func withStore(_ folder: URL, _ values: Int, _ body: (KeyValueStore) -> Double) -> Double {
    let host = TestHost(stateDirectory: folder.path)
    let store = host.app.store("counters")
    store.update { contents in
        for number in 0..<values { contents["key \(number)"] = .int(number) }
    }
    return body(store)
}

/// Returns a database that commits as safely as the store: a journal, and a flush of the disk.
private func makeDatabase(_ folder: URL, _ values: Int) throws -> DatabaseQueue {
    let database = try DatabaseQueue(path: folder.appendingPathComponent("counters.sqlite").path)
    try database.write { database in
        try database.execute(sql: "CREATE TABLE store (key TEXT PRIMARY KEY, value INTEGER)")
        for number in 0..<values {
            try database.execute(sql: "INSERT INTO store VALUES (?, ?)", arguments: ["key \(number)", number])
        }
    }
    return database
}

private func makeDefaults(_ values: Int) -> UserDefaults {
    let suite = "host-runtime-benchmark"
    guard let defaults = UserDefaults(suiteName: suite) else { preconditionFailure("The suite has a reserved name") }
    defaults.removePersistentDomain(forName: suite)
    for number in 0..<values { defaults.set(number, forKey: "key \(number)") }
    _ = defaults.synchronize()
    return defaults
}
