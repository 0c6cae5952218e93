internal import FoundationEssentials

/// The process that holds a file's lock.
struct LockHolder: Hashable, Sendable {
    let process: Int
    /// The program's name; nil if it can't be read.
    let name: String?
    let isStopped: Bool

    /// Returns the process that holds the lock of a file; nil if the system doesn't tell.
    static func find(_ status: FileStatus) -> LockHolder? {
        guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8),
            let process = process(locks: locks, file: status.number, device: status.device)
        else { return nil }
        return LockHolder(process: process, ProcessStatus.of(process))
    }

    /// Returns the process that holds a file's lock, from the text of `/proc/locks`.
    ///
    /// Some file systems have another device there than in the file's status. Then
    /// the file's number decides, if only one process has it.
    static func process(locks: String, file: UInt64, device: UInt64) -> Int? {
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        var byNumber: Set<Int> = []
        for line in locks.split(separator: "\n") {
            // "1: FLOCK ADVISORY WRITE 708 00:16:2203 0 EOF"; a waiting process has "->" before the kind.
            let fields = line.split(separator: " ")
            guard fields.count >= 6, fields[1] == "FLOCK", let process = Int(fields[4]), process > 0 else { continue }
            let place = fields[5].split(separator: ":")
            guard place.count == 3, UInt64(place[2]) == file else { continue }
            if UInt64(place[0], radix: 16) == major, UInt64(place[1], radix: 16) == minor { return process }
            byNumber.insert(process)
        }
        return byNumber.count == 1 ? byNumber.first : nil
    }
}

extension LockHolder {
    /// Creates a holder with its status, if the system tells.
    init(process: Int, _ status: ProcessStatus?) {
        self.init(process: process, name: status?.name.escapingControls, isStopped: status?.isStopped == true)
    }
}

extension LockHolder: CustomStringConvertible {
    var description: String {
        let name = name.map { " (\($0))" } ?? ""
        return isStopped
            ? "process \(process)\(name), which is stopped, holds its lock"
            : "process \(process)\(name) holds its lock"
    }
}
