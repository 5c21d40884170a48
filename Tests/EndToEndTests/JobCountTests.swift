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

    /// What fresh memory holds does not show either: glibc fills it with a byte of our choice.
    ///
    /// Small and odd sizes, whose
    /// rows of macroblocks are no multiple of a vector register.
    @Test(arguments: UploadFolder.accepted.filter { $0.isSmall && $0.isLively }.prefix(12))
    func memoryThatNobodyWroteIsNotRead(_ upload: TestUpload) async throws {
        let folder = try TemporaryFolder("perturbed")
        var digests: [[String: String]] = []
        for byte in [0, 85, 170] {
            let output = folder.file("out-\(byte)")
            let run = VTranscode.runArguments([upload.url], to: output, [])
            let command = Command(
                "env", ["MALLOC_PERTURB_=\(byte)", try VTranscode.binary.get()] + run)
            try await command.succeed(cores: .max)
            digests.append(try await FileTree.digests(of: output))
        }
        #expect(FileTree.differences(digests[0], digests[1]).isEmpty)
        #expect(FileTree.differences(digests[0], digests[2]).isEmpty)
    }
}
