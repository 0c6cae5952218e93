import Testing

@testable import HostRuntime

@Suite struct SecretNameTests {
    @Test(arguments: [
        "password", "Password", "login.password", "sessionToken", "session_token", "api-key", "apiKey", "API_KEY",
        "pin",
        "user-pin", "API-KEY", "privateKey", "secrets",
    ])
    func `a name with a word for a secret is one of a secret`(name: String) {
        #expect(SecretName.isSecret(name))
    }

    @Test(arguments: [
        "", "key", "keys", "pinned", "spin", "compass", "city", "tokenizer", "secretary", "phone", "öl-1",
    ])
    func `another name is not`(name: String) {
        #expect(!SecretName.isSecret(name))
    }

    @Test func `secrets are hidden at every depth, and everything else stays`() {
        let value: PlainValue = [
            "city": "Faro", "login": ["password": "hunter2", "phone": 7], "accounts": [["token": [1, 2]], "plain"],
        ]

        #expect(
            value.hidingSecrets() == [
                "city": "Faro", "login": ["password": "•••", "phone": 7], "accounts": [["token": "•••"], "plain"],
            ]
        )
        #expect(PlainValue.string("hunter2").hidingSecrets(under: "password") == "•••")
    }

    @Test func `a notification is printed without its secrets`() {
        let notification = NamedNotification(name: "login", values: ["phone": 7, "password": "hunter2"])

        #expect("\(notification)" == "login  password=••• phone=7")
    }
}
