internal import FoundationEssentials

/// One fetch from the request to the file, through all redirects.
///
/// It checks each response and collects the body. Its owner uses the
/// network and follows the steps that it returns.
struct AdExchange {
    /// The step after the head of a response.
    enum Step: Hashable {
        case receive
        /// Ask another address; the rest of this response isn't needed.
        case follow(AdAddress)
        case end(AdResponse)
    }

    private(set) var address: AdAddress
    private let request: AdRequest
    private var redirects = 0
    private var body: [UInt8] = []
    private var receivedTag: String?

    init(_ request: AdRequest) {
        self.request = request
        address = request.address
    }

    var entityTag: String? { request.entityTag.flatMap(AdExchange.plainTag) }

    /// Checks the status and the fields of a response; field names are case-insensitive.
    mutating func begin(status: Int, field: (String) -> String?) throws(AdFetchError) -> Step {
        switch status {
        case 200:
            if let coding = field("Content-Encoding"), !AdExchange.isIdentity(coding) {
                throw .connection("the response is compressed, which was not asked for")
            }
            if let length = field("Content-Length").flatMap({ UInt64($0) }), length > UInt64(request.maximumBytes) {
                throw .tooLarge(limit: request.maximumBytes)
            }
            receivedTag = field("ETag").flatMap(AdExchange.plainTag)
            return .receive
        case 304 where entityTag != nil:
            return .end(.notModified)
        case 301, 302, 303, 307, 308:
            guard let location = field("Location"), !location.isEmpty else { throw .status(status) }
            return .follow(try follow(location))
        default:
            throw .status(status)
        }
    }

    mutating func receive(_ bytes: some Collection<UInt8>) throws(AdFetchError) {
        request.meter?.add(bytes.count)
        guard bytes.count <= request.maximumBytes - body.count else { throw .tooLarge(limit: request.maximumBytes) }
        body.append(contentsOf: bytes)
    }

    func finish() -> AdResponse { .found(body, entityTag: receivedTag) }

    private mutating func follow(_ location: String) throws(AdFetchError) -> AdAddress {
        guard redirects < request.maximumRedirects else { throw .tooManyRedirects(limit: request.maximumRedirects) }
        guard AdExchange.isPlain(location) else {
            throw .forbiddenRedirect("an address with characters that no address has")
        }
        let next: AdAddress
        do {
            next = try AdAddress(location, relativeTo: address)
        } catch {
            throw .forbiddenRedirect("\(error.text.quoted), which \(error.rule)")
        }
        guard !(address.isSecure && !next.isSecure) else {
            throw .forbiddenRedirect("\(next.description.quoted), which is not encrypted any more")
        }
        redirects += 1
        address = next
        return next
    }

    /// Returns a tag if it can be stored and sent as it is.
    private static func plainTag(_ tag: String) -> String? {
        tag.utf8.count <= 256 && !tag.isEmpty && isPlain(tag) ? tag : nil
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    private static func isIdentity(_ coding: String) -> Bool { coding.isEmpty || coding.lowercased() == "identity" }
}

    private static let codings: Set = ["", "identity", "gzip", "x-gzip", "deflate"]
}
