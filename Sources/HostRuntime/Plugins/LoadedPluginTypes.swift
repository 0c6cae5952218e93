/// The types in this process that conform to `HostPlugin`, whether or not a load hook has recorded them.
///
/// The compiler lists the conformances of each file of code in a section of its
/// own, in a format that the language documents (docs/ABI/TypeMetadata.rst). What
/// isn't as documented is left out.
struct LoadedPluginTypes {
    struct PluginType: Hashable {
        /// The type's name with its module.
        let name: String

        /// The file that contains the runtime whose protocol it conforms to.
        let runtime: String
    }

    private let memory: MemoryMap

    init(_ memory: MemoryMap = .current) {
        self.memory = memory
    }

    /// The types that never registered, with what to do about it, a sentence each.
    ///
    /// Empty in a program of tests, whose plugins are given to the hosts by name.
    static var unregistered: [String] {
        let types = LoadedPluginTypes()
        guard !types.isProgramOfTests else { return [] }
        return problems(types.all, registered: PluginRecord.loaded.map(\.type), runtime: types.ownRuntime)
    }

    /// Returns why a library that is open has recorded no plugin, a sentence for each of its types.
    func unregistered(of path: String) -> [String] {
        LoadedPluginTypes.problems(types(inFile: path), registered: [], runtime: ownRuntime)
    }

    /// Returns the same as `unregistered`, off the main actor.
    @concurrent static func findUnregistered() async -> [String] { unregistered }

    static func problems(
        _ types: Set<PluginType>,
        registered: [any HostPlugin.Type],
        runtime: String?
    ) -> [String] {
        let names = Set(registered.flatMap(LoadedPluginTypes.names))
        return types.sorted { $0.name < $1.name }.compactMap { type in
            guard type.runtime == runtime else {
                return "the type '\(type.name)' is a plugin of another HostRuntime, in '\(type.runtime)'; "
                    + "link the program and its plugins to one"
            }
            guard !names.contains(type.name) else { return nil }
            let name = type.name.drop { $0 != "." }.dropFirst()
            return "the type '\(type.name)' conforms to HostPlugin and has no load hook, so it doesn't run; "
                + "add the line @section(\".init_array\") @used let load: LoadHook = { \(name).load() }"
        }
    }

    /// The names of a type and of the classes that it inherits from, of which one has the conformance.
    private static func names(of type: any HostPlugin.Type) -> [String] {
        sequence(first: type as AnyClass) { _getSuperclass($0) }.map {
            // A private type's name has a word with an address in it.
            _typeName($0, qualified: true).split(separator: ".").filter { !$0.hasPrefix("(") }.joined(separator: ".")
        }
    }

    /// The file that contains this runtime.
    var ownRuntime: String? { memory.path(of: Int(bitPattern: ObjectIdentifier(PluginRegistry.self))) }

    private var isProgramOfTests: Bool {
        ProgramFile.section("swift5_tests", of: "/proc/self/exe").map { !$0.isEmpty } ?? false
    }

    /// The types in all files of code.
    var all: Set<PluginType> { Set(memory.paths.flatMap(types)) }

    private func types(inFile path: String) -> Set<PluginType> {
        guard let range = ProgramFile.section("swift5_protocol_conformances", of: path),
            let section = memory.addresses(of: range, in: path)
        else { return [] }
        return Set(types(in: section))
    }

    /// Returns the types that a section of conformances lists.
    func types(in section: Range<Int>) -> [PluginType] {
        var runtimes: [Int: String?] = [:]
        return stride(from: section.lowerBound, to: section.upperBound, by: 4).compactMap { entry in
            guard let conformance = target(at: entry), let proto = anyTarget(at: conformance) else { return nil }
            if runtimes[proto] == nil {
                runtimes[proto] = .some(name(of: proto) == "HostRuntime.HostPlugin" ? memory.path(of: proto) : nil)
            }
            guard let runtime = runtimes[proto] ?? nil, let flags = memory.number(UInt32.self, at: conformance + 12),
                // A type, directly or by way of a pointer.
                [0, 1].contains(flags >> 3 & 7), let reference = target(at: conformance + 4),
                let type = flags >> 3 & 7 == 0 ? reference : memory.number(Int.self, at: reference),
                let name = name(of: type)
            else { return nil }
            return PluginType(name: name, runtime: runtime)
        }
    }

    /// Returns the name of a protocol or a type, with those around it from the module on; nil if it's generic.
    private func name(of descriptor: Int) -> String? {
        var words: [String] = []
        var descriptor = descriptor
        for _ in 0..<32 {
            guard let flags = memory.number(UInt32.self, at: descriptor), flags & 0x80 == 0 else { return nil }
            switch flags & 0x1F {
            // A module, a protocol, a class, a structure and an enumeration.
            case 0, 3, 16, 17, 18:
                guard let name = target(at: descriptor + 8).flatMap(memory.text) else { return nil }
                words.append(name)
                if flags & 0x1F == 0 { return words.reversed().joined(separator: ".") }
            // The context that makes a name private.
            case 2: break
            default: return nil
            }
            guard let parent = anyTarget(at: descriptor + 4) else { return nil }
            descriptor = parent
        }
        return nil
    }

    /// Returns the address that a number gives relative to its own place; nil for zero.
    private func target(at address: Int) -> Int? {
        guard let offset = memory.number(Int32.self, at: address), offset != 0 else { return nil }
        return address + Int(offset)
    }

    /// Returns the same, or what the pointer there contains if the number is odd.
    private func anyTarget(at address: Int) -> Int? {
        guard let target = target(at: address) else { return nil }
        return (target - address) & 1 == 0 ? target : memory.number(Int.self, at: target & ~1)
    }
}

/// A file of code (ELF), of which only what is asked for is read.
private enum ProgramFile {
    /// Returns the bytes of a section in a file; nil if there is none, or if the file is another one.
    static func section(_ name: String, of path: String) -> Range<Int>? {
        guard let file = try? OpenFile(path, .readOnly), let header = try? file.read(64, at: 0), header.count == 64,
            header.starts(with: [0x7F, 0x45, 0x4C, 0x46]), header[4] == 2, header[5] == 1,
            header.number(at: 58, UInt16.self) == 64,
            let start = Int(exactly: header.number(at: 40, UInt64.self))
        else { return nil }
        let count = Int(header.number(at: 60, UInt16.self))
        let names = Int(header.number(at: 62, UInt16.self))
        guard let table = try? file.read(count * 64, at: start), table.count == count * 64, names < count,
            let strings = range(table, names).flatMap({ try? file.read(min($0.count, 1 << 20), at: $0.lowerBound) })
        else { return nil }
        let wanted = Array(name.utf8) + [0]
        let section = (0..<count).first {
            let name = Int(table.number(at: $0 * 64, UInt32.self))
            return name < strings.count && strings[name...].starts(with: wanted)
        }
        return section.flatMap { range(table, $0) }
    }

    /// Returns the place of a section by the table of sections.
    private static func range(_ table: [UInt8], _ section: Int) -> Range<Int>? {
        guard let start = Int(exactly: table.number(at: section * 64 + 24, UInt64.self)),
            let size = Int(exactly: table.number(at: section * 64 + 32, UInt64.self)), size <= Int.max - start
        else { return nil }
        return start..<start + size
    }
}
