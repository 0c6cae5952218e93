import Testing

@testable import HostBase

@Suite struct NameRuleTests {
    @Test(arguments: ["a", "splash-ad", "session.login", "a_b", "7", String(repeating: "x", count: 64)])
    func `a name has letters and digits of ASCII, dots, hyphens and underscores`(name: String) {
        #expect(NameRule.violation(of: name) == nil)
    }

    @Test(arguments: ["a b", "a\n", "\u{1B}[31m", "naïve", "-a", ".a", "_a", "a/b", "a=b", "é", "\0"])
    func `other characters, and a name that begins like an option, break the rule`(name: String) {
        #expect(
            NameRule.violation(of: name)
                == "has only letters and digits of ASCII, dots, hyphens and underscores, "
                + "and begins with a letter or a digit"
        )
    }

    @Test func `an empty name and one of 65 characters break a rule`() {
        #expect(NameRule.violation(of: "") == "may not be empty")
        #expect(NameRule.violation(of: String(repeating: "x", count: 65)) == "has at most 64 characters")
    }
}
