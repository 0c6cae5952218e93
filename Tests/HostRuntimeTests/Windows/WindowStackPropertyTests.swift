import TestSupport
import Testing

@testable import HostRuntime

/// Random programs, run by the stack and by a model that derives its whole state each time.
@Suite(.tags(.windows)) struct WindowStackPropertyTests {
    @Test(arguments: seeds(of: 0..<20))
    func `order, key, hit and capture agree with a model that keeps no order`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4 { runProgram(of: 250, seed: seed, using: &random) }
    }

    private func runProgram(of steps: Int, seed: UInt64, using random: inout SeededGenerator) {
        var stack = WindowStack()
        var model = WindowModel()
        var places: [WindowID: WindowStack.Position] = [:]
        var nextID: UInt64 = 0

        for _ in 0..<steps {
            let step = WindowModel.Step.random(nextID: &nextID, using: &random)
            let (keyBefore, visibleBefore) = (stack.keyWindow, stack.visible)
            let effects = stack.run(step, &places)
            model.run(step)

            let point = Point(x: .random(in: -1...12, using: &random), y: .random(in: -1...12, using: &random))
            let state = WindowModel.State(
                order: stack.order,
                visible: stack.visible,
                key: stack.keyWindow,
                touched: stack.touchedWindow,
                hit: stack.hit(at: point, isOnView: WindowModel.isOnView)
            )
            let isSame = state == model.state(at: point)
            #expect(isSame, "seed \(seed), \(step)")
            #expect(keyAfter(effects, from: keyBefore) == .some(stack.keyWindow), "seed \(seed), \(step)")
            #expect(stack.shown.map(\.id) == state.visible, "seed \(seed), \(step)")
            let isPictureChanged = effects.contains(where: \.changesPicture)
            #expect(isPictureChanged || visibleBefore == state.visible, "seed \(seed), \(step)")
            let keyEntry = stack.keyWindow.flatMap { stack[$0] }
            let isModalInFront = stack.shown.contains {
                stack.isModal($0) && $0.position > keyEntry?.position ?? $0.position
            }
            #expect(keyEntry?.isHidden != true && !isModalInFront, "seed \(seed), \(step)")
            let explained = stack.explainHit(at: point, isOnView: WindowModel.isOnView)
            #expect(explained.first { $0.verdict == .takes }?.entry.id == state.hit, "seed \(seed), \(step)")
            if !isSame { return }
        }
    }

    // Follows the reported key events; nil if they contradict one another.
    private func keyAfter(_ effects: [WindowStack.Effect], from key: WindowID?) -> WindowID?? {
        var key = key
        for case .report(let event, let entry) in effects {
            switch event {
            case .resignedKey where key == entry.id: key = nil
            case .becameKey where key == nil: key = entry.id
            case .resignedKey, .becameKey: return nil
            default: break
            }
        }
        return .some(key)
    }
}

/// The rules without derived state: the moments of changes instead of an order.
private struct WindowModel {
    struct Model {
        let id: WindowID
        var level: WindowLevel
        var frame: Rect
        var lastFront: Int
        var lastKey: Int?
        var isHidden = true
        var canBecomeKey = true
        var isModal = false
        var isEnabled = true
        var alpha = 1.0
        var policy = HitPolicy.opaque
        var mayBeKey: Bool { !isHidden && canBecomeKey }
        /// Whether it keeps keys and touches from the windows below.
        var keepsInput: Bool { isModal && !isHidden && alpha >= 0.01 && !frame.isEmpty }
    }

    struct State: Equatable {
        var order: [WindowID]
        var visible: [WindowID]
        var key: WindowID?
        var touched: WindowID?
        var hit: WindowID?
    }

    enum Step {
        case insert(WindowID, WindowLevel, Rect)
        case change(WindowStack.Change)
        /// Notes a window's place, to which `goBack` returns it later.
        case notePlace(WindowID)
        case goBack(WindowID)
        case look(WindowID, Rect, alpha: Double, isEnabled: Bool, HitPolicy)
        case begin(Point)
        case move(Point)
        case end(Point)
    }

