import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.windows)) struct WindowStackTests {
    private let a = WindowID(1)
    private let b = WindowID(2)
    private let c = WindowID(3)

    // MARK: - Order

    @Test func `a new window is hidden and at the front of its level`() {
        let stack = StackDriver(a, b)

        #expect(stack.order == [a, b])
        #expect(stack.visible == [])
    }

    @Test func `the bottom window of a level covers the top window of the level below`() {
        let stack = StackDriver(a, b, c)

        stack.run(.setLevel(a, .alert), .show(a), .show(b), .show(c))

        #expect(stack.visible == [b, c, a])
    }

    @Test(arguments: [WindowLevel.normal, .statusBar, .alert, .statusBar + 1])
    func `equal levels keep the order of showing`(level: WindowLevel) {
        let stack = StackDriver(a, b, c, level: level)

        stack.run(.show(c), .show(a), .show(b))

        #expect(stack.visible == [c, a, b])
    }

    @Test func `showing a visible window changes nothing`() {
        let stack = StackDriver(a, b)
        stack.run(.show(a), .show(b))

        #expect(stack.events(.show(a)) == [])
        #expect(stack.order == [a, b])
    }

    @Test func `setting the same level changes nothing`() {
        let stack = StackDriver(a, b)
        stack.run(.show(a), .show(b))

        #expect(stack.events(.setLevel(a, .normal)) == [])
        #expect(stack.order == [a, b])
    }

    @Test func `changing the level brings a window to the front of the new one`() {
        let stack = StackDriver(a, b, c)
        stack.run(.setLevel(a, .alert), .setLevel(b, .alert), .setLevel(a, .normal))

        #expect(stack.order == [c, a, b])
        #expect(stack.events(.setLevel(a, .alert)) == ["levelChanged(from: 0) #1"])
        #expect(stack.order == [c, b, a])
    }

    @Test func `a hidden window keeps its place`() {
        let stack = StackDriver(a, b, c)
        stack.run(.show(a), .show(b), .show(c))

        #expect(stack.events(.hide(b)) == ["hidden #2"])
        #expect(stack.order == [a, b, c])
        #expect(stack.visible == [a, c])
    }

    @Test func `showing a hidden window again brings it to the front`() {
        let stack = StackDriver(a, b)
        stack.run(.show(a), .show(b), .hide(a))

        #expect(stack.events(.show(a)) == ["shown #1"])
        #expect(stack.order == [b, a])
    }

    @Test func `making key and visible brings a visible window to the front of its level only`() {
        let stack = StackDriver(a, b, c)
        stack.run(.setLevel(c, .alert), .show(a), .show(b), .show(c))

        #expect(stack.events(.makeKeyAndVisible(a)) == ["orderChanged #1", "becameKey #1"])
        #expect(stack.visible == [b, a, c])
    }

    @Test func `a window at the front of its level does not move`() {
        let stack = StackDriver(a, b, c)
        stack.run(.setLevel(c, .alert))

        #expect(stack.events(.moveToFront(b)) == [])
        #expect(stack.events(.moveToFront(c)) == [])
        #expect(stack.events(.moveToFront(a)) == ["orderChanged #1"])
    }

    @Test func `a window that gets its place back is where it was, among the others of its level`() throws {
        let stack = StackDriver(a, b, c)
        stack.run(.show(a), .show(b), .show(c))
        let place = try #require(stack[b]?.position)
        stack.run(.setLevel(b, .alert))

        #expect(stack.events(.restore(b, place)) == ["levelChanged(from: 2000) #2"])
        #expect(stack.order == [a, b, c])
        #expect(stack.events(.restore(b, place)) == [])
    }

    @Test func `a place that another window has is not given to a second one`() throws {
        let stack = StackDriver(a, b)
        let place = try #require(stack[a]?.position)

        #expect(stack.events(.restore(b, place)) == [])
        #expect(stack.order == [a, b])
    }

    @Test func `a change of an unknown window has no effect`() {
        let stack = StackDriver(a)
        let changes: [WindowStack.Change] = [
            .show(b), .hide(b), .setLevel(b, .alert), .moveToFront(b), .makeKey(b), .makeKeyAndVisible(b),
            .setCanBecomeKey(b, false), .remove(b), .cancelTouch,
        ]

        #expect(changes.flatMap { stack.apply($0) } == [])
        #expect(stack.order == [a])
    }

    // MARK: - Key window

    @Test func `showing a window does not make it key`() {
        let stack = StackDriver(a, b)
        stack.run(.show(a), .makeKey(a))

        #expect(stack.events(.show(b)) == ["shown #2"])
        #expect(stack.keyWindow == a)
    }

    @Test func `the old key window resigns before the new one becomes key`() {
        let stack = StackDriver(a, b)
        stack.run(.makeKeyAndVisible(a), .show(b))

        #expect(stack.events(.makeKey(b)) == ["resignedKey #1", "becameKey #2"])
        #expect(stack.events(.makeKey(b)) == [])
    }

    @Test func `a hidden window does not become key`() {
        let stack = StackDriver(a)

        #expect(stack.events(.makeKey(a)) == [])
        #expect(stack.keyWindow == nil)
    }

    @Test func `a window that cannot become key is only shown by make key and visible`() {
        let stack = StackDriver(a)
        stack.run(.setCanBecomeKey(a, false))

        #expect(stack.events(.makeKeyAndVisible(a)) == ["shown #1"])
        #expect(stack.keyWindow == nil)
    }

    @Test func `when the key window is hidden, the most recent one becomes key, not the topmost`() {
        let stack = StackDriver(a, b, c)
        stack.run(.setLevel(c, .alert), .show(c), .makeKeyAndVisible(a), .makeKeyAndVisible(b))

        #expect(stack.events(.hide(b)) == ["hidden #2", "resignedKey #2", "becameKey #1"])
    }

    @Test func `a window that was key earlier is passed over while it cannot be key`() {
        let stack = StackDriver(a, b, c)
        stack.run(.makeKeyAndVisible(a), .makeKeyAndVisible(b), .makeKeyAndVisible(c), .setCanBecomeKey(b, false))

        #expect(stack.events(.hide(c)) == ["hidden #3", "resignedKey #3", "becameKey #1"])
    }

    @Test func `a window that was key, was hidden and is shown again is remembered`() {
        let stack = StackDriver(a, b, c)
        stack.run(.makeKeyAndVisible(a), .makeKeyAndVisible(b), .makeKeyAndVisible(c), .hide(b), .show(b))

        #expect(stack.events(.hide(c)) == ["hidden #3", "resignedKey #3", "becameKey #2"])
    }

    @Test func `without an earlier key window, the topmost that can be key becomes key`() {
        let stack = StackDriver(a, b, c)
        stack.run(.setCanBecomeKey(c, false), .show(a), .show(b), .show(c), .makeKey(a))

        #expect(stack.events(.remove(a)) == ["hidden #1", "resignedKey #1", "becameKey #2", "removed #1"])
    }

    @Test func `when no window can be key, none is`() {
        let stack = StackDriver(a, b)
        stack.run(.setCanBecomeKey(b, false), .makeKeyAndVisible(a), .show(b))

        #expect(stack.events(.hide(a)) == ["hidden #1", "resignedKey #1"])
        #expect(stack.keyWindow == nil)
    }

    @Test func `a key window that may no longer be key resigns at once`() {
        let stack = StackDriver(a, b)
        stack.run(.makeKeyAndVisible(a), .makeKeyAndVisible(b))

        #expect(stack.events(.setCanBecomeKey(b, false)) == ["resignedKey #2", "becameKey #1"])
        #expect(stack.events(.setCanBecomeKey(b, true)) == [])
    }

    @Test func `removing a hidden window only removes it`() {
        let stack = StackDriver(a, b)

        #expect(stack.events(.remove(a)) == ["removed #1"])
        #expect(stack.order == [b])
    }

    // MARK: - Touch

    @Test func `a touch stays with its window wherever windows go`() throws {
        let stack = StackDriver(a, b)
        stack.run(.show(a))
        #expect(stack.beginTouch(on: a, at: Point(x: 3, y: 3)))

        stack.run(.show(b), .setLevel(b, .alert))
        _ = stack.update(a) {
            $0.frame = Rect(x: 5, y: 5, width: 1, height: 1)
            $0.alpha = 0
            $0.isUserInteractionEnabled = false
        }

        let moved = try #require(stack.moveTouch(to: Point(x: 4, y: 9)))
        #expect(moved == (a, Point(x: -1, y: 4)))
        let ended = try #require(stack.endTouch(at: .zero))
        #expect(ended == (a, Point(x: -5, y: -5)))
        #expect(stack.moveTouch(to: .zero) == nil)
    }

    @Test(arguments: [WindowStack.Change.hide(WindowID(1)), .remove(WindowID(1)), .cancelTouch])
    func `hiding or removing the touched window cancels its touch first`(change: WindowStack.Change) {
        let stack = StackDriver(a)
        stack.run(.show(a))
        _ = stack.update(a) { $0.frame = Rect(x: 1, y: 1, width: 9, height: 9) }
        _ = stack.beginTouch(on: a, at: Point(x: 2, y: 2))
        _ = stack.moveTouch(to: Point(x: 3, y: 2))

        let effects = stack.apply(change)

        #expect(effects.first == .cancelTouch(a, at: Point(x: 2, y: 1)))
        #expect(stack.touchedWindow == nil)
    }

    @Test func `a hidden window takes no touch`() {
        let stack = StackDriver(a)

        #expect(!stack.beginTouch(on: a, at: .zero))
        #expect(stack.touchedWindow == nil)
    }

    // MARK: - Picture

    @Test(arguments: [(0.5, 0.5), (-1, 0), (7, 1), (.infinity, 1), (.nan, 1)])
    func `alpha is clamped and NaN is ignored`(alpha: Double, expected: Double) {
        let stack = StackDriver(a)

        _ = stack.update(a) { $0.alpha = alpha }

        #expect(stack[a]?.alpha == expected)
    }

    @Test func `only a visible window changes the picture`() {
        let stack = StackDriver(a)

        #expect(!stack.update(a) { $0.alpha = 0.5 })
        stack.run(.show(a))
        #expect(stack.update(a) { $0.alpha = 0.7 })
        #expect(!stack.update(a) { $0.alpha = 0.7 })
        #expect(!stack.update(a) { $0.isUserInteractionEnabled = false })
    }
}

