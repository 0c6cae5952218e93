extension ManualPage {
    /// The page for `man`, as a page of section 1.
    func roff(name: String, version: String) -> String {
        let (title, source) = (name.uppercased().roff, "\(name) \(version)".roff)
        let lines = sections.flatMap { section -> [String] in
            let lines = section.blocks.flatMap(ManualPage.roff)
            // A heading begins a paragraph.
            return ["\(section.isPart ? ".SS" : ".SH") \(section.title.roff)"] + lines.drop { $0 == ".PP" }
        }
        return ([#".TH "\#(title)" "1" "" "\#(source)" "User Commands""#] + lines).joined(separator: "\n")
    }

    private static func roff(of block: Block) -> [String] {
        switch block {
        case .paragraph(let text): [".PP", text.roff]
        case .list(let items): items.flatMap { [".TP", roff(ofTerm: $0.term), $0.text.roff] }
        }
    }

    /// A term: its first word is what a person types, and the others stand for something.
    private static func roff(ofTerm term: String) -> String {
        let words = term.split(separator: " ", maxSplits: 1).map { String($0).roff }
        return #"\fB\#(words.first ?? "")\fR"# + (words.count > 1 ? #" \fI\#(words[1])\fR"# : "")
    }
}

extension String {
    /// The text as a line of roff that shows it as it is.
    ///
    /// A hyphen is one that can be copied into a shell, and a line that begins
    /// with a dot or a quote is no request.
    var roff: String {
        let escaped = unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += #"\(rs"#
            case "-": text += #"\-"#
            case "'": text += #"\(aq"#
            case "\"": text += #"\(dq"#
            case "`": text += #"\(ga"#
            case "^": text += #"\(ha"#
            case "~": text += #"\(ti"#
            case "\n", "\t": text += " "
            case " "..."~": text.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return (escaped.hasPrefix(".") ? #"\&"# : "") + escaped
    }
}
