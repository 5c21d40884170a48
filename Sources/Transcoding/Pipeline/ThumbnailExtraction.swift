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
        force: Bool, isolation: Isolation, logger: Logger
    ) async throws -> [String] {
        LibAVProcess.prepare(logger: logger)
        let preset = preset(formats)
        return try await RunFault.named(path, output: folder) {
            let upload = try Upload(path, formats: formats)
            try FileOutput(path: "\(folder)/poster.jpg", isForced: force).check(upload)
            let runner = Runner(width: jobs, memory: memory)
            let media = MediaRunner(isolation, logger: logger)
            let budget = WorkBudget(preset.limits)
            let probed = try await upload.measure(
                on: runner, in: media, limits: preset.limits, budget: budget)
            guard probed.facts.video != nil else {
                throw upload.error(
                    .noTracks, "it has no moving picture", advice: "choose an upload with video")
            }
            let plan = try await runner.run(
                PlanJob(
                    upload: upload, probed: probed, preset: preset, media: media, budget: budget))
            try Folder.create(folder)
            let workFolder = try WorkFolder(
                output: folder, key: String(probed.facts.sha256.prefix(32)))
            let work = UploadWork(
                upload: upload, facts: probed.facts, plan: plan, folder: workFolder, media: media,
                budget: budget, isForced: force)
            return try await workFolder.during {
                let encoding = try EncodingGraph(work, encodes: false)
                let outcome = try await encoding.run(on: runner) { _ in }
                try upload.checkUnchanged()
                guard let pictures = outcome.thumbnails else { return [] }
                return try place(
                    pictures, by: workFolder.emptyFolder("files"), in: folder, upload, force: force)
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

    /// By names of their own, which may be moved: the piece stays whole for the next run, should this one be killed.
    private static func place(
        _ pictures: Piece<[String]>, by drafts: String, in folder: String, _ upload: Upload,
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
