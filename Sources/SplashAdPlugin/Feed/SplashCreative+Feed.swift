import FoundationEssentials
import HostRuntime

extension SplashCreative {
    /// Reads a creative from its object in a feed.
    init(id: String, from object: inout FeedObject, in feed: HTTPAddress) throws(AdFeedError) {
        self.init(id: id)
        title = try object.text("title", columns: 24)
        headline = try object.text("headline", columns: 120)
        text = try object.text("text", columns: 400)
        offer = try object.text("offer", columns: 60)
        brand = try object.text("brand", columns: 60)
        if let text = try object.string("landing") {
            let address: String
            do throws(AdFeedError) {
                address = try SplashCreative.landing(text, in: feed)
            } catch {
                throw AdFeedError("'landing' \(error.rule): \(text.quoted)", at: ["landing"])
            }
            // `www.example.com` could be a page beside the feed.
            if !text.contains(":"), !text.hasPrefix("/"), !text.hasPrefix(".") {
                object.report("'landing' has no scheme, so \(text.quoted) is \(address.quoted)", at: ["landing"])
            }
            landing = address
            if let scheme = SplashCreative.deviceScheme(of: address) {
                let rule = "'landing' is a \(scheme) address, which few programs in a terminal can open"
                object.report(rule, at: ["landing"])
            }
        }
        picture = try object.address("picture", in: feed)
        weight = try object.whole("weight", in: 0...1000) ?? 1
        validFrom = try object.moment("from")
        validUntil = try object.moment("until")
        dailyCap = try object.whole("daily-cap", in: 0...1000)
        totalCap = try object.whole("total-cap", in: 0...1_000_000)
        secondsBetweenShows = try object.whole("seconds-between-shows", in: 0...2_592_000)
        look = try object.look()
        if let validFrom, let validUntil, !validFrom.mayPrecede(validUntil) {
            throw AdFeedError("'until' is not after 'from', so it would never be shown", at: ["until"])
        }
        if picture == nil, !hasWords {
            // A misspelled name is the likely reason.
            object.reportUnknown()
            throw AdFeedError("there is nothing to show: no words and no 'picture'")
        }
    }

    /// Whether a text is a valid id: 1 to 64 ASCII letters, digits, points, underscores and hyphens.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    // MARK: - The landing page

    /// Reads the address of a landing page: on the web, or another that the landing command takes.
    ///
    /// A scheme consists of letters. An address without one is relative to the feed. The
    /// error is the end of a sentence about the address.
    private static func landing(_ text: String, in feed: HTTPAddress) throws(AdFeedError) -> String {
        guard text.utf8.count <= 2048 else { throw AdFeedError("is longer than 2048 bytes") }
        guard !text.hasHiddenScalars else { throw AdFeedError("has a control or invisible character in it") }
        if let colon = text.firstIndex(of: ":") {
            let scheme = text[..<colon].lowercased()
            let isScheme =
                !scheme.isEmpty && scheme.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            if isScheme, scheme != "http", scheme != "https" {
                guard !neverOpened.contains(scheme) else { throw AdFeedError("is never a \(scheme) address") }
                guard text.hidingUser == text || !text[colon...].hasPrefix("://") else {
                    throw AdFeedError("has a name or a password in it")
                }
                guard text[colon...].contains(where: { $0 != ":" && $0 != "/" }) else {
                    throw AdFeedError("names no page")
                }
                return text
            }
        }
        do throws(HTTPAddressError) {
            return try HTTPAddress(text, relativeTo: feed).description
        } catch {
            throw AdFeedError(error.rule)
        }
    }

    /// Returns the scheme of an address for a telephone or another app; nil for other addresses.
    private static func deviceScheme(of address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        return ["tel", "sms", "mailto", "facetime", "geo", "maps", "intent", "itms-apps", "market"].first {
            $0 == scheme
        }
    }

    // These carry code, or reach into the machine or log in to another, instead of naming a page.
    private static let neverOpened: Set<String> = [
        "about", "blob", "data", "file", "ftp", "ftps", "git", "javascript", "ldap", "ldaps", "nfs", "rdp", "rsync",
        "scp", "sftp", "smb", "ssh", "svn", "telnet", "vbscript", "vnc", "ws", "wss",
    ]
}
