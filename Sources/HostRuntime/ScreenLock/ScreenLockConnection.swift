/// A conversation with one bus, over a socket that the main queue watches.
///
/// Nothing wakes the program while the bus is silent. No callback comes after
/// `close()` or `onEnd`.
@MainActor final class ScreenLockConnection {
    /// Whether a source on this bus says that the screen is locked.
    private(set) var isLocked = false

    /// Called when `isLocked` has changed.
    var onChange: (() -> Void)?

    /// Called once with the reason when the connection ends by itself.
    var onEnd: ((String) -> Void)?

    /// The maximum number of bytes that wait to be sent; beyond it, the bus counts as stuck.
    private static let outgoingLimit = 64 * 1024

    private var conversation: ScreenLockConversation
    private var socket: UnixSocket?
    private var readWatch: DescriptorWatch?
    private var writeWatch: DescriptorWatch?
    private var outgoing: [UInt8] = []

    init(socket: UnixSocket, conversation: ScreenLockConversation) {
        self.socket = socket
        self.conversation = conversation
    }

    isolated deinit {
        close()
    }

    func open() {
        guard let socket, readWatch == nil else { return }
        do {
            readWatch = try DescriptorWatch(socket.descriptor) { [weak self] in self?.readAvailable() }
            perform(conversation.begin())
        } catch {
            perform(conversation.end(error.description))
        }
    }

    /// Ends the connection without a callback.
    func close() {
        onChange = nil
        onEnd = nil
        isLocked = false
        readWatch?.cancel()
        readWatch = nil
        writeWatch?.cancel()
        writeWatch = nil
        outgoing = []
        socket = nil
    }

    /// Reads and handles what has arrived, up to 64 KiB.
    ///
    /// The rest is read in the queue's next turn, so that a busy bus can't block it.
    func readAvailable() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            for _ in 0..<16 {
                guard let socket else { return }
                switch socket.descriptor.read(into: buffer) {
                case .bytes(let count): perform(conversation.receive(Array(buffer[..<count])))
                case .nothing: return
                // A peer that closes before it has read everything resets the connection.
                case .end, .failed(.connectionReset): perform(conversation.end("the bus closed the connection"))
                case .failed(let error): perform(conversation.end(error.description))
                }
            }
        }
    }

    private func perform(_ effects: [ScreenLockConversation.Effect]) {
        for effect in effects {
            // A callback may have closed the connection.
            guard socket != nil else { return }
            switch effect {
            case .send(let bytes):
                outgoing += bytes
                writeAvailable()
            case .lockChanged(let isLocked):
                self.isLocked = isLocked
                onChange?()
            case .end(let reason):
                let report = onEnd
                close()
                report?(reason)
            }
        }
    }

    /// Sends as many waiting bytes as the bus takes now.
    func writeAvailable() {
        guard let socket else { return }
        do {
            outgoing.removeFirst(try socket.write(outgoing))
            if outgoing.isEmpty {
                writeWatch?.cancel()
                writeWatch = nil
            } else if outgoing.count > ScreenLockConnection.outgoingLimit {
                perform(conversation.end("the bus doesn't read what is sent to it"))
            } else if writeWatch == nil {
                writeWatch = try DescriptorWatch(socket.descriptor, for: .writing) { [weak self] in
                    self?.writeAvailable()
                }
            }
        } catch {
            perform(conversation.end(error.description))
        }
    }
}
