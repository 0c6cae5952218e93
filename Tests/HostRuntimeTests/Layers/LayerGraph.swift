/// Which folder of a source tree refers to which other ones, by the names of their declarations.
///
/// A reference is the name of a type, function or variable that another folder
/// declares at file scope, or of a member that it adds to a type of elsewhere.
/// A member whose name is also declared in a second folder is left out, because
/// a name alone doesn't say which one is meant.
struct LayerGraph {
    struct Source {
        let folder: String
        let name: String
        let tokens: [SwiftTokens.Token]

        init(folder: String, name: String, text: String) {
            self.folder = folder
            self.name = name
            tokens = SwiftTokens(text).tokens
        }
    }

    struct Reference: Hashable, Comparable, CustomStringConvertible {
        let from: String
        let to: String
        let file: String
        let symbol: String

        var description: String { "\(from) → \(to): \(file) refers to \(symbol)" }

        static func < (left: Reference, right: Reference) -> Bool { left.description < right.description }
    }

    /// Every reference from one folder to another, in the order of its text.
    let references: [Reference]

    init(_ sources: [Source]) {
        var index = Index()
        for source in sources { index.addTopLevel(of: source) }
        for source in sources { index.addExtensionMembers(of: source) }
        var found: Set<Reference> = []
        for source in sources {
            for token in source.tokens where token.isWord {
                guard let folder = index.folder(of: token, in: source.folder), folder != source.folder else { continue }
                found.insert(Reference(from: source.folder, to: folder, file: source.name, symbol: token.text))
            }
        }
        references = found.sorted()
    }

    /// The folders that each folder refers to.
    var edges: [String: Set<String>] {
        references.reduce(into: [:]) { $0[$1.from, default: []].insert($1.to) }
    }

    /// Returns folders that refer to one another in a circle, first and last the same; nil when there is none.
    static func circle(in edges: [String: Set<String>]) -> [String]? {
        var done: Set<String> = []
        func visit(_ folder: String, _ path: [String]) -> [String]? {
            if let start = path.firstIndex(of: folder) { return path[start...] + [folder] }
            guard done.insert(folder).inserted else { return nil }
            for next in edges[folder, default: []].sorted() {
                if let circle = visit(next, path + [folder]) { return circle }
            }
            return nil
        }
        for folder in edges.keys.sorted() {
            done = []
            if let circle = visit(folder, []) { return circle }
        }
        return nil
    }
}

// MARK: - Declarations

/// The folders that names are declared in.
private struct Index {
    private static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let values: Set<String> = ["func", "var", "let"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "static", "indirect", "nonisolated", "isolated", "mutating",
        "nonmutating", "override", "required", "convenience", "lazy", "weak", "unowned", "unsafe", "borrowing",
        "consuming",
    ]

    /// The folders that declare a name at file scope.
    private var topLevel: [String: Set<String>] = [:]
    /// The folders that add a member of a name to a type of another folder.
    private var added: [String: Set<String>] = [:]
    /// The folders that declare a name anywhere.
    private var anywhere: [String: Set<String>] = [:]
    /// The names of types inside of other types, by folder: there they hide a type of another folder.
    private var nested: [String: Set<String>] = [:]

    /// Returns the folder that declares what a word refers to; nil when it's unknown or more than one does.
    func folder(of token: SwiftTokens.Token, in folder: String) -> String? {
        if token.isMember {
            guard let folders = added[token.text], folders.count == 1, anywhere[token.text] == folders else {
                return nil
            }
            return folders.first
        }
        guard nested[folder]?.contains(token.text) != true else { return nil }
        guard let folders = topLevel[token.text], folders.count == 1 else { return nil }
        return folders.first
    }

    mutating func addTopLevel(of source: LayerGraph.Source) {
        let tokens = source.tokens
        var depth = 0
        for (index, token) in tokens.enumerated() {
            if token.text == "{" { depth += 1 }
            if token.text == "}" { depth -= 1 }
            let isType = Index.types.contains(token.text)
            guard isType || Index.values.contains(token.text) || token.text == "case", !token.isMember else { continue }
            for name in Index.names(after: index, in: tokens) {
                anywhere[name, default: []].insert(source.folder)
                if depth > 0 {
                    if isType { nested[source.folder, default: []].insert(name) }
                } else if token.text != "case", !Index.isPrivate(index, in: tokens) {
                    topLevel[name, default: []].insert(source.folder)
                }
            }
        }
    }

    mutating func addExtensionMembers(of source: LayerGraph.Source) {
        let tokens = source.tokens
        var depth = 0
        var isOfElsewhere = false
        for (index, token) in tokens.enumerated() {
            if token.text == "{" { depth += 1 }
            if token.text == "}" { depth -= 1 }
            if depth == 0, token.text == "extension" {
                let name = tokens[(index + 1)...].first { $0.isWord }?.text ?? ""
                isOfElsewhere = topLevel[name] != [source.folder] && !Index.isPrivate(index, in: tokens)
            }
            if depth == 0, Index.types.contains(token.text) { isOfElsewhere = false }
            guard depth == 1, isOfElsewhere, Index.values.contains(token.text) || Index.types.contains(token.text)
            else { continue }
            guard !Index.isPrivate(index, in: tokens) else { continue }
            for name in Index.names(after: index, in: tokens) { added[name, default: []].insert(source.folder) }
        }
    }

    /// The names that a keyword declares: several for `case a, b`, none for a pattern.
    private static func names(after index: Int, in tokens: [SwiftTokens.Token]) -> [String] {
        guard index + 1 < tokens.count, tokens[index + 1].isWord, !tokens[index + 1].isMember else { return [] }
        var names = [tokens[index + 1].text]
        guard tokens[index].text == "case" else { return names }
        var next = index + 2
        while next + 1 < tokens.count, tokens[next].text == ",", tokens[next + 1].isWord {
            names.append(tokens[next + 1].text)
            next += 2
        }
        return names
    }

    /// Whether a declaration is private, as its modifiers before the keyword say.
    private static func isPrivate(_ keyword: Int, in tokens: [SwiftTokens.Token]) -> Bool {
        var index = keyword - 1
        while index >= 0 {
            let text = tokens[index].text
            if text == "private" || text == "fileprivate" {
                // `private(set)` is about writing.
                return tokens[index + 1].text != "("
            }
            guard modifiers.contains(text) || text == "(" || text == ")" || text == "set" else { return false }
            index -= 1
        }
        return false
    }
}