/// A stack held by reference, so that an expectation can change it.
@dynamicMemberLookup
private final class StackDriver {
    private var stack = WindowStack()

    init(_ ids: WindowID..., level: WindowLevel = .normal) {
        for id in ids { stack.insert(.init(id: id, level: level, frame: Rect(x: 0, y: 0, width: 10, height: 10))) }
    }

    subscript<T>(dynamicMember path: KeyPath<WindowStack, T>) -> T { stack[keyPath: path] }

    subscript(id: WindowID) -> WindowStack.Entry? { stack[id] }

    func apply(_ change: WindowStack.Change) -> [WindowStack.Effect] { stack.apply(change) }

    func run(_ changes: WindowStack.Change...) {
        for change in changes { _ = stack.apply(change) }
    }

    func events(_ change: WindowStack.Change) -> [String] {
        stack.apply(change).map {
            switch $0 {
            case .report(.levelChanged(let level), let entry): "levelChanged(from: \(level)) \(entry.id)"
            case .report(let event, let entry): "\(event) \(entry.id)"
            case .cancelTouch(let id, let point): "cancelTouch \(id) \(point)"
            }
        }
    }

    func update(_ id: WindowID, _ change: (inout WindowStack.Entry) -> Void) -> Bool { stack.update(id, change) }

    func beginTouch(on id: WindowID, at location: Point) -> Bool { stack.beginTouch(on: id, at: location) }
    func moveTouch(to location: Point) -> (id: WindowID, point: Point)? { stack.moveTouch(to: location) }
    func endTouch(at location: Point) -> (id: WindowID, point: Point)? { stack.endTouch(at: location) }
}

extension WindowStack {
    var order: [WindowID] { entries.map(\.id) }

    var visible: [WindowID] { entries.filter { !$0.isHidden }.map(\.id) }
}
