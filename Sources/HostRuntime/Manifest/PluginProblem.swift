/// A reason why a plugin can't run.
public enum PluginProblem: Error, Hashable, Sendable {
    /// Another plugin has the same id.
    case duplicateID(id: String, first: String, second: String)
    /// The plugin's id breaks the rule for names.
    case invalidID(id: String, rule: String)
    /// The plugin was compiled against another runtime.
    case stampMismatch(plugin: RuntimeStamp, host: RuntimeStamp)
    /// The library isn't used; the reason names it and the rule.
    case refusedLibrary(reason: String)
    /// A required service has no provider; a similar name is suggested if there is one.
    case missingService(String, nearest: String?)
    /// The plugin that provides a required service isn't running.
    case providerUnavailable(service: String, provider: String, state: String)
    /// The plugin depends on itself through others; the path ends where it begins.
    case cycle([String])

    /// Whether nothing that happens in this process can solve the problem.
    var isFinal: Bool {
        switch self {
        case .duplicateID, .invalidID, .stampMismatch, .refusedLibrary: true
        case .missingService, .providerUnavailable, .cycle: false
        }
    }
}

extension PluginProblem: CustomStringConvertible {
    /// Whether the first place of a load hook is in the program, and the second in a library of the same source file.
    private static func isInLibraryToo(_ first: String, _ second: String) -> Bool {
        !first.contains(" in '") && second.contains(" in '")
            && first.prefix { $0 != ":" } == second.prefix { $0 != ":" }
    }

    /// The problem as a sentence, with the way out where there is one.
    public var description: String {
        switch self {
        case .duplicateID(let id, let first, let second):
            "plugin '\(id)' is registered twice, first at \(first), second at \(second); "
                + "ids are unique in a process; "
                + (PluginProblem.isInLibraryToo(first, second)
                    ? "the program links what the library has: remove the library, or move the plugin's line in "
                        + "Package.swift from 'plugins' to 'livePlugins'"
                    : "rename one of them, or attach only one")
        case .invalidID(let id, let rule):
            "the id \(NameRule.quoted(id)) in its manifest breaks a rule: an id \(rule); choose another one"
        case .stampMismatch(let plugin, let host):
            "built with \(plugin), but this host is \(host); rebuild the plugin with this host's runtime"
        case .refusedLibrary(let reason): reason
        case .missingService(let service, let nearest):
            "the service '\(service)' has no provider; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "attach a plugin that provides it")
        case .providerUnavailable(let service, let provider, let state):
            "the service '\(service)' comes from '\(provider)', which \(state == "failed" ? "has" : "is") \(state)"
        case .cycle(let path): "waits for itself: \(path.joined(separator: " -> "))"
        }
    }
}
