import FoundationEssentials
import Scenarios

let greeting = Greeting(store: .ofProgram("greet"))

if CommandLine.arguments.contains("--why") {
    print(greeting.reason(at: Date()))
} else if let text = greeting.text(at: Date()) {
    print(text)
}
