/// The types in this process that conform to `HostPlugin`, and that no load hook has recorded.
///
/// The compiler lists the conformances of each file of code in a format that the
/// language documents (docs/ABI/TypeMetadata.rst).
enum MissingLoadHooks {
    /// A type that conforms to `HostPlugin`.
    struct PluginType: Hashable {
        /// The type's name with its module.
        let name: String

        /// The file that contains the runtime whose protocol it conforms to.
        let runtime: String
    }

    /// The types that never registered, with what to do about it, a sentence each.
    ///
    /// Empty in a program of tests, whose plugins are given to the hosts by name.
    static var problems: [String] {
        let images = SwiftImage.all
        guard !images.contains(where: \.hasTests) else { return [] }
        return problems(pluginTypes(in: images), registered: PluginRecord.loaded.map(\.type))
    }

    /// Returns the same as `problems`, off the main actor.
    @concurrent static func find() async -> [String] { problems }

    /// Returns why a library that is open has recorded no plugin, a sentence for each of its types.
    static func problems(inLibrary path: String) -> [String] {
        problems(pluginTypes(in: SwiftImage.all.filter { $0.path == path }), registered: [])
    }

    static func problems(
        _ types: Set<PluginType>,
        registered: [any HostPlugin.Type],
        runtime: String? = ownRuntime
    ) -> [String] {
        let names = Set(registered.flatMap(MissingLoadHooks.names))
        return types.sorted { $0.name < $1.name }.compactMap { type in
            guard type.runtime == runtime else {
                return "the type '\(type.name)' is a plugin of another HostRuntime, in '\(type.runtime)'; "
                    + "link the program and its plugins to one"
            }
            guard !names.contains(type.name) else { return nil }
            let name = type.name.drop { $0 != "." }.dropFirst()
            return "the type '\(type.name)' conforms to HostPlugin and has no load hook, so it doesn't run; "
                + "add at file scope: @section(\".init_array\") @used let load: LoadHook = { \(name).load() }"
        }
    }

    /// The file that contains this runtime.
    static var ownRuntime: String? {
        UnsafeRawPointer(bitPattern: Int(bitPattern: ObjectIdentifier(PluginRegistry.self))).flatMap(SwiftImage.path)
    }

    /// The names of a type and of the classes that it inherits from, of which one has the conformance.
    private static func names(of type: any HostPlugin.Type) -> [String] {
        sequence(first: type as AnyClass) { _getSuperclass($0) }.map {
            // A private type's name has a word with an address in it.
            _typeName($0, qualified: true).split(separator: ".").filter { !$0.hasPrefix("(") }.joined(separator: ".")
        }
    }

    // MARK: - Conformances

    /// Returns the types that conform to `HostPlugin`, by the conformances of images.
    static func pluginTypes(in images: [SwiftImage]) -> Set<PluginType> {
        var runtimes: [UnsafeRawPointer: String?] = [:]
        var types: Set<PluginType> = []
        for image in images {
            for offset in stride(from: 0, to: image.conformances.count, by: 4) {
                let entry = image.conformances.baseAddress.map { $0 + offset }
                guard let conformance = entry?.relative, let proto = conformance.relativeOrIndirect else { continue }
                if runtimes[proto] == nil {
                    let isOurs = name(of: proto) == "HostRuntime.HostPlugin"
                    runtimes[proto] = .some(isOurs ? SwiftImage.path(of: proto) : nil)
                }
                guard let runtime = runtimes[proto] ?? nil, let type = conformingType(of: conformance),
                    let name = name(of: type)
                else { continue }
                types.insert(PluginType(name: name, runtime: runtime))
            }
        }
        return types
    }

    /// Returns the descriptor of a conformance's type; nil if it isn't described in Swift.
    private static func conformingType(of conformance: UnsafeRawPointer) -> UnsafeRawPointer? {
        switch (conformance + 12).load(as: UInt32.self) >> 3 & 7 {
        case 0: (conformance + 4).relative
        case 1: (conformance + 4).relative?.load(as: UnsafeRawPointer?.self)
        default: nil
        }
    }

    /// Returns the name of a protocol or a type, with those around it from the module on; nil if it's generic.
    private static func name(of descriptor: UnsafeRawPointer) -> String? {
        var words: [String] = []
        var next: UnsafeRawPointer? = descriptor
        while let descriptor = next {
            let flags = descriptor.load(as: UInt32.self)
            guard flags & 0x80 == 0 else { return nil }
            switch flags & 0x1F {
            // A module, a protocol, a class, a structure and an enumeration.
            case 0, 3, 16, 17, 18:
                guard let name = (descriptor + 8).relative else { return nil }
                words.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
            // The context that makes a name private.
            case 2: break
            default: return nil
            }
            next = (descriptor + 4).relativeOrIndirect
        }
        return words.reversed().joined(separator: ".")
    }
}

extension UnsafeRawPointer {
    /// The address that the number here gives relative to its own place; nil for zero.
    fileprivate var relative: UnsafeRawPointer? {
        let offset = load(as: Int32.self)
        return offset == 0 ? nil : self + Int(offset)
    }

    /// The same, or what the pointer there contains if the number is odd.
    fileprivate var relativeOrIndirect: UnsafeRawPointer? {
        guard let target = relative else { return nil }
        return Int(bitPattern: target) & 1 == 0 ? target : (target - 1).load(as: UnsafeRawPointer?.self)
    }
}
