/// A closure that hears where the text cursor has moved to, as an object so that it can be taken away.
@MainActor final class TextCursorObserver {
    let body: @MainActor (Point?) -> Void

    init(_ body: @escaping @MainActor (Point?) -> Void) {
        self.body = body
    }
}
