/// A party on a bus that knows whether the screen is locked.
enum ScreenLockSource: Hashable, Sendable {
    /// A screen saver, by the name that is its service's and its interface's.
    case screenSaver(String)
    /// A login session of logind, by its object path.
    case loginSession(String)

    /// What a signal says about the lock.
    enum News: Equatable, Sendable {
        /// The screen is locked, or is not.
        case locked(Bool)
        /// Something changed; the source must be asked.
        case changed
        /// Another process is the source now, or none is.
        case ownerChanged(isThere: Bool)
    }

    /// The screen savers of the desktops, each of which speaks under a name of its own.
    static let screenSavers = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map {
        ScreenLockSource.screenSaver("org.\($0).ScreenSaver")
    }

    private static let sessionInterface = "org.freedesktop.login1.Session"
    private static let propertiesInterface = "org.freedesktop.DBus.Properties"

    /// Creates the source for a session's identifier, as `XDG_SESSION_ID` has it.
    ///
    /// Returns nil for an empty one. An object path holds letters and digits
    /// only, so logind writes everything else, and a digit in front, as `_xx`.
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

    /// The name that the source has on its bus.
    var service: String {
        switch self {
        case .screenSaver(let name): name
        case .loginSession: "org.freedesktop.login1"
        }
    }

    /// The rules that make the bus pass on what the source says, and that it came or went.
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

    /// The call whose answer is whether the screen is locked.
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

    /// Returns what a signal says about this source, or nil where it is about something else.
    func news(in signal: DBusMessage) -> News? {
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
    /// The bus's own name, which its interface has too.
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
