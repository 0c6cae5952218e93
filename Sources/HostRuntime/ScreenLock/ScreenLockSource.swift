/// A service on a bus that knows whether the screen is locked.
enum ScreenLockSource: Hashable, Sendable {
    /// A screen saver, by the common name of its service and its interface.
    case screenSaver(String)
    /// A login session of logind, by its object path.
    case loginSession(String)

    /// The meaning of a signal for the lock.
    enum Change: Equatable, Sendable {
        /// The screen is locked (true) or unlocked.
        case locked(Bool)
        /// Something changed; ask the source.
        case changed
        /// Another process provides the source now, or none does.
        case ownerChanged(isThere: Bool)
    }

    /// The screen savers of the desktops, each with its own name.
    static let screenSavers = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map {
        ScreenLockSource.screenSaver("org.\($0).ScreenSaver")
    }

    private static let sessionInterface = "org.freedesktop.login1.Session"
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    /// Returns the source for a session's identifier, as in `XDG_SESSION_ID`; nil if it is empty or too long.
    ///
    /// An object path holds only letters and digits, so logind writes everything
    /// else, and a digit at the front, as `_xx`.
    static func loginSession(identifier: String) -> ScreenLockSource? {
        guard !identifier.isEmpty, identifier.utf8.count <= 255 else { return nil }
        var label = ""
        for (index, byte) in identifier.utf8.enumerated() {
            let character = Character(UnicodeScalar(byte))
            if character.isASCII, character.isLetter || (index > 0 && character.isNumber) {
                label.append(character)
            } else {
                label += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return .loginSession("/org/freedesktop/login1/session/\(label)")
    }

    /// The source's name on its bus.
    var service: String {
        switch self {
        case .screenSaver(let name): name
        case .loginSession: "org.freedesktop.login1"
        }
    }

    /// The match rules for the source's signals, and for its coming and going.
    var matchRules: [String] {
        let signal =
            switch self {
            case .screenSaver(let name):
                "type='signal',interface='\(name)',member='ActiveChanged'"
            case .loginSession(let path):
                "type='signal',sender='\(service)',path='\(path)',interface='\(Self.propertiesInterface)',"
                    + "member='PropertiesChanged',arg0='\(Self.sessionInterface)'"
            }
        let owner =
            "type='signal',sender='\(DBusMethodCall.bus)',interface='\(DBusMethodCall.bus)',"
            + "member='NameOwnerChanged',arg0='\(service)'"
        return [signal, owner]
    }

    /// The method call that asks whether the screen is locked.
    var question: DBusMethodCall {
        switch self {
        case .screenSaver(let name):
            DBusMethodCall(
                destination: name,
                path: "/" + name.split(separator: ".").joined(separator: "/"),
                interface: name,
                member: "GetActive"
            )
        case .loginSession(let path):
            DBusMethodCall(
                destination: service,
                path: path,
                interface: Self.propertiesInterface,
                member: "Get",
                arguments: [Self.sessionInterface, "LockedHint"]
            )
        }
    }

    /// Returns the change that a signal reports about this source; nil if it is about something else.
    func change(in signal: DBusMessage) -> Change? {
        if signal.sender == DBusMethodCall.bus, signal.interface == DBusMethodCall.bus,
            signal.member == "NameOwnerChanged"
        {
            guard signal.body.count == 3, signal.body[0] == .string(service) else { return nil }
            return .ownerChanged(isThere: signal.body[2] != .string(""))
        }
        switch self {
        case .screenSaver(let name):
            guard signal.interface == name, signal.member == "ActiveChanged", signal.body.count == 1,
                case .boolean(let locked) = signal.body[0]
            else { return nil }
            return .locked(locked)
        case .loginSession(let path):
            guard signal.path == path, signal.interface == Self.propertiesInterface,
                signal.member == "PropertiesChanged", signal.body.first == .string(Self.sessionInterface)
            else { return nil }
            return .changed
        }
    }
}

extension DBusMethodCall {
    /// The name of the bus itself and of its interface.
    static let bus = "org.freedesktop.DBus"

    /// Creates a call to the bus itself.
    init(bus member: String, _ arguments: String...) {
        self.init(
            destination: DBusMethodCall.bus,
            path: "/org/freedesktop/DBus",
            interface: DBusMethodCall.bus,
            member: member,
            arguments: arguments
        )
    }
}