    private var windows: [Model] = []
    private var places: [WindowID: (level: WindowLevel, lastFront: Int)] = [:]
    private var key: WindowID?
    private var isKeyWithheld = false
    private var touched: WindowID?
    private var now = 0

    static func isOnView(_ id: WindowID, _ point: Point) -> Bool { (point.x + point.y) % 3 == 0 }

    private var sorted: [Model] {
        windows.sorted { $0.level == $1.level ? $0.lastFront < $1.lastFront : $0.level < $1.level }
    }

    func state(at point: Point) -> State {
        let sorted = sorted
        return State(
            order: sorted.map(\.id),
            visible: sorted.filter { !$0.isHidden }.map(\.id),
            key: key,
            touched: touched,
            hit: hit(at: point)
        )
    }

    /// The windows that no modal one keeps keys and touches from, back to front: from the frontmost modal one on.
    private var reachable: [Model] {
        let sorted = sorted
        return sorted.lastIndex(where: \.keepsInput).map { Array(sorted[$0...]) } ?? sorted
    }

    private func hit(at point: Point) -> WindowID? {
        reachable.last { window in
            let takes =
                switch window.policy {
                case .opaque: true
                case .none: false
                case .passThroughBackground: WindowModel.isOnView(window.id, point - window.frame.origin)
                }
            return takes && !window.isHidden && window.isEnabled && window.alpha >= 0.01
                && window.frame.contains(point)
        }?.id
    }

    mutating func run(_ step: Step) {
        now += 1
        switch step {
        case .insert(let id, let level, let frame):
            windows.append(Model(id: id, level: level, frame: frame, lastFront: now))
        case .change(let change): run(change)
        case .notePlace(let id):
            places[id] = windows.first { $0.id == id }.map { ($0.level, $0.lastFront) }
        case .goBack(let id):
            if let place = places[id] { edit(id) { ($0.level, $0.lastFront) = place } }
        case .look(let id, let frame, let alpha, let isEnabled, let policy):
            edit(id) {
                $0.frame = frame
                $0.alpha = alpha
                $0.isEnabled = isEnabled
                $0.policy = policy
            }
        case .begin(let point):
            touched = hit(at: point)
            if let touched { run(.makeKey(touched)) }
        case .move: break
        case .end: touched = nil
        }
        // The state at this moment, derived from the moments of changes.
        if !windows.contains(where: { $0.id == touched && !$0.isHidden }) { touched = nil }
        settleKey()
    }

    private mutating func settleKey() {
        let reachable = reachable
        let able = reachable.filter(\.mayBeKey)
        guard key != nil || isKeyWithheld, !able.contains(where: { $0.id == key }) else { return }
        let isTaken = key == nil || windows.contains { $0.id == key && $0.mayBeKey }
        let latest = able.filter { $0.lastKey != nil }.max { ($0.lastKey ?? 0) < ($1.lastKey ?? 0) }
        let modal = able.first { $0.keepsInput && isTaken }
        key = (modal ?? latest ?? able.last)?.id
        isKeyWithheld = key == nil && reachable.contains(where: \.keepsInput)
        if let key { noteKey(key) }
    }

    private mutating func noteKey(_ id: WindowID) {
        now += 1
        edit(id) { [now] in $0.lastKey = now }
    }

    private mutating func run(_ change: WindowStack.Change) {
        let now = now
        switch change {
        case .show(let id):
            edit(id) {
                if $0.isHidden { $0.lastFront = now }
                $0.isHidden = false
            }
        case .hide(let id): edit(id) { $0.isHidden = true }
        case .setLevel(let id, let level):
            edit(id) {
                if $0.level != level { $0.lastFront = now }
                $0.level = level
            }
        case .moveToFront(let id):
            let windows = windows
            edit(id) { window in
                let isBehind = windows.contains { $0.level == window.level && $0.lastFront > window.lastFront }
                if isBehind { window.lastFront = now }
            }
        case .makeKey(let id):
            guard key != id, windows.contains(where: { $0.id == id && $0.mayBeKey }) else { return }
            if reachable.contains(where: { $0.id == id }) {
                key = id
                isKeyWithheld = false
                noteKey(id)
            } else {
                noteKey(id)
                if let key { noteKey(key) } else { isKeyWithheld = true }
            }
        case .makeKeyAndVisible(let id):
            run(.moveToFront(id))
            run(.show(id))
            run(.makeKey(id))
        case .setCanBecomeKey(let id, let canBecomeKey): edit(id) { $0.canBecomeKey = canBecomeKey }
        case .setModal(let id, let isModal): edit(id) { $0.isModal = isModal }
        case .remove(let id): windows.removeAll { $0.id == id }
        case .settleKey: break
        case .cancelTouch: touched = nil
        // A place is a number of the stack: `goBack` stands for it here.
        case .restore: break
        }
    }

