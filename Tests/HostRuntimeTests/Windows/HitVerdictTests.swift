import TestSupport
import Testing

@testable import HostRuntime

@MainActor @Suite(.tags(.windows)) struct HitVerdictTests {
    @Test func `a hit is explained front to back, as a table`() {
        let scene = WindowScene(size: Size(width: 20, height: 10))
        let shop = Window(scene: scene, title: "Shop")
        let menu = Window(scene: scene, title: "Menu", frame: Rect(x: 10, y: 1, width: 5, height: 5))
        let splash = Window(scene: scene, title: "Splash", level: .statusBar + 1, owner: .plugin("splash"))
        let ball = Window(scene: scene, title: "Ball", level: .statusBar + 100, owner: .plugin("assistant"))
        let alert = Window(scene: scene, title: "Alert", level: .alert)
        for window in [shop, menu, splash, ball] { window.show() }
        splash.isUserInteractionEnabled = false
        ball.hitPolicy = .passThroughBackground

        let explanation = scene.explainHit(at: Point(x: 2, y: 3))

        #expect(
            explanation == """
                (2, 3): 'Shop'
                Alert   host       level 2000  20x10 at (0, 0)  passes: hidden
                Ball    assistant  level 1100  20x10 at (0, 0)  passes: the point is on its background
                Splash  splash     level 1001  20x10 at (0, 0)  passes: user interaction is disabled
                Menu    host       level 0     5x5 at (10, 1)   passes: the point is outside its frame
                Shop    host       level 0     20x10 at (0, 0)  takes the touch
                """
        )
        withExtendedLifetime(alert) {}
    }

    @Test func `there is no target where no window takes the touch`() {
        let scene = WindowScene(size: Size(width: 20, height: 10))
        let window = Window(scene: scene, title: "Shop")

        let explanation = scene.explainHit(at: .zero)

        #expect(explanation == "(0, 0): no window\nShop  host  level 0  20x10 at (0, 0)  passes: hidden")
        withExtendedLifetime(window) {}
    }
}
