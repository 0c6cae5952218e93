import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.terminal)) struct TypeAheadTests {
    private func key(_ name: String) -> HostInput {
        .key(KeyEvent(name: name) ?? KeyEvent(.escape))
    }

    @Test func `the first input is delivered at once, and the next ones wait in order`() {
        var typed = TypeAhead()

        let first = typed.add(key("a"))
        let others = [typed.add(key("b")), typed.add(.paste("c"))]

        #expect(first == key("a"))
        #expect(others == [nil, nil])
        #expect([typed.advance(), typed.advance(), typed.advance()] == [key("b"), .paste("c"), nil])
        #expect(!typed.isHeld)
    }

    @Test func `an input is delivered at once when none is being acted on`() {
        var typed = TypeAhead()
        _ = typed.add(key("a"))
        _ = typed.advance()

        #expect(typed.add(key("b")) == key("b"))
    }

    @Test(arguments: ["ctrl-c", "ctrl-z"])
    func `a key that ends or stops the program never waits, and drops the inputs that do`(name: String) {
        var typed = TypeAhead()
        _ = typed.add(key("a"))
        _ = typed.add(key("b"))

        #expect(typed.add(key(name)) == key(name))
        #expect(typed.advance() == nil)
    }

    @Test func `input past the limit delivers the oldest at once, so that none is lost`() {
        var typed = TypeAhead()
        _ = typed.add(key("a"))
        for number in 0..<TypeAhead.limit { _ = typed.add(.wheel(number, at: .zero)) }

        #expect(typed.add(key("z")) == .wheel(0, at: .zero))
        #expect(typed.advance() == .wheel(1, at: .zero))
    }
}
