/// Reports whether the screen is locked, according to the buses that an environment names.
///
/// The monitor listens to the screen savers on the session bus and, in a login
/// session, to logind on the system bus. The screen counts as locked while any of
/// them says so. The monitor starts no thread and no service, and doesn't wake the
/// program while nothing happens.
@MainActor final class ScreenLockMonitor {
    /// Called with the new state whenever it changes, including a lock that is found at the start.
    var onChange: (@MainActor (Bool) -> Void)?

    /// Called once after a start, with the reason, when no bus is left to listen to.
    ///
    /// The call may come inside `start()`. If the screen is locked, an unlock is
    /// reported first, because nothing could report it any more.
    var onEnd: (@MainActor (String) -> Void)?

    /// Whether the screen is locked; false until a source says so.
    private(set) var isLocked = false

    private struct Bus {
        var name: String
        var addresses: [DBusAddress]
        var sources: [ScreenLockSource]
    }

    private let buses: [Bus]
    private let userID: UInt32
    private var adopted: UnixSocket?
    private var connections: [ScreenLockConnection] = []
    private var reasons: [String] = []
    private var isRunning = false

    /// Creates a monitor for the buses that an environment names; returns nil if it names none.
    init?(environment: [String: String]) {
        var buses = [
            Bus(
                name: "session bus",
                addresses: DBusAddress.sessionBus(environment: environment),
                sources: ScreenLockSource.screenSavers
            )
        ]
        if let source = environment["XDG_SESSION_ID"].flatMap(ScreenLockSource.loginSession(identifier:)) {
            let addresses = DBusAddress.systemBus(environment: environment)
            buses.append(Bus(name: "system bus", addresses: addresses, sources: [source]))
        }
        for index in buses.indices {
            buses[index].addresses.removeAll { $0.mayBeAbsent && !UnixSocket.exists(at: $0.place) }
        }
        buses.removeAll(where: \.addresses.isEmpty)
        guard !buses.isEmpty else { return nil }
        self.buses = buses
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
        reasons = []
        var opened: [ScreenLockConnection] = []
        for bus in buses {
            if let connection = connect(bus) {
                opened.append(connection)
            }
        }
        connections = opened
        for connection in opened {
            connection.open()
        }
        endIfAlone()
    }

    /// Stops listening, and forgets the state without a callback.
    func stop() {
        for connection in connections {
            connection.close()
        }
        connections = []
        isRunning = false
        isLocked = false
    }

    /// Handles what has arrived, as the main queue does.
    func readAvailable() {
        for connection in connections {
            connection.readAvailable()
        }
    }

    /// Sends what is waiting, as the main queue does when a bus takes more.
    func writeAvailable() {
        for connection in connections {
            connection.writeAvailable()
        }
    }

    private func connect(_ bus: Bus) -> ScreenLockConnection? {
        if let socket = adopted {
            adopted = nil
            return connection(bus, socket, guid: nil)
        }
        var refusals: [String] = []
        for address in bus.addresses {
            do {
                return connection(bus, try UnixSocket(connectingTo: address.place), guid: address.guid)
            } catch {
                refusals.append("\(bus.name) at \(address): \(error)")
            }
        }
        reasons += refusals
        return nil
    }

    private func connection(_ bus: Bus, _ socket: UnixSocket, guid: String?) -> ScreenLockConnection {
        let conversation = ScreenLockConversation(sources: bus.sources, userID: userID, expectedGUID: guid)
        let connection = ScreenLockConnection(socket: socket, conversation: conversation)
        connection.onChange = { [weak self] in self?.update() }
        connection.onEnd = { [weak self, weak connection] reason in
            self?.reasons.append("\(bus.name): \(reason)")
            self?.connections.removeAll { $0 === connection }
            self?.endIfAlone()
        }
        return connection
    }

    private func update() {
        let isLocked = connections.contains(where: \.isLocked)
        guard isLocked != self.isLocked else { return }
        self.isLocked = isLocked
        onChange?(isLocked)
    }

    private func endIfAlone() {
        guard isRunning, connections.isEmpty else { return }
        isRunning = false
        onEnd?(reasons.joined(separator: "; "))
    }
}
