import Foundation
import MediaTestSupport
import Presets
import Storage
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import VideoCodecs

@testable import MediaModel
@testable import MediaSandbox
@testable import Packaging
@testable import Scheduling
@testable import Transcoding

/// Packages that are found in a destination, for all implementations.
@Suite struct ExistingPackageTests {
    enum DestinationKind: CaseIterable, Sendable { case local, memory }

    private let folder: TemporaryFolder
    private let upload: Upload

    init() throws {
        folder = try TemporaryFolder("existing-package")
        try Data("upload".utf8).write(to: folder.file("clip.mp4"))
        upload = try Upload(Location(folder.file("clip.mp4").filePath), in: LocalUploadSource())
    }

    private func address(_ kind: DestinationKind, _ name: String = "clip") throws
        -> PackageAddress
    {
        let output = try folder.folder("out").filePath
        let destination: any PackageDestination =
            switch kind {
            case .local: LocalDestination(output)
            case .memory: MemoryDestination()
            }
        return PackageAddress(destination: destination, name: name)
    }

    private func commit(
        _ files: [FilePath: [UInt8]], to address: PackageAddress, isForced: Bool = false
    ) throws {
        let built = folder.file("built").filePath
        try StoredFiles.write(files, to: built)
        let staged = try address.destination.draft(
            address.name, by: PackageWriter(job: "job", attempt: "1"),
            at: folder.file("staged").filePath
        ).stage(built, placed: [])
        try address.commit(staged, upload, isForced: isForced)
    }

    /// A package of one segment.
    private func files(key: String = "k", segment: String = "segment") throws -> [FilePath: [UInt8]]
    {
        let report =
            #"{"jobs":[],"criticalPath":[],"criticalSeconds":0,"busySeconds":0,"wallSeconds":0}"#
        let manifest = Manifest(
            schema: Manifest.currentSchema, name: "clip", key: key, status: "published",
            duration: 1, preset: "p", playlist: Manifest.multivariantName, poster: nil,
            resolution: nil,
            upload: try SampleMediaInfo.make().info,
            plan: Manifest.Plan(
                frameRate: nil, frames: 0, segments: 1, rungs: [], dropped: []),
            renditions: [], captions: [], findings: [], corruptRanges: [],
            engine: .current(encoding: [.h264]),
            work: Manifest.Work(
                segments: 1, reused: 0,
                report: try JSONDecoder().decode(RunReport.self, from: Data(report.utf8))),
            files: [Manifest.File(path: "video/0.m4s", bytes: 7, sha256: "")])
        return [
            "video/0.m4s": Array(segment.utf8),
            FilePath(Manifest.fileName): Array(try JSONEncoder().encode(manifest)),
        ]
    }

