/// The conversation with one bus: received bytes in, bytes to send and changes out.
///
/// The screen counts as locked while any source says so. A source that leaves
/// the bus is forgotten, and so are all sources when the conversation ends,
/// because nothing could report an unlock any more.
///
/// For logind, this follows the session's `LockedHint`, not the signals `Lock`
/// and `Unlock`: these are requests to the desktop, and no `Unlock` is sent when
/// the user types the password.
struct ScreenLockConversation {
    /// An action for the owner, to be performed in order.
    enum Effect: Equatable, Sendable {
        /// Send these bytes.
        case send([UInt8])
        /// The screen was locked or unlocked.
        case lockChanged(Bool)
        /// Close the connection for this reason; always the last effect.
        case end(String)
    }

    private enum Stage {
        case handshake(DBusHandshake)
        case messages(DBusMessageParser)
        case ended
    }

    private enum Pending {
        case mustSucceed(String)
        case state(ScreenLockSource)
    }

    /// Whether a source says that the screen is locked.
    private(set) var isLocked = false

    private let sources: [ScreenLockSource]
    private let opening: [UInt8]
    private var stage: Stage
    private var pending: [UInt32: Pending] = [:]
    private var locked: Set<ScreenLockSource> = []
    private var lastSerial: UInt32 = 0
    private var effects: [Effect] = []

    init(sources: [ScreenLockSource], userID: UInt32) {
        let handshake = DBusHandshake(userID: userID)
        self.sources = sources
        opening = handshake.opening
        stage = .handshake(handshake)
    }

    /// Returns the effects that open the conversation.
    func begin() -> [Effect] {
        [.send(opening)]
    }

    /// Handles bytes from the bus, in pieces of any size.
    mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        switch stage {
        case .handshake(var handshake):
            let step = handshake.receive(bytes)
            stage = .handshake(handshake)
            switch step {
            case .incomplete: break
            case .refused(let reason): finish(reason)
            case .accepted(let rest):
                stage = .messages(DBusMessageParser())
                introduce()
                read(rest)
            }
        case .messages: read(bytes)
        case .ended: break
        }
        return removeEffects()
    }

    /// Ends the conversation, such as when the connection is lost.
    mutating func end(_ reason: String) -> [Effect] {
        finish(reason)
        return removeEffects()
    }
}

// MARK: - Messages

extension ScreenLockConversation {
    /// Sends the hello, the match rules and the questions at once, which the bus handles in this order.
    ///
    /// The rules come before the questions, so that no change is missed between an
    /// answer and the first signal.
    private mutating func introduce() {
        var bytes = DBusHandshake.begin
        bytes += encode(DBusMethodCall(bus: "Hello"), .mustSucceed("the hello"))
        for rule in sources.flatMap(\.matchRules) {
            bytes += encode(DBusMethodCall(bus: "AddMatch", rule), .mustSucceed("a rule to listen by"))
        }
        for source in sources {
            bytes += encode(source.question, .state(source))
        }
        effects.append(.send(bytes))
    }

    private mutating func encode(_ call: DBusMethodCall, _ purpose: Pending) -> [UInt8] {
        // A serial is never zero, not even after it has wrapped.
        lastSerial = max(1, lastSerial &+ 1)
        pending[lastSerial] = purpose
        return call.encoded(serial: lastSerial)
    }

    private mutating func read(_ bytes: [UInt8]) {
        guard case .messages(var parser) = stage else { return }
        parser.append(bytes)
        do {
            while case .messages = stage, let message = try parser.next() {
                handle(message)
            }
            if case .messages = stage {
                stage = .messages(parser)
            }
        } catch {
            finish(error.description)
        }
    }

    private mutating func handle(_ message: DBusMessage) {
        switch message.kind {
        case .methodCall:
            break
        case .methodReturn, .error:
            guard let serial = message.replySerial, let purpose = pending.removeValue(forKey: serial) else { return }
            handle(message, answering: purpose)
        case .signal:
            for source in sources {
                switch source.change(in: message) {
                case .locked(let isLocked): set(source, isLocked)
                case .changed: ask(source)
                case .ownerChanged(let isThere): resetOwner(of: source, isThere: isThere)
                case nil: break
                }
            }
        }
    }

    private mutating func handle(_ reply: DBusMessage, answering purpose: Pending) {
        switch purpose {
        case .mustSucceed(let what):
            if reply.kind == .error {
                finish("the bus refused \(what): \((reply.errorName ?? "no reason").printableASCII)")
            }
        case .state(let source):
            // An error is the normal answer: most sources don't exist.
            if reply.kind == .methodReturn, reply.body.count == 1, case .boolean(let isLocked) = reply.body[0] {
                set(source, isLocked)
            }
        }
    }

    /// Asks for a source's state, unless a question is still open.
    ///
    /// The answer to an open question is sent after the signal that caused this
    /// call, so it has the newer state. A flood of signals therefore doesn't cause a
    /// flood of questions.
    private mutating func ask(_ source: ScreenLockSource) {
        guard openQuestion(to: source) == nil else { return }
        effects.append(.send(encode(source.question, .state(source))))
    }

    /// Forgets the state of a source's former process, and asks the new one.
    private mutating func resetOwner(of source: ScreenLockSource, isThere: Bool) {
        if let serial = openQuestion(to: source) {
            pending[serial] = nil
        }
        set(source, false)
        if isThere {
            ask(source)
        }
    }

    private func openQuestion(to source: ScreenLockSource) -> UInt32? {
        pending.first { if case .state(source) = $0.value { true } else { false } }?.key
    }

    private mutating func set(_ source: ScreenLockSource, _ isSourceLocked: Bool) {
        if isSourceLocked {
            locked.insert(source)
        } else {
            locked.remove(source)
        }
        update()
    }

    private mutating func update() {
        guard isLocked == locked.isEmpty else { return }
        isLocked.toggle()
        effects.append(.lockChanged(isLocked))
    }

    private mutating func finish(_ reason: String) {
        if case .ended = stage { return }
        stage = .ended
        pending = [:]
        locked = []
        update()
        effects.append(.end(reason))
    }

    private mutating func removeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }
}
