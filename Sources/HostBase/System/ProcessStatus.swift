package import Glibc

/// The status of a process, from `/proc/PID/stat`.
package struct ProcessStatus: Hashable, Sendable {
    /// The start in the system's ticks, which tells apart processes with the same id; nil if it's not there.
    package let start: Int?

    /// The state as the system's letter; nil if it's not there.
    private let state: UInt8?

    /// Whether the process has ended: one that was killed stays there until its parent reads its status.
    package var hasEnded: Bool { state == UInt8(ascii: "Z") || state == UInt8(ascii: "X") }

    /// Reads the text of the file, in UTF-8 but for the program's name; nil for other text.
    init?(_ text: [UInt8]) {
        // The program's name stands in parentheses, and may itself contain blanks and parentheses.
        guard let open = text.firstIndex(of: UInt8(ascii: "(")), let close = text.lastIndex(of: UInt8(ascii: ")")),
            open < close
        else { return nil }
        let fields = text[(close + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        state = fields.first?.first
        start = fields.count > 19 ? Int(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// Returns the status of a process; nil if there is none, or the system doesn't tell.
    package static func of(_ process: Int) -> ProcessStatus? {
        guard let file = try? OpenFile("/proc/\(process)/stat", .readOnly), let bytes = try? file.read(upTo: 4096)
        else { return nil }
        return ProcessStatus(bytes)
    }
}

/// Another process, whose status can be read when it dies, whether or not its parent was faster.
///
/// Until the parent waits for it, a dead process keeps its status in `/proc`. From
/// then on the system keeps it for those who opened the process before (Linux 6.15).
package struct DyingProcess {
    private let number: pid_t
    private let handle: Descriptor

    /// Creates a process from its number and its handle; without a handle, its status can only be read in time.
    package init(_ number: pid_t, handle: Descriptor) {
        self.number = number
        self.handle = handle
    }

    /// Opens a process that runs; `none` if the system refuses.
    package static func handle(of process: pid_t) -> Descriptor {
        Descriptor(Int32(truncatingIfNeeded: systemCall(open, Int(process), 0, 0)))
    }

    /// The status, as `waitpid` would say; nil if the system doesn't tell.
    ///
    /// Call it only once the process dies: one that runs on has the status 0.
    package var status: Int32? {
        // In this order, because the number may be another process's once the parent has waited; and it may do so
        // between the two.
        statusAfterParent ?? statusForParent ?? statusAfterParent
    }

    /// The last number in `/proc/PID/stat`, which the system shows to the process's user.
    private var statusForParent: Int32? {
        guard let text = try? OpenFile("/proc/\(number)/stat", .readOnly).read(upTo: 4096),
            let last = text.split(separator: UInt8(ascii: " ")).last
        else { return nil }
        return Int32(String(decoding: last, as: UTF8.self).filter(\.isNumber))
    }

    private var statusAfterParent: Int32? {
        guard handle.isValid else { return nil }
        // A `pidfd_info` of linux/pidfd.h in its first size: a mask, the ids of the process, and the status.
        var info = Array(repeating: UInt64(0), count: DyingProcess.infoSize / 8)
        info[0] = DyingProcess.exitMask
        let isRead = ioctl(handle.number, DyingProcess.getInfo, &info) == 0 && info[0] & DyingProcess.exitMask != 0
        return isRead ? Int32(truncatingIfNeeded: info[7] >> 32) : nil
    }

    /// `pidfd_open`, for which the C library has no function before 2.36.
    private static let open = 434
    private static let infoSize = 64
    /// `PIDFD_INFO_EXIT`.
    private static let exitMask: UInt64 = 1 << 3
    /// `PIDFD_GET_INFO`: reads and writes (3) the structure, and is the 11th call of a process (0xFF).
    private static let getInfo = UInt(3 << 30 | infoSize << 16 | 0xFF << 8 | 11)
}
