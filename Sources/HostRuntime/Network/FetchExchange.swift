/// One fetch from the request to the file, through all redirects.
///
/// It checks each response and collects the body. Its owner uses the
/// network and follows the steps that it returns.
package struct FetchExchange {
    /// The step after the head of a response.
    package enum Step: Hashable {
        case receive
        /// Ask another address; the rest of this response isn't needed.
        case follow(HTTPAddress)
        case end(FetchResponse)
    }

    package private(set) var address: HTTPAddress
    private let request: FetchRequest
    /// The meter for all received bytes, beside the request's own.
    private let meter: ByteMeter
    private var redirects = 0
    private var body: [UInt8] = []
    /// The bytes of the body that the meters have.
    private var charged = 0
    /// The bytes around the pieces of the body that the meters have.
    private var framed = 0
    private var version: FileVersion

    /// Begins a fetch at the request's address; all received bytes count in the meter, beside the request's own.
    package init(_ request: FetchRequest, counting meter: ByteMeter) {
        self.request = request
        self.meter = meter
        address = request.address
        version = FileVersion(address: request.address)
    }

    /// The fields by which an unchanged file isn't sent again.
    ///
    /// They are sent only to the origin that sent the version, also after redirects: another one can't know the file.
    package var conditions: [String] {
        guard let version = request.version, address.hasOrigin(of: version.address) else { return [] }
        return [("If-None-Match", version.entityTag), ("If-Modified-Since", version.lastModified)]
            .compactMap { name, value in value.flatMap(FetchExchange.plain).map { "\(name): \($0)" } }
    }

    /// Checks the status and the fields of a response; field names are case-insensitive.
    package mutating func begin(status: Int, field: (String) -> String?) throws(FetchError.Reason) -> Step {
        switch status {
        case 200:
            if let coding = field("Content-Encoding"), !FetchExchange.codings.contains(coding.lowercased()) {
                throw .connection(
                    "the response is compressed as \(coding.quoted); only gzip and deflate can be read"
                )
            }
            if let length = field("Content-Length").flatMap({ UInt64($0) }),
                length > UInt64(clamping: request.maximumBytes)
            {
                throw .tooLarge(limit: request.maximumBytes)
            }
            version = FileVersion(
                address: address,
                entityTag: field("ETag").flatMap(FetchExchange.plain),
                lastModified: field("Last-Modified").flatMap(FetchExchange.plain),
                freshSeconds: FetchExchange.freshSeconds(field)
            )
            return .receive
        case 304 where !conditions.isEmpty:
            return .end(.notModified(freshSeconds: FetchExchange.freshSeconds(field)))
        case 301, 302, 303, 307, 308:
            guard let location = field("Location"), !location.isEmpty else { throw .status(status) }
            return .follow(try follow(location))
        default:
            throw .status(status)
        }
    }

    /// Adds decoded bytes of the body.
    package mutating func receive(_ bytes: some Collection<UInt8>) throws(FetchError.Reason) {
        try arrive(body.count + bytes.count)
        body.append(contentsOf: bytes)
    }

    /// Charges the body up to a number of bytes, as it was sent or as it is decoded, whichever is more.
    ///
    /// A compressed body can be of any length and decode to nothing.
    mutating func arrive(_ count: Int) throws(FetchError.Reason) {
        if count > charged {
            let new = count - charged
            charged = count
            charge(new)
        }
        guard count <= request.maximumBytes else { throw .tooLarge(limit: request.maximumBytes) }
    }

    /// Charges the bytes around the pieces of the body up to a number, fields after it included.
    ///
    /// They may be as many as the file's, beside those of a head: a server that sends
    /// nothing else would send without an end.
    mutating func frame(_ count: Int) throws(FetchError.Reason) {
        if count > framed {
            let new = count - framed
            framed = count
            charge(new)
        }
        guard count - FetchRequest.maximumHeadBytes <= request.maximumBytes else {
            throw .tooLarge(limit: request.maximumBytes)
        }
    }

    /// Charges bytes that aren't part of the file, such as those of a head.
    package func charge(_ count: Int) {
        meter.add(count)
        request.meter?.add(count)
    }

    /// Returns the file with all of the body that was received, and the version from its head.
    package func finish() -> FetchResponse { .found(body, version) }

    private mutating func follow(_ location: String) throws(FetchError.Reason) -> HTTPAddress {
        guard redirects < request.maximumRedirects else { throw .tooManyRedirects(limit: request.maximumRedirects) }
        guard FetchExchange.isPlain(location) else {
            throw .forbiddenRedirect("an address with characters that no address has")
        }
        let next: HTTPAddress
        do {
            next = try HTTPAddress(location, relativeTo: address)
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

    /// Returns the seconds for which a response counts as current, at most a day.
    private static func freshSeconds(_ field: (String) -> String?) -> Int {
        let directives = (field("Cache-Control") ?? "").lowercased().split { $0 == "," || $0 == " " }
        guard !directives.contains("no-cache"), !directives.contains("no-store"),
            let age = directives.lazy.compactMap({ $0.hasPrefix("max-age=") ? UInt32($0.dropFirst(8)) : nil }).first
        else { return 0 }
        // Some of it has passed in another cache on the way.
        let passed = field("Age").flatMap { UInt32($0) } ?? 0
        return age > passed ? Int(min(age - passed, 86_400)) : 0
    }

    /// Returns a field's value if it can be stored and sent as it is.
    private static func plain(_ text: String) -> String? {
        text.utf8.count <= 256 && !text.isEmpty && isPlain(text) ? text : nil
    }

    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

    private static let codings: Set = ["", "identity", "gzip", "x-gzip", "deflate"]
}
