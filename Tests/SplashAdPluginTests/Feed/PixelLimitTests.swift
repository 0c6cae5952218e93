import Testing

@testable import SplashAdPlugin

@Suite struct PixelLimitTests {
    @Test(arguments: [10, 1000]) func `pictures are decoded side by side within the limit, and all of them in the end`(
        limit: Int
    ) async {
        let pixels = PixelLimit(limit)

        let most = await withTaskGroup(of: Int.self) { group in
            for number in 0..<500 {
                group.addTask { await pixels.decode(1 + number % 7) { pixels.pixels } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(most.count == 500)
        #expect(most.allSatisfy { (1...limit).contains($0) })
        #expect(pixels.pixels == 0)
    }

    @Test func `a picture over the limit is decoded by itself`() async {
        let pixels = PixelLimit(10)

        let underWay = await withTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<200 {
                let own = number.isMultiple(of: 3) ? 100 : 4
                group.addTask { (own, await pixels.decode(own) { pixels.pixels }) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(underWay.filter { $0.0 == 100 }.allSatisfy { $0.1 == 100 })
        #expect(underWay.filter { $0.0 == 4 }.allSatisfy { $0.1 <= 8 })
    }

    @Test func `a decoding that fails gives its room back`() async {
        struct Damage: Error {}
        let pixels = PixelLimit(10)

        for _ in 0..<3 {
            await #expect(throws: Damage.self) { try await pixels.decode(10) { throw Damage() } }
        }

        #expect(pixels.pixels == 0)
    }
}
