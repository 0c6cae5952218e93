/// The descriptor with which the handler of a signal wakes the main actor, and the watch of it.
///
/// It's a timer: one descriptor for both ends, without the SIGPIPE of a pipe. If
/// other code closes it, or puts another file in its place, ringing it fails and
/// changes nothing of that file. The main actor then makes another one.
@MainActor final class SignalBell {
    private(set) var timer: TimerDescriptor
    private var watch: DescriptorWatch?
    private let act: @MainActor () -> Void

    /// Makes a bell, which calls a closure on the main actor each time it has rung, until `close()`.
    init(_ act: @escaping @MainActor () -> Void) throws(SystemError) {
        self.act = act
        timer = try TimerDescriptor(above: 100)
        do throws(SystemError) {
            watch = try makeWatch()
        } catch {
            timer.descriptor.close()
            throw error
        }
    }

    func close() {
        watch?.cancel()
        watch = nil
        // Otherwise the number is another file's.
        if timer.set(nil) { timer.descriptor.close() }
    }

    /// Silences the bell and calls the closure, after the bell has rung or was lost.
    func handle() {
        // Before the closure takes the signals, so that one that comes meanwhile rings again.
        if !timer.set(nil) { replace() }
        act()
    }

    private func replace() {
        watch?.cancel()
        do throws(SystemError) {
            timer = try TimerDescriptor(above: 100)
            watch = try makeWatch()
            SignalInbox.shared.use(timer)
        } catch {
            // No signal would reach the main actor again.
            LostDescriptor.endProgram()
        }
    }

    private func makeWatch() throws(SystemError) -> DescriptorWatch {
        try DescriptorWatch(timer.descriptor) { [weak self] in self?.handle() }
    }
}
