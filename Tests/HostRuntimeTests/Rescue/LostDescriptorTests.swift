import TestSupport
import Testing

@testable import HostRuntime

/// The end of a program whose descriptors other code has closed or replaced.
@Suite(.tags(.faults)) struct LostDescriptorTests {
    @Test func `a program that has lost a descriptor ends, and names the plugin that ran last`() async {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            ProcessJournal.begin(program: "shop")
            _ = RunningCode.mainStack.push(CallEntry(of: .plugin("confetti"), .timer), at: 0)
            LostDescriptor.endProgram()
        }

        let end = "closed or replaced a file descriptor of the program in a timer, which ended it"
        #expect(
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
                == "shop: the plugin 'confetti' \(end)\nshop: to start without it, add --disable-plugin confetti\n"
        )
    }

    @Test func `a program that has lost a descriptor to no plugin says that a library closed it`() async {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            LostDescriptor.endProgram()
        }

        let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(said.contains("a library has closed a file descriptor of the program"))
    }
}
