import FoundationEssentials
import HostRuntime
import TestSupport
import Testing

@testable import SplashAdPlugin

@Suite(.tags(.advertisements)) struct PrefetchPlanTests {
    private func address(_ name: String) throws -> HTTPAddress { try HTTPAddress("http://ads.example/\(name)") }

    private func animation(_ id: String, frames: Int) throws -> SplashCreative {
        var creative = SplashCreative(id: id)
        creative.artwork.frames = try (0..<frames).map {
            .init(picture: try address("\(id)-\($0)"), duration: .milliseconds(100))
        }
        return creative
    }

    private func picture(_ id: String) throws -> SplashCreative {
        var creative = SplashCreative(id: id)
        creative.artwork = .picture(try address(id))
        return creative
    }

    private func plan(
        _ creatives: [SplashCreative],
        budget: Int = 100,
        spent: Int = 0,
        here: [String: Int] = [:],
        refused: Set<String> = []
    ) -> PrefetchPlan {
        PrefetchPlan(
            creatives,
            budget: budget,
            spent: spent,
            size: { here[$0.url.lastPathComponent] },
            isRefused: { refused.contains($0.url.lastPathComponent) }
        )
    }

    private func names(_ plan: PrefetchPlan) -> [String] { plan.addresses.map(\.url.lastPathComponent) }

    @Test func `missing pictures are fetched in the order of the turns, and none twice`() throws {
        let creatives = try [picture("a"), picture("b"), picture("c"), picture("b"), SplashCreative(id: "words")]

        let plan = plan(creatives, here: ["a": 10])

        #expect(names(plan) == ["b", "c"])
        #expect(plan.leftOut == [:])
    }

    @Test func `cached pictures that are due earlier leave the rest of the budget`() throws {
        let plan = try plan([picture("a"), picture("b"), picture("c")], here: ["a": 60, "b": 40])

        #expect(names(plan) == [])
        #expect(plan.leftOut == ["c": "others that are due before it take the 100 bytes"])
    }

    @Test func `an animation that would exceed the budget is left out after its first picture`() throws {
        let plan = try plan([animation("film", frames: 64), picture("b")], here: ["film-0": 4])

        #expect(names(plan) == ["b"])
        #expect(plan.leftOut == ["film": "they would take 256 bytes, and the budget is 100 bytes"])
    }

    @Test func `an animation that fits is fetched completely`() throws {
        let plan = try plan([animation("film", frames: 4), picture("b")], here: ["film-2": 25])

        #expect(names(plan) == ["film-0", "film-1", "film-3"])
        #expect(plan.leftOut.keys.sorted() == ["b"])
    }

    @Test func `when the day's budget is spent nothing is fetched`() throws {
        let plan = try plan([picture("a"), picture("b")], spent: 100, here: ["a": 10])

        #expect(names(plan) == [])
        #expect(plan.leftOut == ["b": "today's 100 bytes are spent"])
    }

    @Test func `a creative with a rejected picture needs no others`() throws {
        let plan = try plan([animation("film", frames: 3), picture("b")], refused: ["film-1"])

        #expect(names(plan) == ["b"])
    }

    @Test(arguments: UInt64(1)...40)
    func `fetching a whole feed stays within the budget, and fetches nothing twice`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let creatives = try (0..<Int.random(in: 1...32, using: &random)).map { place in
            let frames = Int.random(in: 1...64, using: &random)
            return frames == 1 ? try picture("c\(place)") : try animation("c\(place)", frames: frames)
        }
        let budget = Int.random(in: 0...400, using: &random)
        var here: [String: Int] = [:]
        var fetched: Set<String> = []
        var spent = 0
        // One step for each file: each step fetches one more.
        while let next = plan(creatives, budget: budget, spent: spent, here: here).addresses.first {
            let name = next.url.lastPathComponent
            #expect(fetched.insert(name).inserted)
            // A request takes no more than what is left of the day.
            let size = min(Int.random(in: 1...40, using: &random), budget - spent)
            here[name] = size
            spent += size
        }

        #expect(spent <= budget)
        let last = plan(creatives, budget: budget, spent: spent, here: here)
        let whole = creatives.filter { $0.artwork.addresses.allSatisfy { here[$0.url.lastPathComponent] != nil } }
        // Each picture is in the cache or left out with a reason.
        #expect(Set(whole.map(\.id)).union(last.leftOut.keys) == Set(creatives.map(\.id)))
    }
}
