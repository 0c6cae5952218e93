package import Glibc

extension Descriptor {
    /// Waits as the system's `poll` does, even after other code has lowered the limit of open files.
    ///
    /// Async-signal-safe.
    package static func poll(_ entries: UnsafeMutableBufferPointer<pollfd>, within milliseconds: Int32) -> Int32 {
        let count = Glibc.poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
        // The system refuses more entries than the limit allows files; `select` has no such rule.
        return count < 0 && errno == EINVAL ? select(entries, within: milliseconds) : count
    }

    private static func select(_ entries: UnsafeMutableBufferPointer<pollfd>, within milliseconds: Int32) -> Int32 {
        var words = 1
        for entry in entries { words = max(words, Int(entry.fd) / UInt.bitWidth + 1) }
        // A set of descriptors to read from, and behind it one of those to write to.
        return withUnsafeTemporaryAllocation(of: UInt.self, capacity: 2 * words) { sets in
            for index in sets.indices { sets[index] = 0 }
            func place(of entry: pollfd) -> (word: Int, bit: UInt) {
                let (word, bit) = Int(entry.fd).quotientAndRemainder(dividingBy: UInt.bitWidth)
                return (entry.events & Int16(POLLIN) != 0 ? word : words + word, 1 << UInt(bit))
            }
            var closed: Int32 = 0
            for index in entries.indices where entries[index].fd >= 0 {
                entries[index].revents = 0
                if fcntl(entries[index].fd, F_GETFD) >= 0 {
                    let place = place(of: entries[index])
                    sets[place.word] |= place.bit
                } else {
                    // One closed descriptor would make the whole call fail.
                    entries[index].revents = Int16(POLLNVAL)
                    closed += 1
                }
            }
            let wait = closed > 0 ? 0 : Int(milliseconds)
            var time = timeval(tv_sec: wait / 1000, tv_usec: wait % 1000 * 1000)
            guard let reading = UnsafeMutableRawPointer(sets.baseAddress) else { return -1 }
            let writing = reading + words * MemoryLayout<UInt>.size
            // The system reads and writes as many words as the number of descriptors asks for, fewer or more than Swift's
            // type has.
            let ready = withUnsafeMutablePointer(to: &time) {
                Glibc.select(
                    Int32(words * UInt.bitWidth),
                    reading.assumingMemoryBound(to: fd_set.self),
                    writing.assumingMemoryBound(to: fd_set.self),
                    nil,
                    wait < 0 ? nil : $0
                )
            }
            guard ready >= 0 else { return ready }
            for index in entries.indices where entries[index].fd >= 0 && entries[index].revents == 0 {
                let place = place(of: entries[index])
                if sets[place.word] & place.bit != 0 { entries[index].revents = entries[index].events }
            }
            return ready + closed
        }
    }
}
