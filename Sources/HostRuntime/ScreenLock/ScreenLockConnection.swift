import Dispatch

/// A conversation with one bus over a socket that the main queue watches.
///
/// Nothing wakes the program while the bus is silent. It never calls back
/// after `close()`, nor after `onEnd`.
@MainActor final class ScreenLockConnection {
    /// Whether the sources on this bus say that the screen is locked.
    private(set) var isLocked = false

    /// Called when `isLocked` has changed.
    var onChange: (() -> Void)?

    /// Called once when the connection has ended by itself, with the reason.
    var onEnd: ((String) -> Void)?

    /// What may wait to be sent; a bus that takes no more than this is stuck.
    private static let mostOutgoing = 64 * 1024

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

    /// Begins to talk and to listen.
    func open() {
        guard let socket, readSource == nil else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.number, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.readAvailable() }
        }
        // The socket must stay open until the source has let go of it.
        source.setCancelHandler { withExtendedLifetime(socket) {} }
        readSource = source
        source.activate()
        perform(conversation.begin())
    }

    /// Ends the connection without a call to anyone.
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

    /// Reads and handles what has arrived.
    ///
    /// A bus that never stops talking gets 64 KiB at a time; the rest comes with
    /// the next turn of the queue.
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
            // An owner that was called may have closed us.
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

    /// Sends what is waiting, as far as the bus takes it now.
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
        } else if outgoing.count > ScreenLockConnection.mostOutgoing {
            perform(conversation.end("the bus does not take what is sent to it"))
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
