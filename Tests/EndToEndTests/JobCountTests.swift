import Foundation
import TestSupport
import Testing

/// How many jobs work on an upload does not show in its package.
@Suite struct JobCountTests {
    /// Nodes of one segment, of several (keyframes are sparse), and a rate that varies.
    static let uploads: [URL] = {
        let bench = UploadFolder.bench?.appending(path: "uploads-12")
        let named = [
            bench?.appending(path: "08-street-720p-longgop.mkv"),
            bench?.appending(path: "10-android-screenrecord-vfr.mp4"),
        ].compactMap(\.self).filter { FileManager.default.fileExists(atPath: $0.path) }
        return named.isEmpty ? UploadFolder.accepted.prefix(3).map(\.url) : named
    }()

    @Test(arguments: uploads)
    func oneAndFourJobsGiveTheSameFiles(_ upload: URL) async throws {
        let folder = try TemporaryFolder("jobs")
        var digests: [[String: String]] = []
        for jobs in ["1", "4"] {
            let output = folder.file("out-\(jobs)")
            let report = try await VTranscode.run([upload], to: output, "--jobs", jobs)
            #expect(report.status == 0, "\(report.complaint)")
            digests.append(try await FileTree.digests(of: output))
        }
        #expect(digests[0].contains { $0.key.hasSuffix(".m4s") })
        #expect(FileTree.differences(digests[0], digests[1]).isEmpty)
    }
}
