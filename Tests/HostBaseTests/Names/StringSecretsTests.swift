import Testing

@testable import HostBase

@Suite struct StringSecretsTests {
    @Test(arguments: [
        ("GET https://alice:pw12@shop.test/a", "GET https://•••@shop.test/a"),
        (
            "https://a.test/x?id=4&access_token=Z8&sig=0f&n=2 ok",
            "https://a.test/x?id=4&access_token=•••&sig=•••&n=2 ok"
        ),
        ("password=s3cret, user=bob", "password=•••, user=bob"),
        ("run session.login phone=5550100 password=s3cret", "run session.login phone=5550100 password=•••"),
        (#"{"apiKey": "a \" b", "city": "Faro", "token":"x"}"#, #"{"apiKey": "•••", "city": "Faro", "token":"•••"}"#),
        ("Authorization: Bearer abcdef ghi", "Authorization: •••"),
        (#"shop {"secrets": {"pin": ["1234"], "name": "n"}, "n": 2}"#, #"shop {"secrets": •••, "n": 2}"#),
        (#"{"tokens":["a","b"],"n":2}"#, #"{"tokens":•••,"n":2}"#),
        ("X-Api-Key: abc def", "X-Api-Key: •••"),
        (#"{"pin": 1234, "city": "Faro"}"#, #"{"pin": •••, "city": "Faro"}"#),
        ("{\n  \"secret\": {\n    \"value\": \"x\"\n  },\n  \"n\": 2\n}", "{\n  \"secret\": •••,\n  \"n\": 2\n}"),
        ("token: {never ends\nnext", "token: •••\nnext"),
        (#"{"token": ["a", "b"], "n": 1}"#, #"{"token": •••, "n": 1}"#),
        ("\"password\": \"a\\\nb\", \"n\": 2", "\"password\": \"•••\", \"n\": 2"),
        (#""password" : "x", 'token': 'y', n"#, #""password" : "•••", 'token': '•••', n"#),
        (#"{\"password\":\"x\",\"n\":2}"#, #"{\"password\":•••,\"n\":2}"#),
        ("password = x y", "password = •••"),
        ("the password: several words of it", "the password: •••"),
        ("demo --password s3cret --size 80x24", "demo --password ••• --size 80x24"),
        ("GET https://ghp_1234@shop.test/a@b", "GET https://•••@shop.test/a@b"),
        ("type-secret 1 2", "type-secret 1 2"),
        ("key: value, sig=1 outside of a URL", "key: value, sig=1 outside of a URL"),
        ("the token has expired, and a secret is kept", "the token has expired, and a secret is kept"),
        ("12:30 the pin is asked for: none", "12:30 the pin is asked for: none"),
        ("secretary: Ada, tokenizer=fast", "secretary: Ada, tokenizer=fast"),
        ("--token", "--token"), ("- token of thanks", "- token of thanks"),
        ("ada@shop.example: hello", "ada@shop.example: hello"),
        ("ssh://git@shop.example", "ssh://•••@shop.example"),
        ("password=", "password="), ("password: \nnext", "password: \nnext"),
        ("password: \"never ends", "password: \"•••"),
        ("", ""),
    ])
    func `a text loses what it says is secret, and nothing else`(text: String, shown: String) {
        #expect(text.hidingSecrets == shown)
        #expect(shown.hidingSecrets == shown)
    }

    @Test func `lines stay lines, also the last one`() {
        #expect("a\n\npassword: x\nb\n".hidingSecrets == "a\n\npassword: •••\nb\n")
    }

    @Test func `a long text of beginnings without ends is searched once`() {
        let text = String(repeating: "token: {\n", count: 500)
        #expect(text.hidingSecrets == String(repeating: "token: •••\n", count: 500))
    }
}