    private mutating func edit(_ id: WindowID, _ body: (inout Model) -> Void) {
        guard let index = windows.firstIndex(where: { $0.id == id }) else { return }
        body(&windows[index])
    }
}

extension WindowModel.Step {
    fileprivate static func random(nextID: inout UInt64, using random: inout SeededGenerator) -> WindowModel.Step {
        let levels: [WindowLevel] = [.normal, .statusBar, .statusBar + 1, .alert, .normal - 1]
        let level = levels[.random(in: 0..<levels.count, using: &random)]
        // Mostly one of the last few windows, sometimes a closed or a future one.
        let id = WindowID(nextID &- .random(in: 0..<9, using: &random) &+ 1)
        let frame = Rect(
            x: .random(in: -2...8, using: &random),
            y: .random(in: -2...8, using: &random),
            width: .random(in: 0...9, using: &random),
            height: .random(in: 0...9, using: &random)
        )
        let point = Point(x: .random(in: -1...12, using: &random), y: .random(in: -1...12, using: &random))
        switch Int.random(in: 0..<33, using: &random) {
        case 0, 1:
            nextID += 1
            return .insert(WindowID(nextID), level, frame)
        case 2...5: return .change(.show(id))
        case 6, 7: return .change(.hide(id))
        case 8, 9: return .change(.setLevel(id, level))
        case 10: return .change(.moveToFront(id))
        case 11, 12: return .change(.makeKey(id))
        case 13...15: return .change(.makeKeyAndVisible(id))
        case 16, 17: return .change(.setCanBecomeKey(id, .random(using: &random)))
        case 18: return .change(.remove(id))
        case 19: return .change(.cancelTouch)
        case 20, 21:
            let policies: [HitPolicy] = [.opaque, .opaque, .passThroughBackground, .none]
            return .look(
                id,
                frame,
                alpha: [0, 0.009, 0.01, 0.5, 1][.random(in: 0..<5, using: &random)],
                isEnabled: .random(in: 0..<4, using: &random) > 0,
                policies[.random(in: 0..<4, using: &random)]
            )
        case 22...24: return .begin(point)
        case 25, 26: return .move(point)
        case 27: return .notePlace(id)
        case 28, 29: return .goBack(id)
        case 30, 31: return .change(.setModal(id, .random(in: 0..<3, using: &random) == 0))
        default: return .end(point)
        }
    }
}

extension WindowStack {
    fileprivate mutating func run(_ step: WindowModel.Step, _ places: inout [WindowID: Position]) -> [Effect] {
        switch step {
        case .insert(let id, let level, let frame): insert(Entry(id: id, level: level, frame: frame))
        case .change(let change): return apply(change)
        case .notePlace(let id): places[id] = self[id]?.position
        case .goBack(let id): return places[id].map { apply(.restore(id, $0)) } ?? []
        case .look(let id, let frame, let alpha, let isEnabled, let policy):
            _ = update(id) {
                $0.frame = frame
                $0.alpha = alpha
                $0.isUserInteractionEnabled = isEnabled
                $0.hitPolicy = policy
            }
            return apply(.settleKey)
        case .begin(let point):
            let effects = apply(.cancelTouch)
            guard let target = hit(at: point, isOnView: WindowModel.isOnView) else { return effects }
            let keyEffects = apply(.makeKey(target))
            _ = beginTouch(on: target, at: point)
            return effects + keyEffects
        case .move(let point): _ = moveTouch(to: point)
        case .end(let point): _ = endTouch(at: point)
        }
        return []
    }
}
