/// A `TimerDescriptor` that wakes a thread that polls, and knows its moment: setting the same again costs nothing.
///
/// The timeout of `poll` stands still while the machine sleeps; this doesn't. It's open until `close()`: should other
/// code close its descriptor, the number may soon be another file's.
package struct WakeUpTimer: Sendable {
    private let timer: TimerDescriptor
    private var deadline: BootTime?

    /// Creates a timer whose descriptor has at least the number `lowest`.
    package init(above lowest: Int32 = 3) throws(SystemError) {
        timer = try TimerDescriptor(above: lowest)
    }

    package var number: Int32 { timer.descriptor.number }

    package func close() {
        timer.descriptor.close()
    }

    /// Forgets the moment if it hasn't come, although the descriptor is readable: then it's another file's.
    package mutating func doubt() {
        if let deadline, deadline <= .now { return }
        deadline = BootTime(nanoseconds: 0)
    }

    /// Sets the moment; with nil, the descriptor doesn't become readable.
    ///
    /// Returns false if other code has closed the descriptor, or put another file in its place.
    package mutating func set(_ deadline: BootTime?) -> Bool {
        guard deadline != self.deadline else { return true }
        self.deadline = deadline
        return timer.set(deadline)
    }
}
