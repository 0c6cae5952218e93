// A program that counts in stores, in one of several roles that the environment names.

import FoundationEssentials
import Glibc

@testable import HostRuntime

/// The words after the program's name.
let words = Array(CommandLine.arguments.dropFirst())
let role = getenv("ROLE").map { String(cString: $0) } ?? ""

@main @MainActor enum Storing {
    static func main() {
        switch role {
        case "count": count(Int(words[1]) ?? 0)
        case "race", "hold", "try": reserve(cap: Int(words[1]) ?? 0, at: Double(words[2]) ?? 0)
        case "show": showTutorial()
        default: Program.main()
        }
    }
}

/// A program with a host, which counts while it is created.
final class Program: HostApplication {
    static let name = "storing"
    static let version = "1.0.0"

    init(host: AppHost) {
        switch role {
        case "end at once": host.terminate()
        case "end":
            let store = host.storage.store("counts")
            for _ in 0..<2000 { store.add(1, to: "count") }
        case "wait":
            let store = KeyValueStore(namespace: "counts", directory: words[3])
            for _ in 0..<3 {
                store.add(1, to: "count")
                say("+")
            }
            while true { pause() }
        default: showTutorial()
        }
    }
}

/// A store with a folder of its own, which is internal.
func store(_ folder: String) -> KeyValueStore {
    KeyValueStore(namespace: "counts", directory: folder) { problem in
        _ = "\(problem)\n".withCString { write(2, $0, strlen($0)) }
        exit(3)
    }
}

func say(_ text: String) {
    print(text, terminator: "")
    guard fflush(nil) == 0 else { exit(4) }
}

/// Counts, and writes a byte for each count that is committed.
func count(_ number: Int) {
    let store = store(words[0])
    for _ in 0..<number {
        store.add(1, to: "count")
        say("+")
    }
    print(" \(store.value("count")?.intValue ?? 0)")
}

/// Reserves under a cap at a moment, and does with the reservations what the role says.
func reserve(cap: Int, at seconds: Double) {
    let moment = Date(timeIntervalSinceReferenceDate: seconds)
    let scenario = Scenario(id: "shown", rule: .maxExecutionsPermitted(cap), store: store(words[0]))
    guard role == "race" else {
        let result = scenario.reserve(at: moment, lease: 60)
        if case .success = result { say("+") } else { say("-") }
        while role == "hold", getchar() >= 0 {}
        return withExtendedLifetime(result) {}
    }
    var turn = 0
    while true {
        // Who reserves first waits until the others have begun as well.
        if turn == 1 { _ = getchar() }
        switch scenario.reserve(at: moment) {
        case .success(let reservation):
            turn += 1
            if turn.isMultiple(of: 3) {
                reservation.rollBack()
            } else if reservation.commit(at: moment) {
                say("+")
            }
        case .failure(let decision):
            // Other processes may still roll back their reservations.
            if decision.openReservations == 0 { exit(0) }
        }
    }
}

struct ShowTutorial: ScenarioProtocol {
    static func config() {
        maxExecutionsPermitted = 1
    }
}

/// Shows a tutorial once, with a scenario that is a type.
func showTutorial() {
    ShowTutorial.tryToExecute { didExecute in print(didExecute ? "shown" : "not shown") }
}
