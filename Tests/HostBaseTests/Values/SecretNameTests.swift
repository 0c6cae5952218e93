import TestSupport
import Testing

@testable import HostBase

@Suite(.tags(.inspector)) struct SecretNameTests {
    @Test(arguments: [
        "password", "Password", "login.password", "sessionToken", "session_token", "api-key", "apiKey", "API_KEY",
        "pin",
        "user-pin", "API-KEY", "privateKey", "secrets", "DBPassword", "APIToken", "AWSSecretKey", "APIKeys",
        "password1",
        "oauth2token", "tokenB", "PIN", "pwd", "pass", "jwt", "ssh_key", "signingKey", "X-Amz-Signature",
    ])
    func `a name with a word for a secret is one of a secret`(name: String) {
        #expect(SecretName.isSecret(name))
    }

    @Test(arguments: [
        "", "key", "keys", "pinned", "spin", "compass", "city", "tokenizer", "secretary", "phone", "öl-1", "SPIN",
        "HTTPSecretary", "keyA", "signature", "designKey", "bypass",
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

    @Test(arguments: [
        ("https://ada:S1@shop.example/ad", "https://•••@shop.example/ad"),
        ("see http://a:S1@x, ftp://b:S@2@y/z and more", "see http://•••@x, ftp://•••@y/z and more"),
        ("https://shop.example/a:b@c", "https://shop.example/a:b@c"),
        ("http://shop.example/feed?access_token=T&n=1", "http://shop.example/feed?access_token=•••&n=1"),
        ("://", "://"), ("@://a:b", "@://a:b"), ("://:@", "://•••@"),
    ])
    func `what a text says is secret is hidden`(text: String, shown: String) {
        #expect(PlainValue.string(text).hidingSecrets() == .string(shown))
        #expect(PlainValue.array([.string(text)]).hidingSecrets() == .array([.string(shown)]))
    }
}
