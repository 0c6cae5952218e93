internal import Glibc

/// The system's libcurl, opened at the first fetch.
///
/// The toolchain's URL session uses the same library. Opening it here has two
/// reasons: a program that fetches nothing doesn't pay for loading it and its
/// dependencies (8 ms), and its write callback can refuse bytes, which the
/// session can't.
struct CurlLibrary: Sendable {
    typealias Handle = OpaquePointer
    /// `(bytes, size, count, owner)`; returns the number of bytes that were accepted.
    typealias Write = @convention(c) (UnsafePointer<UInt8>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    /// `(owner, expected, received, to send, sent)`; returns zero to go on.
    typealias Progress = @convention(c) (UnsafeMutableRawPointer?, Int, Int, Int, Int) -> Int32
    /// `(handle, kind, bytes, count, owner)`; returns zero.
    typealias Trace = @convention(c) (Handle?, Int32, UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer?) -> Int32

    /// The options from `curl.h`, whose numbers are part of the library's binary interface.
    enum Option: Int32 {
        case writeData = 10_001
        case url = 10_002
        case userAgent = 10_018
        case headers = 10_023
        case headerData = 10_029
        case progressData = 10_057
        case traceData = 10_095
        case acceptEncoding = 10_102
        case verbose = 41
        case noProgress = 43
        case noSignal = 99
        case protocols = 181
        case http09Allowed = 285
        case suppressConnectHeaders = 265
        case writeFunction = 20_011
        case headerFunction = 20_079
        case traceFunction = 20_094
        case progressFunction = 20_219
    }

    let easyInit: @convention(c) () -> Handle?
    let easyCleanup: @convention(c) (Handle) -> Void
    let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
    let listAppend: @convention(c) (Handle?, UnsafePointer<CChar>) -> Handle?
    let listFree: @convention(c) (Handle?) -> Void
    let multiInit: @convention(c) () -> Handle?
    let multiCleanup: @convention(c) (Handle) -> Int32
    let multiAdd: @convention(c) (Handle, Handle) -> Int32
    let multiRemove: @convention(c) (Handle, Handle) -> Int32
    let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
    let multiPoll: @convention(c) (Handle, OpaquePointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> Int32
    let multiWakeup: @convention(c) (Handle) -> Int32
    let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?

    // The real function is variadic. On Linux's x86-64 and arm64, an argument of a register's size is passed to a
    // variadic function as to any other.
    private let setNumber: @convention(c) (Handle, Int32, Int) -> Int32
    private let setPointer: @convention(c) (Handle, Int32, UnsafeRawPointer?) -> Int32
    private let setWrite: @convention(c) (Handle, Int32, Write) -> Int32
    private let setProgress: @convention(c) (Handle, Int32, Progress) -> Int32
    private let setTrace: @convention(c) (Handle, Int32, Trace) -> Int32

    /// The library, or the reason why it can't be used.
    static let shared: Result<CurlLibrary, FetchError.Reason> = {
        do throws(FetchError.Reason) { return .success(try CurlLibrary()) } catch { return .failure(error) }
    }()

    private init() throws(FetchError.Reason) {
        let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw .connection("fetching needs \(names[0]); is libcurl installed?")
        }
        let symbols = CurlSymbols(library: library)
        let globalInit = try symbols.find("curl_global_init", as: (@convention(c) (Int) -> Int32).self)
        easyInit = try symbols.find("curl_easy_init", as: type(of: easyInit))
        easyCleanup = try symbols.find("curl_easy_cleanup", as: type(of: easyCleanup))
        errorText = try symbols.find("curl_easy_strerror", as: type(of: errorText))
        listAppend = try symbols.find("curl_slist_append", as: type(of: listAppend))
        listFree = try symbols.find("curl_slist_free_all", as: type(of: listFree))
        multiInit = try symbols.find("curl_multi_init", as: type(of: multiInit))
        multiCleanup = try symbols.find("curl_multi_cleanup", as: type(of: multiCleanup))
        multiAdd = try symbols.find("curl_multi_add_handle", as: type(of: multiAdd))
        multiRemove = try symbols.find("curl_multi_remove_handle", as: type(of: multiRemove))
        multiPerform = try symbols.find("curl_multi_perform", as: type(of: multiPerform))
        multiPoll = try symbols.find("curl_multi_poll", as: type(of: multiPoll))
        multiWakeup = try symbols.find("curl_multi_wakeup", as: type(of: multiWakeup))
        multiRead = try symbols.find("curl_multi_info_read", as: type(of: multiRead))
        setNumber = try symbols.find("curl_easy_setopt", as: type(of: setNumber))
        setPointer = try symbols.find("curl_easy_setopt", as: type(of: setPointer))
        setWrite = try symbols.find("curl_easy_setopt", as: type(of: setWrite))
        setProgress = try symbols.find("curl_easy_setopt", as: type(of: setProgress))
        setTrace = try symbols.find("curl_easy_setopt", as: type(of: setTrace))
        guard globalInit(3) == 0 else { throw .connection("libcurl could not be initialized") }
    }

    func set(_ handle: Handle, _ option: Option, _ value: Int) { _ = setNumber(handle, option.rawValue, value) }

    func set(_ handle: Handle, _ option: Option, _ value: UnsafeRawPointer?) {
        _ = setPointer(handle, option.rawValue, value)
    }

    func set(_ handle: Handle, _ option: Option, _ value: Write) { _ = setWrite(handle, option.rawValue, value) }

    func set(_ handle: Handle, _ option: Option, _ value: Progress) { _ = setProgress(handle, option.rawValue, value) }

    func set(_ handle: Handle, _ option: Option, _ value: Trace) { _ = setTrace(handle, option.rawValue, value) }
}

/// The functions of an opened library by name.
private struct CurlSymbols {
    let library: UnsafeMutableRawPointer

    func find<Function>(_ name: String, as type: Function.Type) throws(FetchError.Reason) -> Function {
        guard let address = dlsym(library, name) else {
            throw .connection("this libcurl has no \(name); version 7.68 or later is needed")
        }
        // A symbol is a bare address; only `curl.h` knows the type of its function.
        return unsafeBitCast(address, to: type)
    }
}
