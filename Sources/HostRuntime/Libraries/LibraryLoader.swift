/// Checks libraries with plugins, and opens private copies of them.
///
/// A library is never closed again: Swift doesn't support unloading.
@MainActor enum LibraryLoader {
    private static var copies: LibraryCopies?

    /// Removes the copies of this process, whose code isn't looked for any more.
    static func removeCopies() {
        copies?.remove()
        copies = nil
    }

    /// The libraries in a folder as they are now, by the names of their files.
    static func files(in folder: String) -> [String: FileStatus] {
        FileSystem.names(in: folder).filter(LibraryRules.isLibrary).reduce(into: [:]) { files, name in
            files[name] = try? FileStatus(at: "\(folder)/\(name)", followingLinks: true)
        }
    }

    /// Throws if others could put libraries into a folder.
    static func check(folder: String) throws(LibraryRefusal) {
        guard let status = try? FileStatus(at: folder, followingLinks: true) else { return }
        if let problem = LibraryRules.current.problem(ofFolder: status) {
            throw LibraryRefusal(path: folder, what: "plugin folder", "is not opened because it \(problem)")
        }
    }

    /// Checks a library and opens a copy of it, which runs its load hooks; returns the copy's path.
    static func open(_ path: String) throws(LibraryRefusal) -> String {
        let (file, version) = try read(path)
        if let problem = LibraryRules.problem(ofContent: file) {
            throw LibraryRefusal(path: path, "is not opened because it \(problem)")
        }
        if let interface = RuntimeStamp.interface(ofLibrary: file), interface != RuntimeStamp.current.interface {
            // Its symbols may be missing, so that the system's loader would refuse it without saying why.
            throw LibraryRefusal(path: path, "is not opened: it was \(RuntimeStamp.mismatch(ofInterface: interface))")
        }
        let copy = try copy(file, of: path)
        JournalNames.setFile(PluginBuild(path: path, version: version), of: .plugin(path.fileName))
        let failure = RunningCode.call(of: .plugin(path.fileName), .library) { DynamicLibrary.open(copy) }
        guard let failure else { return copy }
        try? FileSystem.remove(copy)
        let reason = failure.replacing("\(copy): ", with: "").replacing(copy, with: path.fileName)
        throw LibraryRefusal(path: path, "cannot be opened: \(reason)\(LibraryRefusal.advice(for: reason))")
    }

    private static func copy(_ file: [UInt8], of path: String) throws(LibraryRefusal) -> String {
        do {
            let copies = try copies ?? LibraryCopies()
            self.copies = copies
            return try copies.write(file, of: path)
        } catch {
            let folder = LibraryCopies.temporaryFolder
            throw LibraryRefusal(path: path, "is not opened: it can't be copied to '\(folder)': \(error)")
        }
    }

    /// Reads a library's file, if the rules let it be opened, and returns its bytes and its version.
    private static func read(_ path: String) throws(LibraryRefusal) -> ([UInt8], version: String) {
        // Others print it, also where nothing can be escaped any more, as after a crash.
        guard path.fileName == path.fileName.escapingControls else {
            let rule = "its name has characters that can't be seen; rename it"
            throw LibraryRefusal(path: path, "is not opened because \(rule)")
        }
        do {
            // Opening a device may do something, so the path is looked at first.
            try check(path, try FileStatus(at: path, followingLinks: true))
            let file = try OpenFile(path, .readOnly, options: .nonBlocking)
            let status = try file.status
            try check(path, status)
            let bytes = try file.read(upTo: status.size + 1)
            guard bytes.count == status.size, try file.status == status else {
                throw LibraryRefusal(path: path, "is not opened because it is being written")
            }
            return (bytes, status.version)
        } catch let error as LibraryRefusal {
            throw error
        } catch {
            throw LibraryRefusal(path: path, "cannot be read: \(error)")
        }
    }

    private static func check(_ path: String, _ status: FileStatus) throws(LibraryRefusal) {
        guard let problem = LibraryRules.current.problem(ofFile: status) else { return }
        throw LibraryRefusal(path: path, "is not opened because it \(problem)")
    }
}

/// A library that isn't used, and why.
struct LibraryRefusal: Error, Hashable, CustomStringConvertible {
    let path: String

    /// The whole sentence.
    let description: String

    /// Creates a refusal from the end of a sentence that begins with the library.
    init(path: String, what: String = "library", _ end: String) {
        self.path = path
        description = "the \(what) '\(path)' \(end)".escapingControls
    }

    /// Returns the way out of the system loader's reason, as the end of a sentence.
    static func advice(for reason: String) -> String {
        guard let symbol = reason.firstRange(of: "undefined symbol: ").map({ reason[$0.upperBound...] }) else {
            return ""
        }
        // A mangled name begins with the length of its module's name and the name: $s9Forecasts….
        let name = symbol.hasPrefix("$s") ? symbol.dropFirst(2) : ""
        let length = name.prefix { $0.isNumber }
        let module = Int(length).map { String(name.dropFirst(length.count).prefix($0)) } ?? ""
        if module.isEmpty || ["HostBase", "MessageBus", "Scenarios", "HostRuntime"].contains(module) {
            return "; was it built against this build, and is the host linked with --export-dynamic?"
        }
        return "; the program lacks the module '\(module)' or has an older one: "
            + "its target must depend on it and be linked with --export-dynamic; build the program and start it again"
    }
}

extension PluginReport {
    /// A library that breaks a rule, as lists show it.
    init(_ refusal: LibraryRefusal) {
        self.init(library: refusal.path, .blocked(.refusedLibrary(reason: refusal.description)))
    }

    /// A library that isn't used, as lists show it.
    init(library path: String, _ state: PluginState) {
        let name = path.fileName
        self.init(
            manifest: .placeholder(name),
            origin: name,
            library: path,
            typeName: nil,
            state: state,
            changedAt: .zero,
            activation: nil,
            resourceCount: 0
        )
    }
}
