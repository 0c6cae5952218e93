/// A call of a context's member, such as `commands.start(host.quit)`.
///
/// It's written as text, in which what the caller has passed is interpolated: the
/// member is what remains without that.
struct PluginCall: ExpressibleByStringInterpolation {
    /// The member, which is the same for all arguments.
    let member: String

    /// The call as a person reads it.
    let text: String

    init(stringLiteral text: String) {
        (member, self.text) = (text, text)
    }

    init(stringInterpolation parts: StringInterpolation) {
        (member, text) = (parts.member, parts.text)
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var member = ""
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) {
            member += literal
            text += literal
        }

        mutating func appendInterpolation(_ argument: some CustomStringConvertible) {
            text += argument.description
        }
    }
}
