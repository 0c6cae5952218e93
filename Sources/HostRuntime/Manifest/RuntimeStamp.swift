/// The runtime that a module was compiled against: its interface, with the stored properties of its types, and the
/// compiler.
///
/// Swift has no binary compatibility between compilers on Linux, nor between
/// layouts, so a plugin with another stamp is refused before any of its code is
/// called.
public struct RuntimeStamp: Hashable, Sendable {
    /// The version of this package, which its program and its plugins have too.
    ///
    /// It isn't compared when a plugin is loaded; the stamp is.
    public static let version = "0.2.0"

    /// A hash of the public interface, and of the stored properties of its types.
    let interface: UInt32

    /// The compiler as major × 100 + minor: 603 for Swift 6.3.
    let compiler: UInt32

    @usableFromInline init(interface: UInt32, compiler: UInt32) {
        self.interface = interface
        self.compiler = compiler
    }

    /// Returns the stamp of the runtime that the calling module was compiled against.
    ///
    /// The body is emitted into the caller, so that a plugin carries the stamp of
    /// the runtime that it was built with.
    @_alwaysEmitIntoClient
    static func compiledIn(interface: UInt32) -> RuntimeStamp {
        #if compiler(>=6.5)
        let compiler: UInt32 = 605
        #elseif compiler(>=6.4)
        let compiler: UInt32 = 604
        #else
        let compiler: UInt32 = 603
        #endif
        return RuntimeStamp(interface: interface, compiler: compiler)
    }

    /// Returns the hash of the interface that a library was compiled against, from the bytes of its file; nil if
    /// they don't tell.
    static func interface(ofLibrary bytes: [UInt8]) -> UInt32? {
        let mark = Array("HostRuntime interface ".utf8)
        let length = mark.count + 8
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + length <= bytes.count {
                if bytes[start] == mark[0], bytes[start...].starts(with: mark) {
                    let digits = String(decoding: bytes[start + mark.count..<start + length], as: UTF8.self)
                    if let hash = UInt32(digits, radix: 16) { return hash }
                }
                start += 1
            }
            return nil
        }
    }

    /// The problem of a library that was compiled against another interface.
    static func mismatch(ofInterface interface: UInt32) -> String {
        "built with interface \(text(interface)), but this host is \(current); "
            + "rebuild the plugin with this host's runtime"
    }
}

extension RuntimeStamp: CustomStringConvertible {
    /// The stamp as text, such as `interface 5C0A91D3, Swift 6.3`.
    public var description: String {
        "interface \(RuntimeStamp.text(interface)), Swift \(compiler / 100).\(compiler % 100)"
    }

    private static func text(_ hash: UInt32) -> String {
        let digits = String(hash, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
