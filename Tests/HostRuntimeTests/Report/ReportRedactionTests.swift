import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.program)) struct ReportRedactionTests {
    private let redaction = ReportRedaction(secrets: ["hunter2-x", "hunter2", "abc"], home: "/home/alice/")

    @Test(arguments: [
        ("logged in with hunter2-x and hunter2", "logged in with ••• and •••"),
        ("abc is too short to be looked for", "abc is too short to be looked for"),
        ("/home/alice/x and /home/alice", "~/x and ~"),
        ("/home/alicedale/x", "/home/alicedale/x"),
        ("alice@example.org, malice", "USER@example.org, malice"),
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
        (#""password" : "x", 'token': 'y', n"#, #""password" : "•••", 'token': '•••', n"#),
        (#"{\"password\":\"x\",\"n\":2}"#, #"{\"password\":•••,\"n\":2}"#),
        ("password = x y", "password = •••"),
        ("the password: several words of it", "the password: •••"),
        ("demo --password s3cret --size 80x24", "demo --password ••• --size 80x24"),
        ("GET https://ghp_1234@shop.test/a@b", "GET https://•••@shop.test/a@b"),
        ("type-secret 1 2", "type-secret 1 2"),
        ("key: value, sig=1 outside of a URL", "key: value, sig=1 outside of a URL"),
        ("password=", "password="),
        ("password: \"never ends", "password: \"•••"),
        ("", ""),
    ])
    func `a line loses what is secret, and nothing else`(line: String, shown: String) {
        #expect(redaction.hide(in: line) == shown)
    }

    @Test func `lines stay lines, also the last one`() {
        #expect(redaction.hide(in: "a\n\npassword=x\n") == "a\n\npassword=•••\n")
    }

    @Test(arguments: [nil, "", "/", "/root"])
    func `a home that says nothing of a person's name hides no words`(home: String?) {
        let text = "the root of a program"
        #expect(ReportRedaction(home: home).hide(in: text) == text)
    }

    @Test func `what was hidden once is hidden the same way again`() {
        let once = redaction.hide(in: "password=s3cret at /home/alice for alice, token: x")
        #expect(redaction.hide(in: once) == once)
    }
}
