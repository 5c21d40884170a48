#if os(Linux)
    import Foundation
    import Logging
    import MediaModel
    import MediaUnits
    import Sandbox
    import Storage
    import SystemPackage
    import TestSupport
    import Testing

    @testable import MediaSandbox

    /// Failures release the descriptors that they opened; counted in a process without other tests.
    @Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
        /// Work that no process is started for.
        fileprivate struct NoWork: MediaWork {
            static let kind = "none"
            func run(in context: SandboxContext) throws -> Int { 0 }
        }

        @Test func failedOpenLeaksNoDescriptors() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder("descriptors")
                let file = folder.file("file").filePath
                try Data("x".utf8).write(to: folder.file("file"))
                #expect(mkfifo(folder.file("fifo").path, 0o600) == 0)
                let opened = open(folder.url.path, O_RDONLY | O_DIRECTORY)
                let before = try OpenDescriptors.count()
                for url in [folder.url, folder.file("fifo"), folder.file("none")] {
                    let path = url.filePath
                    #expect(throws: UploadError.self) {
                        _ = try Upload(Location(path), in: LocalUploadSource())
                    }
                    #expect(throws: StorageError.self) { _ = try JoinedFiles([file, path]) }
                }
                // The descriptor of a folder, which is no regular file, and one that is not open.
                for descriptor in [opened, -1] {
                    #expect(throws: UploadError.self) {
                        let context = SandboxContext(
                            files: [descriptor], folder: "", isStopped: { false })
                        _ = try Upload(context, formats: .modern)
                    }
                }
                #expect(try OpenDescriptors.count() == before)
                // A descriptor that was passed stays the caller's.
                #expect(close(opened) == 0)
            }
        }

        @Test func failedStartLeaksNoDescriptors() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder("descriptors")
                let file = folder.file("file").filePath
                try Data("x".utf8).write(to: folder.file("file"))
                let runner = MediaRunner(
                    .sandbox(.program("/no/such/program", [])), logger: Logger(label: "test"))
                let before = try OpenDescriptors.count()
                for _ in 0..<3 {
                    let error = #expect(throws: UploadError.self) {
                        let upload = try Upload(Location(file), in: LocalUploadSource())
                        let draft = try OpenFolder(folder.url.filePath)
                        _ = try runner.run(
                            NoWork(), MediaGrant(draft: draft, artifacts: draft), on: upload,
                            limits: SandboxLimits(peakMemory: 1 << 20, cost: 1, uploadSize: 1),
                            isStopped: { false })
                    }
                    #expect(error?.code == .internalError)
                }
                #expect(try OpenDescriptors.count() == before)
            }
        }
    }
#endif
