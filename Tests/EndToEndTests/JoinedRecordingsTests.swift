import Foundation
import TestSupport
import Testing

/// MPEG streams that were written one behind the other, each with a clock of its own.
@Suite struct JoinedRecordingsTests {
    /// The second clock starts a little before where the first one started, or far before.
    @Test(arguments: ["1", "500"])
    func allOfThemAreShownInStep(offset: String) async throws {
        let folder = try TemporaryFolder("joined")
        var bytes = Data()
        for start in [offset, "0"] {
            let part = SyncClip(
                name: "part", suffix: "ts",
                options: ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-c:a", "aac"]
                    + ["-output_ts_offset", start])
            bytes += try Data(contentsOf: await part.make(in: folder.url))
        }
        let (upload, preset) = (folder.file("joined.ts"), folder.file("sync.yaml"))
        try bytes.write(to: upload)
        try Data(SyncTests.preset.utf8).write(to: preset)
        let report = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path)
        #expect(report.status == 0, "\(report.complaint)")
        let codes = report.finished.first?.notices?.map(\.code) ?? []
        #expect(codes.contains("RECORDINGS_JOINED"))
        let package = try PublishedPackage(folder.file("out/joined"))
        let seen = try await FlashesAndBeeps(of: package)
        #expect(seen.flashes.count == 6 && seen.offsets.count == 6, "\(seen)")
        #expect(seen.offsets.allSatisfy { abs($0) <= 0.020 }, "\(seen)")
        #expect(abs((seen.flashes.last ?? 0) - 19.4) < 0.1, "\(seen)")
    }
}
