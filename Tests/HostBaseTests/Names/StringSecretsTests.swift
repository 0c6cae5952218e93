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
        (#"{\"password\":\"x\",\"n\":2}"#, #"{\"password\":\"•••\",\"n\":2}"#),
        (#"{"a":"{\"password\":\"x\\\"y\",\"n\":2}"}"#, #"{"a":"{\"password\":\"•••\",\"n\":2}"}"#),
        (#"{"note":"see token: abc"}"#, #"{"note":"see token: •••"}"#),
        (#"{"note":"password: a \" b"}"#, #"{"note":"password: •••"}"#),
        (#"{"note":"see token:","n":"see token: ","m":1}"#, #"{"note":"see token:","n":"see token: ","m":1}"#),
        (#"{"note":"token=x\"y","n":"token: [a","m":"]"}"#, #"{"note":"token=•••\"y","n":"token: •••","m":"]"}"#),
        (#"{"tokens":["a]","b"],"n":2}"#, #"{"tokens":•••,"n":2}"#),
        (#"a 5" disk, password: "x y" z"#, #"a 5" disk, password: "•••" z"#),
        ("token: Bearer abc", "token: •••"), ("token: abc", "token: •••"),
        ("token: ab12 for Bob", "token: ••• for Bob"),
        ("expected token: found 'x' at line 5", "expected token: found 'x' at line 5"),
        ("tokens: 512 of 1024 used", "tokens: 512 of 1024 used"), ("pass: 5, fail: 0", "pass: 5, fail: 0"),
        ("Plugin 'token-list': started; path /a", "Plugin 'token-list': started; path /a"),
        ("authorization=Bearer X1 n=2", "authorization=••• n=2"),
        ("X-Amz-Signature=ab&n=2", "X-Amz-Signature=•••&n=2"),
        (#"{"pwd":"a","pass":"b"}"#, #"{"pwd":"•••","pass":"•••"}"#),
        ("jwt=a ssh_key=b signing_key=c", "jwt=••• ssh_key=••• signing_key=•••"),
        ("password := x", "password := •••"), ("password == x", "password == •••"),
        ("password => x", "password => •••"),
        ("to=a%3Fpassword%3Dx", "to=a%3Fpassword%3D•••"),
        ("password = x y", "password = •••"),
        ("the password: several words of it", "the password: •••"),
        ("demo --password s3cret --size 80x24", "demo --password ••• --size 80x24"),
        ("GET https://ghp_1234@shop.test/a@b", "GET https://•••@shop.test/a@b"),
        ("type-secret 1", "type-secret 1"),
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

    // Each would take minutes if the rest were searched for every name.
    @Test(arguments: [
        ("password=a ", "password=••• ", 20_000, " "), ("password=a ", "password=••• ", 4_000, "x"),
        ("\"token\":\"•••\",", "\"token\":\"•••\",", 10_000, "x"), ("token: {\n", "token: •••\n", 10_000, "x"),
        ("password=[ ", "password=••• ", 10_000, "x"),
    ])
    func `a long text of names is searched once`(name: String, shown: String, count: Int, rest: String) {
        let rest = String(repeating: rest, count: 200_000)

        let hidden = (String(repeating: name, count: count) + rest).hidingSecrets

        #expect(hidden == String(repeating: shown, count: count) + rest)
    }
}
