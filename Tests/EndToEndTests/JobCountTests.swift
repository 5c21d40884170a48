import Foundation
import TestSupport
import Testing

/// Packages do not depend on the number of jobs.
@Suite struct JobCountTests {
    /// Uploads with chunks of one segment, of several segments (sparse keyframes), and with a variable frame rate.
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
            #expect(report.status == 0, "\(report.errorOutput)")
            digests.append(try await FileTree.digests(of: output))
        }
        #expect(digests[0].contains { $0.key.hasSuffix(".m4s") })
        #expect(FileTree.differences(digests[0], digests[1]).isEmpty)
    }

    /// Packages do not depend on uninitialized memory, which glibc fills with a byte of the test's choice.
    ///
    /// The uploads have small and odd sizes, whose rows of macroblocks do not fill vector registers.
    @Test(arguments: UploadFolder.accepted.filter { $0.isSmall && $0.isLively }.prefix(12))
    func uninitializedMemoryIsNotRead(_ upload: TestUpload) async throws {
        let folder = try TemporaryFolder("perturbed")
        var digests: [[String: String]] = []
        for byte in [0, 85, 170] {
            let output = folder.file("out-\(byte)")
            let run = VTranscode.runArguments([upload.url], to: output, [])
            let command = Command(
                "env", ["MALLOC_PERTURB_=\(byte)", try VTranscode.binary.get()] + run)
            try await command.succeed()
            digests.append(try await FileTree.digests(of: output))
        }
        #expect(FileTree.differences(digests[0], digests[1]).isEmpty)
        #expect(FileTree.differences(digests[0], digests[2]).isEmpty)
    }
}
