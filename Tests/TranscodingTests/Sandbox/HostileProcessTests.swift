import Errors
import Storage
#if os(Linux)
    import Foundation
    import Logging
    import MediaSandbox
    import MediaUnits
    import Presets
    import Sandbox
    import SystemPackage
    import TestSupport
    import Testing

    @testable import MediaModel
    @testable import Transcoding

    /// Compromised sandbox processes with wrong replies or additional files: the upload fails with a code, and nothing
    /// foreign is published.
    @Suite(.timeLimit(.minutes(10))) struct HostileProcessTests {
        static let changes: [(kind: String, change: String)] = [
            ("chunk", #"reply = reply.replace('"index":0', '"index":9999', 1)"#),
            ("chunk", #"reply = reply.replace('"byteCount":', '"byteCount":-', 1)"#),
            ("chunk", #"reply = reply.replace('"180p"', '"../../secret"')"#),
            ("chunk", "reply = reply[:len(reply) // 2]"),
            ("chunk", "reply = '{}'"),
            ("chunk", "os.remove(name)"),
            ("chunk", "os.remove(name); os.symlink(secret, name)"),
            ("chunk", "os.remove(name); os.link(secret, name)"),
            ("chunk", "os.remove(name); os.mkfifo(name)"),
            ("chunk", "os.remove(name); os.mkdir(name)"),
            ("chunk", "os.truncate(name, 10)"),
            ("chunk", "open('surprise', 'w').close()"),
            ("chunk", "os.link(name, secret + '-name')"),
            ("audio", "os.remove('init.mp4'); os.symlink(secret, 'init.mp4')"),
            ("audio", #"reply = reply.replace('"duration":', '"duration":9', 1)"#),
            (
                "thumbnails",
                "os.remove('storyboard-000.jpg'); os.symlink(secret, 'storyboard-000.jpg')"
            ),
            ("probe", #"reply = reply.replace('"sha256":"', '"sha256":"0')"#),
            ("probe", #"reply = reply.replace('"byteCount":', '"byteCount":9')"#),
            ("probe", #"reply = reply.replace('"frameCount":', '"frameCount":-')"#),
            ("remux", "os.remove('joined.mp4'); os.symlink(secret, 'joined.mp4')"),
            ("remux", "os.link('joined.mp4', secret + '-name')"),
            ("plan", #"reply = reply.replace('"180p"', '"../../secret"')"#),
            ("plan", #"reply = reply.replace('"frameCount":', '"frameCount":-', 1)"#),
            ("plan", #"reply = reply.replace('"sampleCount":', '"sampleCount":9999')"#),
            ("plan", #"reply = reply.replace('"en"', '"..\\/en"')"#),
            ("plan", "reply = '{}'"),
        ]

        /// Changed replies and files of work on MPEG-TS packages.
        static let transportChanges: [(kind: String, change: String)] = [
            ("transport", #"reply = reply.replace('"index":0', '"index":9999', 1)"#),
            ("transport", #"reply = reply.replace('"byteCount":', '"byteCount":-', 1)"#),
            ("transport", "reply = '[]'"),
            ("transport", "name = '180p-0.ts'; os.remove(name); os.symlink(secret, name)"),
            ("transport", "os.link('180p-0.ts', secret + '-name')"),
            ("transport", "os.truncate('180p-0.ts', 10)"),
        ]

        /// Changed replies and files of copies of the upload's own streams.
        static let copyChanges: [(kind: String, change: String)] = [
            ("copy", "os.remove('copied.mp4')"),
            ("copy", "os.remove('copied.mp4'); os.symlink(secret, 'copied.mp4')"),
            ("copy", "os.remove('copied.mp4'); os.mkfifo('copied.mp4')"),
            ("copy", "os.link('copied.mp4', secret + '-name')"),
            ("copy", "reply = '7'"),
        ]

        @Test(arguments: changes)
        func compromisedProcessFailsItsUpload(kind: String, change: String) async throws {
            try await expectFailure(kind, change, DistributedClip.preset())
        }

        @Test(arguments: transportChanges)
        func invalidMPEGTSReplyFailsItsUpload(kind: String, change: String) async throws {
            try await expectFailure(kind, change, DistributedClip.preset(.ts))
        }

        @Test(arguments: copyChanges)
        func invalidCopyFailsItsUpload(kind: String, change: String) async throws {
            try await expectFailure(kind, change, Self.copying)
        }

        /// A package whose download is the upload's own streams.
        private static let copying = Preset(
            name: "copying", description: "Copies.",
            packaging: Packaging(download: true, copyBelow: ByteCount(1_000_000_000)),
            ladder: [Rung(name: "180p", size: 180, maxrate: .kilobits(400))])

        private func expectFailure(_ kind: String, _ change: String, _ preset: Preset) async throws
        {
            let folder = try TemporaryFolder("hostile")
            let secret = folder.file("secret")
            try Data("another sender's upload".utf8).write(to: secret)
            let outcome = try await Self.run(kind, change, preset, secret: secret, in: folder)
            guard case .failed(let error) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect([.crashed, .damaged, .output].contains(error.code), "\(error)")
            // An error of the host would prevent other uploads on it.
            #expect(error.retryability != .transient, "\(error)")
            #expect(FileTree.published(in: folder.file("out")).filter { $0 != "index.json" } == [])
        }

        /// Else the tests above would see failures of their own making.
        @Test func unchangedReplyIsPublished() async throws {
            let folder = try TemporaryFolder("legitimate")
            let presets = [DistributedClip.preset(), DistributedClip.preset(.ts), Self.copying]
            for (number, preset) in presets.enumerated() {
                let outcome = try await Self.run(
                    "none", "", preset, secret: folder.file("secret"), in: folder,
                    to: "out\(number)")
                guard case .published = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
            }
            #expect(FileTree.published(in: folder.file("out2")).contains("clip/download.mp4"))
        }

        /// Numbers of quality that nothing measured.
        @Test(arguments: [
            #"reply = reply.replace('"180p"', '"x"')"#,
            #"reply = reply.replace('"frames":', '"frames":-')"#,
            #"reply = reply.replace('"ssim":', '"ssim":9')"#,
            #"reply = reply.replace('"psnr":', '"psnr":-')"#, "reply = '{}'",
        ])
        func invalidQualityIsRejected(change: String) async throws {
            let folder = try TemporaryFolder("quality")
            let clip = try await DistributedClip.shared.value
            let preset = Preset(
                name: "quality", description: "One file.", packaging: Packaging(container: .mp4),
                ladder: [Rung(name: "180p", size: 180, maxrate: .kilobits(400))])
            let copy = folder.file("file.mp4")
            try FileManager.default.copyItem(at: clip.upload, to: copy)
            let launcher = try HostileProcess.launcher(
                "quality", change, secret: folder.file("secret"))
            let error = await #expect(throws: UploadError.self) {
                try await VideoQuality.measure(
                    Location(clip.upload.filePath), preset: preset, files: ["180p": ["file.mp4"]],
                    in: folder.url.filePath, memory: 2 << 30,
                    sandboxMode: .sandbox(launcher, stallTimeout: 60), logger: Logger(label: "test")
                )
            }
            #expect(error?.code == .crashed)
        }

        /// The beginning of a sample, as `presets test` cuts it.
        @Test(arguments: [
            "os.remove('0.mp4'); os.symlink(secret, '0.mp4')", "os.remove('0.mp4')",
            "os.link('0.mp4', secret + '-name')", "open('surprise', 'w').close()",
        ])
        func invalidSampleIsRejected(change: String) async throws {
            let folder = try TemporaryFolder("sample")
            let clip = try await DistributedClip.shared.value
            let file = folder.file("0.mp4")
            let launcher = try HostileProcess.launcher(
                "copy", change, secret: folder.file("secret"))
            let error = await #expect(throws: UploadError.self) {
                try await SampleClip.copy(
                    Location(clip.upload.filePath), seconds: 1, to: file.filePath,
                    sandboxMode: .sandbox(launcher, stallTimeout: 60), logger: Logger(label: "test")
                )
            }
            #expect(error?.code == .crashed)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }

        private static func run(
            _ kind: String, _ change: String, _ preset: Preset, secret: URL,
            in folder: TemporaryFolder, to output: String = "out"
        ) async throws -> UploadResult.Outcome {
            let clip = try await DistributedClip.shared.value
            let options = RunOptions(
                output: Location(folder.file(output).filePath), name: "clip", preset: preset,
                jobs: 2,
                memory: 2 << 30, force: false,
                sandboxMode: .sandbox(
                    try HostileProcess.launcher(kind, change, secret: secret), stallTimeout: 60))
            let outcome = try await Pipeline(options, logger: Logger(label: "test"))
                .run([Location(clip.upload.filePath)]) { _ in }
            return try #require(outcome.results.first?.outcome)
        }
    }
#endif
