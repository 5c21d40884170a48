import Foundation
import TestSupport
import Testing

/// Concatenated MPEG streams, each with its own clock.
@Suite struct ConcatenatedStreamTests {
    /// The second clock starts shortly before the first one, or long before.
    @Test(arguments: ["1", "500"])
    func audioAndVideoStayInSync(offset: String) async throws {
        let folder = try TemporaryFolder("joined")
        var bytes = Data()
        for start in [offset, "0"] {
            let clip = SyncClip(
                name: "clip", suffix: "ts",
                options: ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-c:a", "aac"]
                    + ["-output_ts_offset", start])
            bytes += try Data(contentsOf: await clip.make(in: folder.url))
        }
        let (upload, preset) = (folder.file("joined.ts"), folder.file("sync.yaml"))
        try bytes.write(to: upload)
        try Data(SyncTests.preset.utf8).write(to: preset)
        let report = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path)
        #expect(report.status == 0, "\(report.errorOutput)")
        let codes = report.finished.first?.notices?.map(\.code) ?? []
        #expect(codes.contains("RECORDINGS_JOINED"))
        let package = try PublishedPackage(folder.file("out/joined"))
        let seen = try await FlashesAndBeeps(of: package)
        #expect(seen.flashes.count == 6 && seen.offsets.count == 6, "\(seen)")
        #expect(seen.offsets.allSatisfy { abs($0) <= 0.020 }, "\(seen)")
        #expect(abs((seen.flashes.last ?? 0) - 19.4) < 0.1, "\(seen)")
    }
}