    private func manifest(schema: Int) -> [FilePath: [UInt8]] {
        [FilePath(Manifest.fileName): Array(#"{"key":"k","schema":\#(schema),"parts":[]}"#.utf8)]
    }

    private func existsError(_ address: PackageAddress, key: String = "k") -> UploadError? {
        #expect(throws: UploadError.self) { try address.package(of: key, upload) }
    }

    @Test(arguments: DestinationKind.allCases)
    func packageOfTheSameKeyIsFound(kind: DestinationKind) throws {
        let address = try address(kind)
        #expect(try address.package(of: "k", upload) == nil)
        try commit(try files(), to: address)
        #expect(try address.package(of: "k", upload)?.key == "k")
        #expect(try address.package(of: "k", upload, isForced: true) == nil)
    }

    @Test(arguments: DestinationKind.allCases)
    func packageOfAnotherKeyIsRejected(kind: DestinationKind) throws {
        let address = try address(kind)
        try commit(try files(key: "other"), to: address)
        let error = existsError(address)
        #expect(error?.code == .exists && error?.condition == .nameTaken)
        #expect(error?.message.contains("made from another upload") == true)
        #expect(try address.package(of: "k", upload, isForced: true) == nil)
    }

    @Test(arguments: DestinationKind.allCases)
    func incompletePackageIsRejected(kind: DestinationKind) throws {
        let address = try address(kind)
        try commit(try files(segment: "short"), to: address)
        #expect(existsError(address)?.message.contains("files of it are missing") == true)
        var missing = try files()
        missing["video/0.m4s"] = nil
        try commit(missing, to: address, isForced: true)
        #expect(existsError(address)?.message.contains("files of it are missing") == true)
        try commit(try files(), to: address, isForced: true)
        #expect(try address.package(of: "k", upload)?.key == "k")
    }

    @Test(arguments: DestinationKind.allCases)
    func packageOfAnotherSchemaIsNamed(kind: DestinationKind) throws {
        for (schema, origin) in [
            (1, "is a package of an earlier version (manifest schema 1)"),
            (3, "is a package made by a newer version (manifest schema 3)"),
        ] {
            let address = try address(kind, "clip-\(schema)")
            try commit(manifest(schema: schema), to: address)
            let error = existsError(address)
            #expect(error?.code == .exists)
            #expect(error?.message.hasSuffix(origin) == true, "\(error?.message ?? "")")
            // A forced run replaces the package.
            #expect(try address.package(of: "k", upload, isForced: true) == nil)
            try commit(try files(), to: address, isForced: true)
            #expect(try address.package(of: "k", upload)?.key == "k")
        }
    }

    @Test(arguments: DestinationKind.allCases)
    func otherFilesAreNeverReplaced(kind: DestinationKind) throws {
        for manifest in ["{", "{}", #"{"schema":1}"#, #"{"schema":2,"key":"k"}"#] {
            let address = try address(kind, "other")
            try? commit(
                [FilePath(Manifest.fileName): Array(manifest.utf8)], to: address, isForced: true)
            for isForced in [false, true] {
                let error = #expect(throws: UploadError.self) {
                    try address.package(of: "k", upload, isForced: isForced)
                }
                #expect(error?.code == .exists && error?.condition == .nameTakenByOther)
                #expect(error?.message.hasSuffix("is there and is no package") == true)
            }
        }
    }

    @Test(arguments: DestinationKind.allCases)
    func nameTakenMeanwhileIsReported(kind: DestinationKind) throws {
        let address = try address(kind)
        try commit(try files(key: "other"), to: address)
        let error = #expect(throws: UploadError.self) { try commit(try files(), to: address) }
        #expect(error?.code == .exists && error?.condition == .nameTaken)
        #expect(error?.message.contains("appeared while it was made") == true)
    }

    @Test(arguments: DestinationKind.allCases)
    func nameTakenMeanwhileByOtherFilesIsReported(kind: DestinationKind) throws {
        let address = try address(kind)
        try commit(["notes.txt": []], to: address)
        let error = #expect(throws: UploadError.self) { try commit(try files(), to: address) }
        #expect(error?.code == .exists && error?.condition == .nameTakenByOther)
        #expect(error?.message.contains("appeared while it was made") == true)
        #expect(error?.advice.contains("move the existing folder") == true)
    }

    @Test(arguments: DestinationKind.allCases)
    func indexOmitsPackagesOfOtherSchemas(kind: DestinationKind) throws {
        let destination = try address(kind).destination
        for (name, files) in [
            ("a", try files()), ("b", manifest(schema: 1)), ("c", manifest(schema: 9)),
            ("d", ["notes.txt": []]),
        ] {
            try commit(files, to: PackageAddress(destination: destination, name: name))
        }
        let index = try PackageIndex.rebuild(destination, Location("out"))
        #expect(index.count == 1)
        #expect(
            index.omitted.map(\.message) == [
                "b is left out of index.json: a package of an earlier version (manifest schema 1)",
                "c is left out of index.json: a package made by a newer version (manifest schema 9)",
            ])
        #expect(try destination.names().contains("index.json"))
    }
}
