import HostTestKit
import Testing

@testable import HostRuntime

/// Random changes of many windows, made by the stack and by one that searches one array for everything.
@Suite struct LinearWindowStackTests {
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `many windows change as they do in one array`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var stack = WindowStack()
        var linear = LinearWindowStack()
        var earlier: [WindowID: WindowStack.Position] = [:]
        let levels: [WindowLevel] = [.normal, .normal, .normal, .statusBar, .alert, .normal - 1]

        for step in 0..<2000 {
            let id = WindowID(.random(in: 0..<400, using: &random))
            let level = levels[.random(in: 0..<levels.count, using: &random)]
            let place = Rect(x: step % 7, y: step % 5, width: 3, height: 3)
            let point = Point(x: step % 9, y: step % 8)
            switch Int.random(in: 0..<24, using: &random) {
            case 0...4:
                stack.insert(WindowStack.Entry(id: id, level: level, frame: place))
                linear.insert(WindowStack.Entry(id: id, level: level, frame: place))
            case 5...7:
                #expect(stack.update(id) { $0.frame = place } == linear.update(id) { $0.frame = place })
            case 8:
                #expect(stack.beginTouch(on: id, at: point) == linear.beginTouch(on: id, at: point))
            case 9: #expect(stack.moveTouch(to: point)?.point == linear.moveTouch(to: point)?.point)
            case 10: #expect(stack.endTouch(at: point)?.id == linear.endTouch(at: point)?.id)
            default:
                let changes: [WindowStack.Change] = [
                    .show(id), .show(id), .hide(id), .setLevel(id, level), .moveToFront(id), .makeKey(id),
                    .makeKeyAndVisible(id), .setCanBecomeKey(id, step % 3 > 0), .remove(id), .cancelTouch,
                    // The key window goes, and another one takes its place.
                    linear.keyWindow.map { .hide($0) } ?? .cancelTouch,
                    earlier[id].map { .restore(id, $0) } ?? .cancelTouch,
                ]
                if step % 3 == 0 { earlier[id] = linear[id]?.position }
                let change = changes[.random(in: 0..<changes.count, using: &random)]
                #expect(stack.apply(change) == linear.apply(change), "seed \(seed), step \(step), \(change)")
            }
            #expect(stack.keyWindow == linear.keyWindow && stack.touchedWindow == linear.touchedWindow)
            #expect(stack[id] == linear[id] && stack.mayBeKey(id) == linear.mayBeKey(id))
            #expect(stack.hit(at: point) { _, _ in true } == linear.hit(at: point))
        }

        #expect(stack.entries == linear.entries)
        #expect(Array(stack.shown.elements) == linear.entries.filter { !$0.isHidden })
    }
}

extension LinearWindowStack {
    fileprivate func hit(at point: Point) -> WindowID? {
        entries.last { !$0.isHidden && $0.frame.contains(point) }?.id
    }
}
