/// Reports whether the screen is locked, according to the buses that an environment names.
///
/// The monitor listens to the screen savers on the session bus and, in a login
/// session, to logind on the system bus. The screen counts as locked while any of
/// them says so. The monitor starts no thread and no service, and doesn't wake the
/// program while nothing happens.
@MainActor final class ScreenLockMonitor {
    /// Called with the new state whenever it changes, including a lock that is found at the start.
    var onChange: (@MainActor (Bool) -> Void)?

    /// Called with a sentence on how the lock is watched, or why it isn't: inside `start()`, and when a bus is lost.
    ///
    /// If the screen is locked, and no bus is left that could report an unlock, an
    /// unlock is reported first.
    var onStatus: (@MainActor (String) -> Void)?

    /// Whether the screen is locked; false until a source says so.
    private(set) var isLocked = false

    private struct Bus {
        let name: String
        let addresses: [DBusAddress]
        let sources: [ScreenLockSource]
    }

    private let buses: [Bus]
    private let userID: UInt32
    private var adopted: UnixSocket?
    private var connections: [(bus: String, connection: ScreenLockConnection)] = []
    /// The buses that aren't listened to, each with the reason.
    private var losses: [String] = []
    private var isRunning = false

    /// Creates a monitor for the buses that an environment names.
    init(environment: [String: String]) {
        let buses = [
            Bus(
                name: "session bus",
                addresses: DBusAddress.sessionBus(environment: environment),
                sources: ScreenLockSource.screenSavers
            )
        ]
        let session = environment["XDG_SESSION_ID"].flatMap(ScreenLockSource.loginSession(identifier:))
        let logind = session.map {
            Bus(name: "system bus", addresses: DBusAddress.systemBus(environment: environment), sources: [$0])
        }
        self.buses = buses + [logind].compactMap(\.self)
        userID = SystemUser.effectiveID
    }

    /// Creates a monitor for a session bus, and takes over a connected socket.
    init(connectedSocket descriptor: Descriptor, userID: UInt32 = SystemUser.effectiveID) {
        buses = [Bus(name: "session bus", addresses: [], sources: ScreenLockSource.screenSavers)]
        self.userID = userID
        adopted = UnixSocket(adopting: descriptor)
    }

    /// Connects and begins to listen; does nothing if the monitor is listening already.
    func start() {
        guard !isRunning else { return }
        isRunning = true
        losses = []
        connections = buses.compactMap { connect($0) }
        reportStatus()
        for (_, connection) in connections {
            connection.open()
        }
    }

    /// Stops listening, and forgets the state without a callback.
    func stop() {
        for (_, connection) in connections {
            connection.close()
        }
        connections = []
        isRunning = false
        isLocked = false
    }

    /// Handles what has arrived, as the main queue does.
    func readAvailable() {
        for (_, connection) in connections {
            connection.readAvailable()
        }
    }

    /// Sends what is waiting, as the main queue does when a bus takes more.
    func writeAvailable() {
        for (_, connection) in connections {
            connection.writeAvailable()
        }
    }

    private func connect(_ bus: Bus) -> (bus: String, connection: ScreenLockConnection)? {
        if let socket = adopted {
            adopted = nil
            return (bus.name, connection(bus, socket))
        }
        // A default that isn't there is none.
        let addresses = bus.addresses.filter { !$0.mayBeAbsent || UnixSocket.exists(at: $0.place) }
        if addresses.isEmpty { losses.append("there is no \(bus.name)") }
        var refusals: [String] = []
        for address in addresses {
            do {
                let socket = try UnixSocket(connectingTo: address.place)
                return ("\(bus.name) at \(address)", connection(bus, socket))
            } catch {
                refusals.append("\(bus.name) at \(address): \(error)")
            }
        }
        losses += refusals
        return nil
    }

    private func connection(_ bus: Bus, _ socket: UnixSocket) -> ScreenLockConnection {
        let conversation = ScreenLockConversation(sources: bus.sources, userID: userID)
        let connection = ScreenLockConnection(socket: socket, conversation: conversation)
        connection.onChange = { [weak self] in self?.update() }
        connection.onEnd = { [weak self, weak connection] reason in
            self?.losses.append("\(bus.name): \(reason)")
            self?.connections.removeAll { $0.connection === connection }
            self?.reportStatus()
        }
        return connection
    }

    private func update() {
        let isLocked = connections.contains(where: \.connection.isLocked)
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        onChange?(isLocked)
    }

    private func reportStatus() {
        guard isRunning else { return }
        isRunning = !connections.isEmpty
        let watched = connections.map { "the \($0.bus)" }.joined(separator: " and ")
        let status = connections.isEmpty ? "is not watched" : "is watched on \(watched)"
        onStatus?((["the screen's lock \(status)"] + losses).joined(separator: "; "))
    }
}
