import HostRuntime
import Testing

@testable import FloatingAssistantPlugin

@Suite struct IntroductionTests {
    @Test func `it is shown while the ball is in view, until it is ended`() {
        var introduction = Introduction(wasSeen: false)

        #expect(introduction.update(isInView: true) == [.show])
        #expect(introduction.update(isInView: true) == [])
        #expect(introduction.update(isInView: false) == [.hide])
        #expect(introduction.update(isInView: true) == [.show])
        #expect(introduction.end() == [.hide, .remember])
        #expect(introduction.update(isInView: true) == [])
        #expect(introduction.end() == [])
    }

    @Test func `a bubble that was seen is not shown again`() {
        var introduction = Introduction(wasSeen: true)

        #expect(introduction.update(isInView: true) == [])
        #expect(introduction.end() == [])
    }

    @Test func `a person who uses the ball does not see the bubble again`() {
        var introduction = Introduction(wasSeen: false)

        #expect(introduction.end() == [.remember])
    }

    @Test func `a program that ends counts the bubble as seen only if it was shown`() {
        var unseen = Introduction(wasSeen: false)
        var seen = Introduction(wasSeen: false)
        _ = seen.update(isInView: true)

        #expect(unseen.leave() == [])
        #expect(seen.leave() == [.hide, .remember])
    }
}

@Suite struct BubbleLayoutTests {
    private let sizes: [BubbleLayout.Extent: Size] = [
        .full: Size(width: 30, height: 7), .line: Size(width: 16, height: 1),
    ]

    private func layout(_ ball: Rect, _ width: Int, _ height: Int) -> BubbleLayout? {
        BubbleLayout(sizes, ball: ball, screen: Size(width: width, height: height))
    }

    @Test func `it stands beside the ball where there is room, as large as there is room for`() {
        let right = layout(Rect(x: 75, y: 19, width: 5, height: 3), 80, 24)
        let left = layout(Rect(x: 0, y: 8, width: 5, height: 3), 80, 24)
        let small = layout(Rect(x: 35, y: 7, width: 5, height: 3), 40, 12)
        let tiny = layout(Rect(x: 17, y: 3, width: 3, height: 1), 20, 5)

        #expect(right?.frame == Rect(x: 45, y: 16, width: 30, height: 7))
        #expect(right?.edge == .right)
        #expect(left?.frame == Rect(x: 5, y: 6, width: 30, height: 7))
        #expect(left?.edge == .left)
        #expect(small?.extent == .line)
        #expect(small?.frame == Rect(x: 19, y: 8, width: 16, height: 1))
        #expect(tiny?.extent == .line)
        #expect(tiny?.frame == Rect(x: 1, y: 3, width: 16, height: 1))
    }

    @Test func `without room beside the ball there is none`() {
        #expect(layout(Rect(x: 8, y: 9, width: 3, height: 1), 18, 12) == nil)
    }

    @Test func `it is always on the screen, and never on the ball`() {
        for width in 1...90 {
            for height in [1, 2, 5, 8, 12, 24, 50] {
                let placement = BallPlacement(screen: Size(width: width, height: height))
                guard let layout = layout(placement.rest, width, height) else { continue }
                #expect(Rect(x: 0, y: 0, width: width, height: height).intersection(layout.frame) == layout.frame)
                #expect(layout.frame.intersection(placement.rest).isEmpty)
            }
        }
    }
}
