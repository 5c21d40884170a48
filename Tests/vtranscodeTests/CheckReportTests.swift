import Conformance
import Foundation
import Logging
import MediaSandbox
import Storage
import Testing

@testable import vtranscode

@Suite struct CheckReportTests {
    /// A package whose playlist has an error in line 1, and a missing segment.
    private func record(isStrict: Bool = false) throws -> CheckRecord {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:6
            #EXTINF:6.0,
            a&"b<.ts
            #EXTINF:6.0,
            https://cdn.example/1.ts
            """
        try Data(playlist.utf8).write(to: folder.appending(path: "index.m3u8"))
        let rules: [ConformanceRule] = [.missingFile, .uncheckedFile, .endMissing]
        let access = PackageAccess(
            storage: .local, runner: MediaRunner(.none, logger: Logger(label: "test")))
        let check = try PackageCheck(of: Location(checking: folder.path), in: access) {
            rules.contains($0)
        }
        return CheckRecord(check, of: "out/a&b", rules: rules, isStrict: isStrict)
    }

    @Test func warningsFailIfStrict() throws {
        let record = try record()
        #expect(record.findings.map(\.rule) == [.missingFile, .uncheckedFile])
        #expect(record.findings.map(record.fails) == [true, false])
        let strict = try self.record(isStrict: true)
        #expect(strict.findings.map(strict.fails) == [true, true])
    }

    @Test func rulesAreTestCases() throws {
        let text = try CheckFormat.junit.text(of: record())
        #expect(text.contains("<testsuite name=\"vtranscode check\" tests=\"3\" failures=\"1\">"))
        #expect(text.contains("<testcase classname=\"out/a&amp;b\" name=\"end-missing\"/>"))
        #expect(text.contains("<failure type=\"missing-file\" message=\"a&amp;&quot;b&lt;.ts"))
        #expect(text.contains("<system-out>index.m3u8:7: warning: "))
    }

    @Test func findingsAreResultsWithLocations() throws {
        let text = try CheckFormat.sarif.text(of: record())
        let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(log?["version"] as? String == "2.1.0")
        let run = try #require((log?["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        #expect(
            rules.compactMap { $0["id"] as? String } == ConformanceRule.allCases.map(\.rawValue))
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleId"] as? String } == ["missing-file", "unchecked-file"])
        #expect(results.map { $0["level"] as? String } == ["error", "warning"])
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
        }
        #expect(
            text.contains("\"startLine\" : 5")
                && text.contains("\"uri\" : \"out/a%26b/index.m3u8\""))
        #expect(!text.contains("byteOffset") && !text.contains("startColumn"))
    }

    @Test func rulesAreListed() throws {
        let list = RuleList([.missingFile])
        #expect(
            list.text
                == "missing-file: error: Every playlist, segment and init segment that is named exists. [RFC 8216, 4.1]"
        )
        #expect(try JSONText.of(RuleList(ConformanceRule.allCases)).contains("\"captions-header\""))
    }
}
