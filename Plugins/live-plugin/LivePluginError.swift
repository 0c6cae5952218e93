import Foundation

/// A reason not to make a library.
enum LivePluginError: Error, CustomStringConvertible {
    case usage
    case noTarget(String, of: [String])
    case build(String, log: String)
    case noObjects(String, URL)
    case newerModule(String, program: String, plugin: String)
    case hookInType(String)
    case link(String)
    case write(String)
    case refused(String)
    case noAnswer(String)

    var description: String {
        switch self {
        case .usage:
            return "The command takes the name of a plugin's target, and a folder for the library: "
                + "'swift package live-plugin NAME [FOLDER]'. Without a folder it's '.plugins'."
        case .noTarget(let name, let targets):
            return "The package has no library target '\(name)' or '\(name)Plugin'. It has "
                + (targets.isEmpty ? "none." : "\(targets.sorted().joined(separator: ", ")).")
        case .build(let target, let log):
            return "'\(target)' doesn't build, so its library stays as it was:\n\(log)"
        case .noObjects(let module, let folder):
            return "The build has no objects of '\(module)' in '\(folder.path)', where SwiftPM's native build system "
                + "writes them. Build without '--build-system'."
        case .newerModule(let module, let program, let plugin):
            return "'\(module)' has changed since '\(program)' was built, which has the older one. "
                + "The library stays as it was. Run 'swift build', start '\(program)' again, and then run "
                + "'swift package live-plugin \(plugin)'."
        case .hookInType(let place):
            return "The load hook is inside a type, where it would call itself forever: \(place). "
                + "The library stays as it was. Move the line with '@section' to file scope."
        case .link(let library):
            return "\(library) can't be linked; the linker says why above. The library stays as it was."
        case .write(let path):
            return "'\(path)' can't be replaced; is the folder yours to write?"
        case .refused(let answer):
            return answer
        case .noAnswer(let program):
            return "\(program) has ended, or doesn't answer; its terminal shows why."
        }
    }
}
