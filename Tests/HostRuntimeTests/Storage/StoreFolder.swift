import Foundation
import HostTestKit
import Synchronization

@testable import HostRuntime

/// A folder for one test, which is removed after it.
final class StoreFolder: Sendable {
    let path = NSTemporaryDirectory() + "store-\(UUID().uuidString)"
    private let reports = Mutex<[StoreProblem]>([])

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The problems that the stores in the folder have reported.
    var problems: [StoreProblem] { reports.withLock { $0 } }

    var kinds: [StoreProblem.Kind] { problems.map(\.kind) }

    /// Returns a new store, as another run of the program would create it.
    func store(_ namespace: String = "counts", in part: String = "", calls: StoreCalls = .init()) -> KeyValueStore {
        KeyValueStore(namespace: namespace, directory: path + part, calls: calls) { [weak self] problem in
            self?.reports.withLock { $0.append(problem) }
        }
    }

    /// Records a problem of a store.
    var report: @Sendable (StoreProblem) -> Void {
        { [weak self] problem in self?.reports.withLock { $0.append(problem) } }
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    func permissions(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? Int
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }
}

extension SeededGenerator {
    /// Returns a random value, nested to a depth.
    mutating func value(depth: Int) -> PlainValue {
        switch UInt8.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
        case 0: .null
        case 1: .bool(Bool.random(using: &self))
        case 2: .int(Int(truncatingIfNeeded: next()))
        case 3: .double(number())
        case 4: .double(Double(Int8(truncatingIfNeeded: next())))
        case 5: .string(text())
        case 6: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            .dictionary(
                Dictionary((0..<Int.random(in: 0...3, using: &self)).map { _ in (text(), value(depth: depth - 1)) }) {
                    $1
                }
            )
        }
    }

    mutating func text() -> String {
        let marks = ["$", "", "a/b", "é", "\u{0}\u{7F}\"\\", "👩‍👩‍👧", "\u{2028}"]
        return marks[Int.random(in: 0..<marks.count, using: &self)]
    }

    /// Returns a random finite number.
    private mutating func number() -> Double {
        let number = Double(bitPattern: next())
        return number.isFinite ? number : 0.5
    }
}
