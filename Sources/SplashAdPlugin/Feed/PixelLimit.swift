import Synchronization

/// A limit on the pixels that are decoded at the same time, because decoding needs twelve bytes for each.
///
/// A picture that alone exceeds the limit is decoded by itself.
final class PixelLimit: Sendable {
    private struct State {
        var pixels = 0
        var waiting: [(pixels: Int, turn: CheckedContinuation<Void, Never>)] = []

        func hasRoom(_ more: Int, limit: Int) -> Bool { pixels == 0 || pixels + more <= limit }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(_ limit: Int) {
        self.limit = limit
    }

    /// The pixels that are being decoded.
    var pixels: Int { state.withLock { $0.pixels } }

    /// Calls a body that decodes some pixels, as soon as there is room for them; first come, first served.
    func decode<Result>(_ pixels: Int, _ body: () throws -> Result) async rethrows -> Result {
        await waitForTurn(pixels)
        defer { leave(pixels) }
        return try body()
    }

    private func waitForTurn(_ pixels: Int) async {
        await withCheckedContinuation { turn in
            let hasRoom = state.withLock { state in
                guard state.waiting.isEmpty, state.hasRoom(pixels, limit: limit) else {
                    state.waiting.append((pixels, turn))
                    return false
                }
                state.pixels += pixels
                return true
            }
            if hasRoom { turn.resume() }
        }
    }

    private func leave(_ pixels: Int) {
        let next = state.withLock { state in
            state.pixels -= pixels
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, state.hasRoom(first.pixels, limit: limit) {
                state.pixels += first.pixels
                next.append(first.turn)
                state.waiting.removeFirst()
            }
            return next
        }
        for turn in next { turn.resume() }
    }
}
