internal import FoundationEssentials

/// Turns a live session into the steps of a script, as a pure value.
///
/// The text of a secret field is left out: a `type-secret` step says that the next character
/// of which secret was typed, and a replay types a stand-in.
struct SessionRecorder: Hashable, Sendable {
    /// The moment of the last step.
    private(set) var moment: Duration = .zero

    /// The number of the secret that was typed last, counted from 1.
    private var secretNumber = 0
    /// Whether a character that is typed now continues that secret.
    private var isSecretOpen = false

    /// Returns a step of the present moment, after the wait for it.
    mutating func record(_ step: ScriptStep, at now: Duration) -> [ScriptStep] {
        defer { moment = max(moment, now) }
        return now > moment ? [.wait(now - moment), step] : [step]
    }

    /// Returns the step of an input, after the wait for it.
    ///
    /// `isSecret` says whether text now goes to a secret field.
    mutating func record(_ input: HostInput, isSecret: Bool, at now: Duration) -> [ScriptStep] {
        record(step(for: input, isSecret: isSecret), at: now)
    }

    private mutating func step(for input: HostInput, isSecret: Bool) -> ScriptStep {
        switch input {
        case .key(let event):
            if isSecret, event.typesCharacter { return typeSecret() }
            // Editing keys stay in the field; others may leave it.
            if !isSecret || !(event.legacy ?? event).editsText { isSecretOpen = false }
            return .key(event)
        case .paste(let text):
            guard isSecret else {
                isSecretOpen = false
                return .paste(text)
            }
            beginSecret()
            isSecretOpen = false
            return .pasteSecret(secretNumber)
        case .touch(let touch):
            if touch.phase == .began { isSecretOpen = false }
            return .touch(touch)
        case .wheel(let rows, let point): return .wheel(rows: rows, point)
        case .focus(let isFocused): return isFocused ? .focusIn : .focusOut
        }
    }

    private mutating func typeSecret() -> ScriptStep {
        if !isSecretOpen { beginSecret() }
        return .typeSecret(secretNumber)
    }

    private mutating func beginSecret() {
        secretNumber += 1
        isSecretOpen = true
    }
}

extension KeyEvent {
    fileprivate var editsText: Bool {
        switch key {
        case .character, .backspace, .delete, .left, .right, .home, .end: true
        default: false
        }
    }
}
