import Foundation
import TestSupport
import Testing

@testable import HostBase

@Suite struct CivilTimeZoneTests {
    private static let identifiers = [
        "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia",
        "Asia/Kathmandu",
        "Africa/Casablanca", "Europe/Dublin", "Asia/Tokyo", "Etc/UTC", "America/St_Johns", "Pacific/Chatham",
    ]

    @Test(arguments: identifiers) func `offsets match Foundation's`(identifier: String) throws {
        let zone = try #require(CivilTimeZone(identifier: identifier))
        let foundation = try #require(TimeZone(identifier: identifier))
        var random = SeededGenerator(seed: 7)

        let moments = (0..<2_000).map { _ in Double.random(in: 0...4_000_000_000, using: &random) }

        let wrong = moments.filter {
            zone.offset(at: $0) != foundation.secondsFromGMT(for: Date(timeIntervalSince1970: $0))
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", 1_751_328_000.0, -14_400), ("EST5EDT,M3.2.0,M11.1.0", 1_735_689_600, -18_000),
        ("EST5EDT", 1_751_328_000, -14_400), ("<+0530>-5:30", 0, 19_800),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_735_689_600, 39_600),
        ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_751_328_000, 36_000),
        ("XXX0YYY,J60,300", 1_740_794_400, 3_600), ("XXX0YYY,J60,300", 1_735_689_600, 0),
    ])
    func `a POSIX zone has the offsets that its rules describe`(text: String, moment: Double, offset: Int) throws {
        #expect(CivilTimeZone.local(environment: ["TZ": text]).offset(at: moment) == offset)
    }

    @Test(arguments: [
        "", "ESX", "E5", "EST5EDT,M13.1.0,M1.1.0", "EST999", "EST5EDT,M3.2.0", "<EST5", "EST5 ", "../../etc/passwd",
    ])
    func `an unknown zone name means GMT`(text: String) {
        #expect(CivilTimeZone.local(environment: ["TZ": text]).offset(at: 1e9) == 0)
    }

    @Test func `TZ names the zone, with or without a colon`() {
        let offsets = ["Asia/Tokyo", ":Asia/Tokyo", "/usr/share/zoneinfo/Asia/Tokyo"]
            .map { CivilTimeZone.local(environment: ["TZ": $0]).offset(at: 0) }

        #expect(offsets == [32_400, 32_400, 32_400])
    }

    @Test func `TZDIR names the folder of the zones before those of the system`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.copyItem(
            at: URL(filePath: "/usr/share/zoneinfo/Asia/Tokyo").resolvingSymlinksInPath(),
            to: URL(filePath: folder.file("Ours"))
        )
        func offset(_ name: String) -> Int {
            CivilTimeZone.local(environment: ["TZ": name, "TZDIR": folder.path]).offset(at: 0)
        }

        #expect(offset("Ours") == 32_400)
        #expect(offset("Asia/Tokyo") == 32_400)
    }

    @Test func `a zone in TZ that isn't known is named`() {
        #expect(CivilTimeZone.problem(environment: ["TZ": "Mars/Olympus"])?.contains("'Mars/Olympus' in TZ") == true)
        for known in ["", ":", "UTC", ":Asia/Tokyo", "EST5EDT", "/usr/share/zoneinfo/Asia/Tokyo"] {
            #expect(CivilTimeZone.problem(environment: ["TZ": known]) == nil)
        }
        #expect(CivilTimeZone.problem(environment: [:]) == nil)
    }

    @Test(arguments: seeds(of: 0..<20)) func `a damaged zone file never crashes the reader`(
        seed: UInt64
    ) throws {
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
        var random = SeededGenerator(seed: seed)

        for _ in 0..<50 {
            var damaged = Array(file.prefix(Int.random(in: 0...file.count, using: &random)))
            for _ in 0..<8 where !damaged.isEmpty {
                let index = Int.random(
                    in: 0..<min(damaged.count, Bool.random(using: &random) ? 60 : .max),
                    using: &random
                )
                damaged[index] = UInt8.random(in: 0...255, using: &random)
            }
            let offset = CivilTimeZone(identifier: "damaged", file: damaged)?.offset(at: 1.7e9) ?? 0
            #expect(offset.magnitude <= 7 * 86_400)
        }
    }
}
