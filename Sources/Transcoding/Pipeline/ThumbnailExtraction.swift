internal import Foundation
internal import LibAV
public import Logging
internal import MediaUnits
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
        _ path: String, to folder: String, jobs: Int, memory: Int, force: Bool, logger: Logger
    ) async throws -> [String] {
        LibAVProcess.prepare(logger: logger)
        do {
            let upload = try Upload(path)
            let runner = Runner(width: jobs, memory: memory)
            let sha256 = try await runner.run(HashJob(upload: upload))
            let probed = try await runner.run(ProbeJob(upload: upload, sha256: sha256))
            guard probed.facts.video != nil else {
                throw upload.error(
                    .noTracks, "it has no moving picture", advice: "choose an upload with video")
            }
            let plan = Planner(probed, preset: preset).plan()
            try Folder.create(folder)
            let workFolder = try WorkFolder(output: folder, key: String(sha256.prefix(32)))
            let work = UploadWork(
                upload: upload, sha256: sha256, plan: plan, folder: workFolder, isForced: force)
            do {
                let encoding = try EncodingGraph(work, encodes: false)
                let outcome = try await encoding.run(on: runner) { _ in }
                try upload.checkUnchanged()
                let files = try place(outcome, in: folder, upload, force: force)
                try? workFolder.remove()
                return files
            } catch {
                if !RunFault.isWorthContinuing(error) { try? workFolder.remove() }
                throw error
            }
        } catch {
            if RunFault.isCancellation(error) { throw CancellationError() }
            throw RunFault.uploadError(error, upload: path, output: folder)
        }
    }

    /// One rendition, large enough for the poster.
    private static let preset = Preset(
        name: "thumbnails", description: "Pictures only.",
        ladder: [Rung(name: "720p", size: 720, maxrate: .kilobits(3000))],
        audio: nil, thumbnails: Thumbnails())

    private static func place(
        _ outcome: EncodingResult, in folder: String, _ upload: Upload, force: Bool
    ) throws -> [String] {
        let outputs = outcome.thumbnails.sorted().map {
            (file: $0, output: FileOutput(path: "\(folder)/\($0)", isForced: force))
        }
        // All or nothing: look before the first one is placed.
        for (_, output) in outputs { try output.check(upload) }
        for (file, output) in outputs {
            try output.place("\(outcome.thumbnailFolder)/\(file)", upload)
        }
        return outputs.map(\.output.path)
    }
}
