import Testing

@testable import demo_host

@Suite struct SessionTests {
    @Test(arguments: ["912345", "123456789012345", "+351 912-345.678", "(030) 12/34 56"])
    func `a phone number has 6 to 15 digits and may be grouped`(phone: String) throws {
        let session = try Session(phone: phone, password: "four")

        #expect(session.phone == phone.filter(\.isNumber))
    }

    @Test(arguments: [("", 0), ("12345", 5), ("1234567890123456", 16), ("+-+", 0)])
    func `a phone number of another length is refused with its length`(phone: String, count: Int) {
        #expect(throws: LoginError.phoneLength(count)) { try Session(phone: phone, password: "four") }
    }

    @Test(arguments: ["91234x", "９１２３４５", "12345\u{1B}6"])
    func `a phone number is made of plain digits`(phone: String) {
        #expect(throws: LoginError.self) { try Session(phone: phone, password: "four") }
    }

    @Test(arguments: ["", "abc", "🔑🔑🔑"])
    func `a password has at least four characters`(password: String) {
        #expect(throws: LoginError.passwordLength) { try Session(phone: "912345", password: password) }
    }

    @Test func `a session keeps nothing of the password`() throws {
        let session = try Session(phone: "912345678", password: "open sesame")

        #expect(!String(reflecting: session).contains("sesame"))
    }

    @Test func `a session's label has only the end of the number`() throws {
        #expect(try Session(phone: "912345678", password: "sesame").label == "merchant 5678")
    }

    @Test func `an error says which rule was broken`() {
        let errors: [LoginError] = [.phoneCharacter("x"), .phoneLength(0), .phoneLength(3), .passwordLength]

        #expect(
            errors.map(\.description) == [
                "The phone number must have only digits, and has 'x'.",
                "The phone number must have 6 to 15 digits; there is none.",
                "The phone number must have 6 to 15 digits; this has 3.",
                "The password must have at least 4 characters.",
            ]
        )
    }
}
