internal import Foundation
internal import LibAV
public import Logging
internal import MediaModel
public import MediaSandbox
public import MediaUnits
internal import Presets
internal import Scheduling
internal import Storage

/// Makes poster and storyboard of an upload, and nothing else.
public enum ThumbnailExtraction {
    /// Makes them in a folder, which need not be there; files of the same names are replaced only with `force`.
    ///
    /// - Returns: The paths of the files.
    /// - Throws: `UploadError`.
    public static func extract(
        _ path: String, to folder: String, formats: FormatSet = .modern, jobs: Int, memory: Int,
        force: Bool, sandboxMode: SandboxMode, logger: Logger
    ) async throws -> [String] {
        try await RunFault.named(path, output: folder) {
            let session = try TranscodingSession(
                path, preset: preset(formats), jobs: jobs, memory: memory, sandboxMode: sandboxMode,
                logger: logger)
            let upload = session.upload
            try FileOutput(path: "\(folder)/poster.jpg", isForced: force).check(upload)
            let probed = try await session.probe(sidecars: [])
            guard probed.info.video != nil else {
                throw upload.error(
                    .noTracks, "it has no moving picture", advice: "choose an upload with video")
            }
            let plan = try await session.plan(probed)
            try Folder.create(folder)
            let workspace = try LocalWorkspace(
                output: folder, key: String(probed.identity.prefix(32)))
            let work = session.work(plan, of: probed, in: workspace, isForced: force)
            return try await workspace.during {
                let outcome = try await session.encode(work, name: folder, encodes: false)
                try upload.checkUnchanged()
                guard let pictures = outcome.thumbnails else { return [] }
                return try place(
                    pictures, by: workspace.emptyFolder("files"), in: folder, upload, force: force)
            }
        }
    }

    /// One rendition, large enough for the poster.
    private static func preset(_ formats: FormatSet) -> Preset {
        Preset(
            name: "thumbnails", description: "Pictures only.",
            ladder: [Rung(name: "720p", size: 720, maxrate: .kilobits(3000))],
            audio: nil, thumbnails: Thumbnails(), limits: Limits(formats: formats))
    }

    /// By names of their own, which may be moved: the artifact stays whole for the next run, should this one be killed.
    private static func place(
        _ pictures: Artifact<[String]>, by drafts: String, in folder: String, _ upload: Upload,
        force: Bool
    ) throws -> [String] {
        let outputs = pictures.result.sorted().map {
            (file: $0, output: FileOutput(path: "\(folder)/\($0)", isForced: force))
        }
        // All or nothing: look before the first one is placed.
        for (_, output) in outputs { try output.check(upload) }
        let artifact = try pictures.open()
        for (file, output) in outputs {
            try FilePlacement.place(artifact.file(file), at: "\(drafts)/\(file)")
            try output.place(RegularFile("\(drafts)/\(file)"), upload)
        }
        return outputs.map(\.output.path)
    }
}
