/// Which runtime something was compiled with: interface number and compiler.
///
/// Swift promises no binary compatibility on Linux, so a plugin from another
/// build is refused by its stamp before any of its code is called.
public struct RuntimeStamp: Hashable, Sendable {
    /// The number of the runtime's binary interface; every change to it counts it up.
    public let interface: UInt32

    /// The compiler as major × 100 + minor: 603 for Swift 6.3.
    public let compiler: UInt32

    /// Creates a stamp.
    public init(interface: UInt32, compiler: UInt32) {
        self.interface = interface
        self.compiler = compiler
    }

    /// The stamp of the runtime that this process runs.
    public static let current = RuntimeStamp.compiledIn()

    /// Returns the stamp as of the moment the calling module is compiled.
    ///
    /// The body is emitted into the caller, so a plugin carries the stamp of
    /// the runtime that it saw when it was built.
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
    /// The text for a person to read.
    public var description: String {
        "interface \(interface), Swift \(compiler / 100).\(compiler % 100)"
    }
}
