import Foundation
import LibAV
import Logging
import MediaUnits
@testable import Packaging
import Presets
import Scheduling
import Storage
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Probing
@testable import Sandbox
@testable import Transcoding

/// A clip in a folder, and the same clip as an object in memory that is read in ranges.
struct RemoteClip {
    let folder: TemporaryFolder
    let file: URL
    let store: MemoryObjectStore
    let bytes: [UInt8]

    static let preset = Preset(
        name: "remote", description: "Small.", packaging: Packaging(download: true),
        ladder: [
            Rung(name: "180p", size: 180, maxrate: .kilobits(400)),
            Rung(name: "90p", size: 90, maxrate: .kilobits(200)),
        ])

    /// Makes a clip of 20 s with audio.
    ///
    /// - Parameters:
    ///   - name: The name, whose extension is that of the container.
    ///   - options: Further options of ffmpeg.
    ///   - limit: The size of the cache, in bytes.
    /// - Throws: The error of ffmpeg.
    init(_ name: String, _ options: [String] = [], limit: Int64 = 1 << 30) async throws {
        folder = try TemporaryFolder("remote")
        file = folder.file(name)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=10:d=20,noise=alls=40:allf=t"]
                + ["-f", "lavfi", "-i", "sine=d=20", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "10", "-c:a", "aac"] + options + [FFprobe.path(file)])
        bytes = Array(try Data(contentsOf: file))
        store = MemoryObjectStore(
            cache: RemoteCache(in: try folder.folder("cache").filePath, limit: limit))
        store.write(bytes, to: FilePath(name))
    }

    var path: FilePath { FilePath(file.lastPathComponent) }

    /// Opens the object; the test has the file that the upload reads.
    func open() throws -> (upload: Upload, file: RemoteUploadFile) {
        let file = try store.openRemote(path)
        let source = OpenedSource(file: file, store: store)
        return (try Upload(Location(path), in: source), file)
    }

    static func mode(_ isSandboxed: Bool) throws -> SandboxMode {
        isSandboxed
            ? .sandbox(
                .program(try BuiltProgram.path(of: "vtranscode"), [SandboxProcess.argument]),
                stallTimeout: 120)
            : .none
    }

    func session(_ upload: Upload, isSandboxed: Bool) throws -> TranscodingSession {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        LibAVProcess.prepare(logger: logger)
        return TranscodingSession(
            upload, preset: Self.preset, on: Runner(width: 2, memory: 2 << 30),
            in: MediaRunner(try Self.mode(isSandboxed), logger: logger))
    }

    /// Packages an upload without hashing it, and returns the digests of the package's files but its manifest.
    func package(_ upload: Upload, isSandboxed: Bool) async throws -> [String: String] {
        let session = try session(upload, isSandboxed: isSandboxed)
        let probed = try await session.probe(Self.content)
        let output = try folder.folder(UUID().uuidString)
        let workspace = try StorageRegistry.local.runWorkspace(
            at: Location(output.filePath), key: "key")
        let environment = session.environment(
            try await session.plan(probed), of: probed, in: workspace)
        let encoded = try await session.encode(environment, name: "clip")
        let assembler = PackageAssembler(
            environment: environment, name: "clip", key: "key", preset: Self.preset,
            encoded: encoded)
        let draft = try StorageRegistry.local.destination(at: Location(output.filePath)).draft(
            "clip", by: PackageWriter(job: "key", attempt: "1"), at: "unused")
        let built = try assembler.build(
            for: draft,
            limits: SandboxLimits(peakMemory: 1 << 30, cost: 60, uploadSize: upload.size),
            isStopped: { false })
        let digests = try await FileTree.digests(
            of: URL(filePath: built.folder.string, directoryHint: .isDirectory))
        return digests.filter { $0.key != Manifest.fileName }
    }

    static let content = UploadContent(identity: "version 1", sha256: nil, sidecars: [])
}

/// A source whose only file is open already.
private struct OpenedSource: UploadSource {
    let file: RemoteUploadFile
    let store: MemoryObjectStore

    func open(_ location: Location) throws(StorageError) -> any UploadFile { file }
    func names(beside upload: Location) throws(StorageError) -> [String] { [] }
    func isCausedByUpload(_ error: StorageError) -> Bool { store.isCausedByUpload(error) }
}
