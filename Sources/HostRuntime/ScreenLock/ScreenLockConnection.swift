import Dispatch

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
    private var readSource: (any DispatchSourceRead)?
    private var writeSource: (any DispatchSourceWrite)?
    private var outgoing: [UInt8] = []

    init(socket: UnixSocket, conversation: ScreenLockConversation) {
        self.socket = socket
        self.conversation = conversation
    }

    isolated deinit {
        close()
    }

    /// Begins the conversation.
    func open() {
        guard let socket, readSource == nil else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.number, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.readAvailable() }
        }
        // Keeps the socket open until the source has released it.
        source.setCancelHandler { withExtendedLifetime(socket) {} }
        readSource = source
        source.activate()
        perform(conversation.begin())
    }

    /// Ends the connection without a callback.
    func close() {
        onChange = nil
        onEnd = nil
        isLocked = false
        readSource?.cancel()
        readSource = nil
        writeSource?.cancel()
        writeSource = nil
        outgoing = []
        socket = nil
    }

    /// Reads and handles what has arrived, up to 64 KiB.
    ///
    /// The rest is read in the queue's next turn, so that a busy bus can't block it.
    func readAvailable() {
        for _ in 0..<16 {
            guard let socket else { return }
            switch socket.read() {
            case .bytes(let bytes): perform(conversation.receive(bytes))
            case .empty: return
            case .closed: perform(conversation.end("the bus closed the connection"))
            case .failed(let error): perform(conversation.end(error.description))
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
        } catch {
            return perform(conversation.end(error.description))
        }
        if outgoing.isEmpty {
            writeSource?.cancel()
            writeSource = nil
        } else if outgoing.count > ScreenLockConnection.outgoingLimit {
            perform(conversation.end("the bus doesn't read what is sent to it"))
        } else if writeSource == nil {
            let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor.number, queue: .main)
            source.setEventHandler { [weak self] in
                MainActor.assumeIsolated { self?.writeAvailable() }
            }
            source.setCancelHandler { withExtendedLifetime(socket) {} }
            writeSource = source
            source.activate()
        }
    }
}
