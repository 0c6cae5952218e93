/// The runtime that a module was compiled against: interface number and compiler.
///
/// Swift has no binary compatibility between compilers on Linux, so a plugin with
/// another stamp is refused before any of its code is called.
public struct RuntimeStamp: Hashable, Sendable {
    /// The number of the runtime's binary interface.
    ///
    /// It's raised by hand with each change to the public interface or layout that
    /// a plugin compiled before can't run with.
    public let interface: UInt32

    /// The compiler as major × 100 + minor: 603 for Swift 6.3.
    public let compiler: UInt32

    /// Creates a stamp.
    public init(interface: UInt32, compiler: UInt32) {
        self.interface = interface
        self.compiler = compiler
    }

    /// The stamp of this process's runtime.
    public static let current = RuntimeStamp.compiledIn()

    /// Returns the stamp of the runtime that the calling module was compiled against.
    ///
    /// The body is emitted into the caller, so that a plugin carries the stamp of
    /// the runtime that it was built with.
    @_alwaysEmitIntoClient
    public static func compiledIn() -> RuntimeStamp {
        #if compiler(>=6.5)
        RuntimeStamp(interface: 1, compiler: 605)
        #elseif compiler(>=6.4)
        RuntimeStamp(interface: 1, compiler: 604)
        #else
        RuntimeStamp(interface: 1, compiler: 603)
        #endif
    }
}

extension RuntimeStamp: CustomStringConvertible {
    /// The stamp as text, such as `interface 1, Swift 6.3`.
    public var description: String {
        "interface \(interface), Swift \(compiler / 100).\(compiler % 100)"
    }
}
