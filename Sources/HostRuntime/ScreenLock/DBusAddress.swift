/// The address of a message bus, parsed from its text form.
///
/// Only Unix sockets are supported. Other transports are skipped, as the D-Bus
/// specification requires of a client that doesn't support them.
struct DBusAddress: Hashable, Sendable {
    var place: UnixSocket.Address

    /// Whether the address is a default, so that its absence is no failure.
    var mayBeAbsent = false
}

// MARK: - Reading

extension DBusAddress {
    /// Returns the usable addresses of a list separated by semicolons, in order.
    static func list(_ text: String) -> [DBusAddress] {
        text.utf8.split(separator: UInt8(ascii: ";")).compactMap { DBusAddress(entry: Array($0)) }
    }

    private init?(entry: [UInt8]) {
        guard let colon = entry.firstIndex(of: UInt8(ascii: ":")), entry[..<colon].elementsEqual("unix".utf8) else {
            return nil
        }
        var values: [String: [UInt8]] = [:]
        for pair in entry[(colon + 1)...].split(separator: UInt8(ascii: ",")) {
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex,
                let value = DBusAddress.unescaped(pair[(equals + 1)...])
            else { return nil }
            let key = String(decoding: pair[..<equals], as: UTF8.self)
            guard values.updateValue(value, forKey: key) == nil else { return nil }
        }
        switch (values["path"], values["abstract"]) {
        case (let path?, nil): place = .path(path)
        case (nil, let name?): place = .abstract(name)
        default: return nil
        }
        guard isUsable else { return nil }
    }

    private var isUsable: Bool {
        switch place {
        case .path(let bytes): (1...UnixSocket.Address.limit).contains(bytes.count) && !bytes.contains(0)
        case .abstract(let bytes): (1...UnixSocket.Address.limit).contains(bytes.count)
        }
    }

    /// Returns the bytes with every `%xx` replaced; nil if a `%` is not followed by two hex digits.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}

// MARK: - Well-known buses

extension DBusAddress {
    /// Returns the possible addresses of an environment's session bus.
    ///
    /// As in libdbus, an empty variable counts as unset, and no other address is
    /// tried if it is set. If it isn't, the socket in the runtime directory is tried.
    static func sessionBus(environment: [String: String]) -> [DBusAddress] {
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
            return list(text)
        }
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return [] }
        return standard("\(directory)/bus")
    }

    /// Returns the possible addresses of an environment's system bus.
    static func systemBus(environment: [String: String]) -> [DBusAddress] {
        if let text = environment["DBUS_SYSTEM_BUS_ADDRESS"], !text.isEmpty {
            return list(text)
        }
        return standard("/run/dbus/system_bus_socket")
    }

    private static func standard(_ path: String) -> [DBusAddress] {
        let address = DBusAddress(place: .path(Array(path.utf8)), mayBeAbsent: true)
        return address.isUsable ? [address] : []
    }
}

extension DBusAddress: CustomStringConvertible {
    var description: String {
        switch place {
        case .path(let bytes): "unix:path=\(String(decoding: bytes, as: UTF8.self).printableASCII)"
        case .abstract(let bytes): "unix:abstract=\(String(decoding: bytes, as: UTF8.self).printableASCII)"
        }
    }
}
