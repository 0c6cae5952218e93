package import HostBase
package import Scenarios
internal import Synchronization

/// A folder for the stores of one test, which is removed after it.
package final class StoreFolder: TestFolder {
    private let folder: TemporaryFolder
    private let reports = Mutex<[StoreProblem]>([])

    package init() throws {
        folder = TemporaryFolder()
    }

    package var path: String { folder.path }

    /// The problems that the stores in the folder have reported.
    package var problems: [StoreProblem] { reports.withLock { $0 } }

    package var kinds: [StoreProblem.Kind] { problems.map(\.kind) }

    /// Returns a new store, as another run of the program would create it.
    package func store(
        _ namespace: String = "counts",
        in part: String = "",
        calls: StoreCalls = .system
    ) -> KeyValueStore {
        KeyValueStore(namespace: namespace, directory: path + part, calls: calls, onProblem: report)
    }

    /// Records a problem of a store.
    package var report: @Sendable (StoreProblem) -> Void {
        { [weak self] problem in self?.reports.withLock { $0.append(problem) } }
    }
}

extension SeededGenerator {
    /// Returns a random value, nested to a depth.
    package mutating func value(depth: Int) -> PlainValue {
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

    package mutating func text() -> String {
        let marks = ["$", "", "a/b", "é", "\u{0}\u{7F}\"\\", "👩‍👩‍👧", "\u{2028}"]
        return marks[Int.random(in: 0..<marks.count, using: &self)]
    }

    /// Returns a random finite number.
    private mutating func number() -> Double {
        let number = Double(bitPattern: next())
        return number.isFinite ? number : 0.5
    }
}
