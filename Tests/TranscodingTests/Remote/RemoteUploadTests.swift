#if os(Linux)
    import Errors
    import Foundation
    import LibAV
    import Logging
    @testable import Packaging
    import Storage
    import StorageTestSupport
    import Synchronization
    import SystemPackage
    import TestSupport
    import Testing

    @testable import MediaModel
    @testable import MediaSandbox
    @testable import Probing
    @testable import Sandbox
    @testable import Transcoding

    /// Uploads that are read in ranges give what local ones give; what was not fetched is poisoned.
    @Suite(.timeLimit(.minutes(10))) struct RemoteUploadTests {
        @Test(arguments: ["clip.mp4", "clip.mkv", "clip.ts"], [false, true])
        func packageIsThatOfALocalUpload(name: String, isSandboxed: Bool) async throws {
            let clip = try await RemoteClip(name)
            let local = try Upload(Location(clip.file.filePath), in: LocalUploadSource())
            let expected = try await clip.package(local, isSandboxed: isSandboxed)
            #expect(expected.count > 10)
            let (upload, file) = try clip.open()
            #expect(Poison.fill(file.descriptor, size: clip.bytes.count))
            let found = try await clip.package(upload, isSandboxed: isSandboxed)
            #expect(FileTree.differences(expected, found) == [])
            // The cache has room for all: nothing is fetched twice.
            #expect(file.fetchedBytes <= clip.bytes.count)
        }

        /// Blocks are evicted, and fetched again, while processes read.
        ///
        /// The cache has room for what two of them exclude from eviction: up to 1 MiB at each position that they read from, of
        /// which there are about five.
        @Test(arguments: [false, true])
        func packageIsTheSameWithASmallCache(isSandboxed: Bool) async throws {
            let clip = try await RemoteClip("clip.mp4", ["-b:v", "16M"], limit: 16 << 20)
            #expect(clip.bytes.count > 20 << 20)
            let local = try Upload(Location(clip.file.filePath), in: LocalUploadSource())
            let expected = try await clip.package(local, isSandboxed: false)
            let (upload, file) = try clip.open()
            #expect(Poison.fill(file.descriptor, size: clip.bytes.count))
            let found = try await clip.package(upload, isSandboxed: isSandboxed)
            #expect(FileTree.differences(expected, found) == [])
            #expect(file.fetchedBytes > clip.bytes.count)
        }

        /// The index is at the end; samples lie between.
        @Test func openingReadsTheIndexOnly() async throws {
            let clip = try await RemoteClip("clip.mp4", ["-b:v", "8M"])
            #expect(clip.bytes.count > 12 << 20)
            let (upload, file) = try clip.open()
            let demuxer = try upload.demuxer(analyze: false, stopWhen: { false })
            #expect(demuxer.streamCount == 2)
            #expect(file.fetchedBytes <= 1 << 20)
        }

        @Test(arguments: [false, true])
        func probeIsThatOfALocalUpload(isSandboxed: Bool) async throws {
            let clip = try await RemoteClip("clip.mp4")
            let local = try Upload(Location(clip.file.filePath), in: LocalUploadSource())
            let expected = try await clip.session(local, isSandboxed: isSandboxed)
                .probe(RemoteClip.content)
            let (upload, file) = try clip.open()
            #expect(Poison.fill(file.descriptor, size: clip.bytes.count))
            let found = try await clip.session(upload, isSandboxed: isSandboxed)
                .probe(RemoteClip.content)
            #expect(
                try JSONEncoder.pretty.encode(found.info)
                    == JSONEncoder.pretty.encode(expected.info))
        }

        // MARK: Errors

        private func probeError(
            _ clip: RemoteClip, isSandboxed: Bool
        ) async throws -> UploadError? {
            let (upload, _) = try clip.open()
            return await #expect(throws: UploadError.self) {
                try await UploadErrorMapping.named(upload.name) {
                    try await clip.session(upload, isSandboxed: isSandboxed)
                        .probe(RemoteClip.content)
                }
            }
        }

        @Test(arguments: [false, true])
        func changeWhileItIsReadIsPermanent(isSandboxed: Bool) async throws {
            let clip = try await RemoteClip("clip.mp4")
            let reads = Mutex(0)
            clip.store.setFailure { [store = clip.store] _ throws(ObjectError) in
                let isSecond = reads.withLock { count in
                    count += 1
                    return count == 2
                }
                if isSecond { store.write([1, 2, 3], to: "clip.mp4") }
                return nil
            }
            let error = try await probeError(clip, isSandboxed: isSandboxed)
            #expect(error?.code == .changed && error?.retryability == .never)
        }

        @Test(
            arguments: [
                (
                    ObjectError.unreachable("503"), UploadError.Code.unreadable,
                    Retryability.transient
                ),
                (.gone, .unreadable, .never), (.denied("AccessDenied"), .unreadable, .never),
            ], [false, true])
        func errorOfTheStoreHasItsRetryability(
            expected: (error: ObjectError, code: UploadError.Code, retryability: Retryability),
            isSandboxed: Bool
        ) async throws {
            let clip = try await RemoteClip("clip.mp4")
            clip.store.setFailure { [error = expected.error] _ throws(ObjectError) in throw error }
            let error = try await probeError(clip, isSandboxed: isSandboxed)
            #expect(error?.code == expected.code && error?.retryability == expected.retryability)
            #expect(error?.upload == "clip.mp4")
        }

        @Test(arguments: [false, true])
        func fullCacheIsAFullDisk(isSandboxed: Bool) async throws {
            let clip = try await RemoteClip("clip.mp4", limit: 1000)
            let error = try await probeError(clip, isSandboxed: isSandboxed)
            #expect(error?.code == .diskFull && error?.retryability == .transient)
        }

        /// It reads the whole descriptor without any request, and finds no byte of the upload or of another one.
        @Test func hostileProcessReadsHoles() async throws {
            let clip = try await RemoteClip("clip.mp4")
            let (other, otherFile) = try clip.open()
            _ = try other.sha256(isStopped: { false })
            #expect(otherFile.fetchedBytes == clip.bytes.count)
            let (upload, file) = try clip.open()
            #expect(Poison.fill(file.descriptor, size: clip.bytes.count))
            let program = """
                import os, sys
                sys.stdin.buffer.readline(); sys.stdin.buffer.readline()
                data = os.pread(3, \(clip.bytes.count), 0)
                found = sorted(set(data)) == [\(Poison.byte)] and len(data) == \(clip.bytes.count)
                try:
                    os.pwrite(3, b"x", 0)
                    found = False
                except OSError:
                    pass
                print('{"done":{}}'); print("true" if found else "false", flush=True)
                sys.stdin.buffer.read()
                """
            let runner = MediaRunner(
                .sandbox(.program("/usr/bin/python3", ["-c", program])),
                logger: Logger(label: "test"))
            #expect(
                try runner.run(
                    ReadsAll(), on: upload,
                    limits: SandboxLimits(peakMemory: 1 << 30, cost: 1, uploadSize: 1),
                    isStopped: { false }))
        }

        /// Work of a hostile process.
        private struct ReadsAll: MediaWork {
            static let kind = "reads"
            func run(in context: SandboxContext) throws -> Bool { false }
        }
    }
#endif
