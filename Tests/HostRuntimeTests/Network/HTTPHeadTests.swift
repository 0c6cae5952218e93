import TestSupport
import Testing

@testable import HostRuntime

@Suite(.tags(.faults)) struct HTTPHeadTests {
    @Test func `a head ends with an empty line`() throws {
        var head = HTTPHead()

        let ends = try head.append(lines: ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"])

        #expect(ends.map { $0?.status } == [nil, nil, 200])
    }

    @Test func `field names are case-insensitive, and values have no surrounding spaces`() throws {
        var head = HTTPHead()

        let end =
            try head.append(lines: ["HTTP/1.1 200 OK\r\n", "eTag: \t \"1\" \r\n", "Empty:\r\n", "\r\n"]).last ?? nil

        #expect(end?.field("ETAG") == "\"1\"")
        #expect(end?.field("empty") == "")
        #expect(end?.field("Location") == nil)
    }

    @Test func `fields of the same name are one list`() throws {
        var head = HTTPHead()

        let end = try head.append(lines: ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "a: c\r\n", "\r\n"]).last ?? nil

        #expect(end?.field("A") == "b, c")
    }

    @Test(arguments: [" ", "\t", "  \t"]) func `a folded line is part of the field before it`(space: String) throws {
        var head = HTTPHead()

        let ends = try head.append(lines: [
            "HTTP/1.1 200 OK\r\n", "A: b\r\n", "\(space)ETag: c\r\n", "\(space)\r\n", "D: e\r\n", "\r\n",
        ])

        let end = ends.last ?? nil
        #expect(ends.dropLast().allSatisfy { $0 == nil })
        #expect(end?.field("A") == "b ETag: c")
        #expect(end?.field("ETag") == nil)
        #expect(end?.field("D") == "e")
    }

    @Test func `informational answers are skipped with their fields`() throws {
        var head = HTTPHead()

        let ends = try head.append(lines: [
            "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 103 Early Hints\r\n", "ETag: x\r\n", "\r\n",
            "HTTP/2 404\r\n", "\r\n",
        ])

        #expect(ends.map { $0?.status } == [nil, nil, nil, nil, nil, nil, 404])
        #expect(ends.last??.field("ETag") == nil)
    }

    @Test func `a switch of protocols is an answer`() throws {
        var head = HTTPHead()

        let end = try head.append(lines: ["HTTP/1.1 101 Switching Protocols\r\n", "\r\n"]).last ?? nil

        #expect(end?.status == 101)
    }

    @Test(arguments: ["", "HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 2000 X", "HTTP/1.1 2", "\u{0}\u{1B}[31m"])
    func `a line without a status does not start a head`(line: String) throws {
        var head = HTTPHead()

        #expect(try head.append(lines: [line, "\r\n"]).allSatisfy { $0 == nil })
    }

    @Test(arguments: ["no colon", " folded", ":", ": x", "\u{1B}"])
    func `a line that is not a field is skipped`(line: String) throws {
        var head = HTTPHead()

        let end = try head.append(lines: ["HTTP/1.1 200 OK\r\n", line, "\r\n"]).last ?? nil

        #expect(end?.status == 200)
    }

    @Test func `a head over 65536 bytes is an error`() throws {
        var head = HTTPHead()
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: FetchRequest.maximumHeadBytes)

        _ = try head.append(line)

        #expect(throws: FetchError.Reason.connection("the head of the response is over 65536 bytes")) {
            try head.append([13])
        }
    }
}

extension HTTPHead {
    fileprivate mutating func append(lines: [String]) throws(FetchError.Reason) -> [End?] {
        var ends: [End?] = []
        for line in lines { ends.append(try append(Array(line.utf8))) }
        return ends
    }
}
