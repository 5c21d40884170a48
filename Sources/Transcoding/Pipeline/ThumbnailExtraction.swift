internal import Crypto
internal import Foundation
internal import LibAV
package import Logging
internal import MediaModel
package import MediaSandbox
package import MediaUnits
internal import Presets
internal import Scheduling
package import Storage
internal import SystemPackage

/// Makes poster and storyboard of an upload.
package enum ThumbnailExtraction {
    /// Makes the files in a folder, which is created unless it exists, or below a prefix; existing ones are replaced only with `force`.
    ///
    /// - Returns: The locations of the files.
    /// - Throws: `UploadError`.
    package static func extract(
        _ upload: Location, in storage: StorageRegistry = .local, to folder: Location,
        formats: FormatSet = .modern, jobs: Int, memory: Int,
        hostMemory: Int = HostResources.current.memory, force: Bool, sandboxMode: SandboxMode,
        logger: Logger
    ) async throws -> [Location] {
        try await UploadErrorMapping.named(upload.description, output: folder.description) {
            let session = try TranscodingSession(
                upload, in: storage, preset: preset(formats), jobs: jobs, memory: memory,
                sandboxMode: sandboxMode,
                logger: logger)
            let upload = session.upload
            let output = { (file: String) in
                FileOutput(location: folder.appending(file), storage: storage, isForced: force)
            }
            try output("poster.jpg").check(upload)
            let probed = try await session.probe(sidecars: [])
            guard probed.info.video != nil else {
                throw upload.error(
                    .noTracks, "it has no video", advice: "choose an upload with video")
            }
            let plan = try await session.plan(probed)
            try MemoryCheck.check(plan, of: upload, encodes: false, memory: hostMemory)
            if let path = folder.path { try Folder.create(path) }
            let key = SHA256.hash(data: Data(probed.identity.utf8)).hexadecimal
            let workspace = try storage.runWorkspace(
                at: folder, key: String(key.prefix(32)))
            let environment = session.environment(
                plan, of: probed, in: workspace, isForced: force)
            return try await workspace.during {
                let encoded = try await session.encode(
                    environment, name: folder.description, encodes: false)
                try upload.checkUnchanged()
                guard let thumbnails = encoded.thumbnails else { return [] }
                return try place(
                    thumbnails, by: workspace.emptyFolder("files"), upload, at: output)
            }
        }
    }

    /// A preset of one rendition that is large enough for the poster.
    private static func preset(_ formats: FormatSet) -> Preset {
        Preset(
            name: "thumbnails", description: "Images only.",
            ladder: [Rung(name: "720p", size: 720, maxrate: .kilobits(3000))],
            audio: nil, thumbnails: Thumbnails(), limits: Limits(formats: formats))
    }

    /// Places the files by second names, which are moved: the artifact remains complete for the next run if this one is killed.
    private static func place(
        _ thumbnails: Artifact<[String]>, by drafts: FilePath, _ upload: Upload,
        at output: (String) -> FileOutput
    ) throws -> [Location] {
        let outputs = thumbnails.result.sorted().map { (file: $0, output: output($0)) }
        // All or nothing: all are checked before the first one is placed.
        for (_, output) in outputs { try output.check(upload) }
        let artifact = try thumbnails.open()
        for (file, output) in outputs {
            let draft = drafts.appending(file)
            try FilePlacement.place(artifact.file(file), at: draft)
            try output.place(RegularFile(draft), upload)
        }
        return outputs.map(\.output.location)
    }
}
