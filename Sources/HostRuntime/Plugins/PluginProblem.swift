/// Why a plugin cannot run as things are.
public enum PluginProblem: Error, Hashable, Sendable {
    /// Another plugin has its id.
    case duplicateID(id: String, first: String, second: String)
    /// It was compiled with another runtime.
    case stampMismatch(plugin: RuntimeStamp, host: RuntimeStamp)
    /// A service that it requires has no provider; the nearest name is given where one is near.
    case missingService(String, nearest: String?)
    /// The plugin that provides a service it requires is not running.
    case providerUnavailable(service: String, provider: String, state: String)
    /// It waits for a plugin that waits for it; the path leads back to its beginning.
    case cycle([String])
}

extension PluginProblem: CustomStringConvertible {
    /// The text for a person to read.
    public var description: String {
        switch self {
        case .duplicateID(let id, let first, let second):
            "plugin '\(id)' is registered twice, first at \(first), second at \(second); "
                + "ids are unique in a process, rename one of them"
        case .stampMismatch(let plugin, let host):
            "built with \(plugin), but this host is \(host); rebuild the plugin with this host's runtime"
        case .missingService(let service, let nearest):
            "nobody provides the service '\(service)'" + (nearest.map { "; is '\($0)' meant?" } ?? "")
        case .providerUnavailable(let service, let provider, let state):
            "the service '\(service)' comes from '\(provider)', which is \(state)"
        case .cycle(let path):
            "waits for itself: \(path.joined(separator: " -> "))"
        }
    }
}
