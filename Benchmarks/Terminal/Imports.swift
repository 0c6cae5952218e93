// The least that a start costs: a program with the host's imports, which writes a line.
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

let count = Mutex(0)
let queue = DispatchQueue(label: "com.example.imports")
let now = Date()
print("imported \(now.timeIntervalSinceReferenceDate > 0) \(queue.label) \(count.withLock { $0 })")
