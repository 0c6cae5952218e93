extension TextInput {
    /// Handles an editing key; returns `false` for other keys.
    ///
    /// The keys are those of a shell's line editor and of a text field in a window
    /// system, as far as terminals send them. Where these differ, at `ctrl-a`,
    /// the text field's meaning applies.
    mutating func edit(_ event: KeyEvent) -> Bool {
        switch event.key {
        case .character(let character) where event.modifiers.isSubset(of: .shift): insert(String(character))
        case .character(let character) where event.modifiers == .control: return editControl(character)
        case .character(let character) where event.modifiers == .alt: return editAlt(character)
        case .left, .right, .home, .end: moveCursor(event)
        case .backspace where event.modifiers.isSubset(of: .shift): removeSelection(or: max(0, cursor - 1)..<cursor)
        case .backspace: removeSelection(or: wordStart..<cursor)
        case .delete where event.modifiers.isEmpty: removeSelection(or: cursor..<min(cursor + 1, characters.count))
        case .delete where !event.modifiers.contains(.shift): removeSelection(or: cursor..<wordEnd)
        default: return false
        }
        return true
    }

    private mutating func editControl(_ character: Character) -> Bool {
        switch character {
        case "a": selectAll()
        case "e": move(to: characters.count, extending: false)
        case "d": removeSelection(or: cursor..<min(cursor + 1, characters.count))
        case "w": removeSelection(or: wordStart..<cursor)
        case "u": removeSelection(or: 0..<cursor)
        case "k": removeSelection(or: cursor..<characters.count)
        default: return false
        }
        return true
    }

    // Terminals without a sequence for alt and an arrow send these letters.
    private mutating func editAlt(_ character: Character) -> Bool {
        switch character {
        case "b": move(to: wordStart, extending: false)
        case "f": move(to: wordEnd, extending: false)
        case "d": removeSelection(or: cursor..<wordEnd)
        default: return false
        }
        return true
    }

    private mutating func moveCursor(_ event: KeyEvent) {
        let extending = event.modifiers.contains(.shift)
        let byWord = !event.modifiers.subtracting(.shift).isEmpty
        // Without shift, an arrow moves to the end of the selection that it points to.
        let leaves = !extending && !byWord && !selection.isEmpty
        switch event.key {
        case .left: move(to: leaves ? selection.lowerBound : byWord ? wordStart : cursor - 1, extending: extending)
        case .right: move(to: leaves ? selection.upperBound : byWord ? wordEnd : cursor + 1, extending: extending)
        case .home: move(to: 0, extending: extending)
        default: move(to: characters.count, extending: extending)
        }
    }

    private mutating func removeSelection(or range: Range<Int>) {
        remove(selection.isEmpty ? range : selection)
    }

    // MARK: - Words

    private enum CharacterClass {
        case space, word, other

        init(_ character: Character) {
            self =
                character.isWhitespace
                ? .space : character.isLetter || character.isNumber || character == "_" ? .word : .other
        }
    }

    /// The beginning of the word or the run of symbols before the cursor.
    var wordStart: Int {
        guard !isSecret else { return 0 }
        let isSpace = characters[..<cursor].reversed().prefix { CharacterClass($0) == .space }
        let end = cursor - isSpace.count
        guard end > 0 else { return 0 }
        let kind = CharacterClass(characters[end - 1])
        return end - characters[..<end].reversed().prefix { CharacterClass($0) == kind }.count
    }

    /// The end of the word or the run of symbols after the cursor.
    var wordEnd: Int {
        guard !isSecret else { return characters.count }
        let start = cursor + characters[cursor...].prefix { CharacterClass($0) == .space }.count
        guard start < characters.count else { return start }
        let kind = CharacterClass(characters[start])
        return start + characters[start...].prefix { CharacterClass($0) == kind }.count
    }
}
