import Testing

@testable import HostRuntime

@Suite struct MainJobsTests {
    @Test func `the program's own jobs come before those of others, however many wait`() {
        var jobs = MainJobs<String>()
        for number in 1...3 { _ = jobs.add("other \(number)", isOwn: false) }
        for number in 1...2 { _ = jobs.add("own \(number)", isOwn: true) }

        let popped = jobs.popAll()

        #expect(popped == ["own 1", "own 2", "other 1", "other 2", "other 3"])
    }

    @Test func `only the first job wakes the main thread`() {
        var jobs = MainJobs<String>()
        let wakes = [jobs.add("a", isOwn: false), jobs.add("b", isOwn: true), jobs.add("c", isOwn: false)]
        _ = jobs.popAll()
        let isEmpty = jobs.isEmpty
        let wakesAgain = jobs.add("d", isOwn: true)

        #expect(wakes == [true, false, false])
        #expect(isEmpty && wakesAgain)
    }
}

extension MainJobs {
    fileprivate mutating func popAll() -> [Job] {
        var popped: [Job] = []
        while let job = popFirst() { popped.append(job) }
        return popped
    }
}

@Suite struct MajorityVoteTests {
    @Test func `the element that makes up more than half is found, in whatever order`() {
        for order in ["aab", "aba", "baa", "cabacaa", "bbaaa", "abcaa"] {
            var vote = MajorityVote<Character>()
            for element in order { vote.add(element) }
            #expect(vote.candidate == "a", "of \(order)")
        }
    }

    @Test func `without elements there is none`() {
        #expect(MajorityVote<Int>().candidate == nil)
    }
}
