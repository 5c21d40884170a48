internal import Crypto
internal import Foundation
internal import HLS
internal import LibAV
public import Logging
internal import MediaUnits
public import Presets
internal import Scheduling
internal import Storage

/// What `compress` made.
public struct CompressionResult: Sendable {
    public let uploadBytes: Int
    public let bytes: Int
    /// Encoding would not have made it smaller: its own streams were copied, without metadata.
    public let wasRemuxed: Bool
    public let notices: [Notice]
}

/// Makes one MP4 of an upload, never larger than the upload.
public enum Compression {
    /// Makes `file`, by a preset of one rung whose container is `mp4`.
    ///
    /// A file that is there is replaced only with `force`.
    ///
    /// - Throws: `UploadError`.
    public static func compress(
        _ path: String, to file: String, preset: Preset, force: Bool, jobs: Int, memory: Int,
        logger: Logger, onProgress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws -> CompressionResult {
        LibAVProcess.prepare(logger: logger)
        let output = FileOutput(path: file, isForced: force)
        return try await RunFault.named(path, output: output.parent) {
            let upload = try Upload(path)
            try output.check(upload)
            let runner = Runner(width: jobs, memory: memory)
            let probed = try await upload.measure(on: runner)
            // Two files from one upload at once do not share a work folder.
            let names = "\(probed.facts.sha256) \(preset.identity) \(file)"
            let key = SHA256.hash(data: Data(names.utf8)).hexadecimal
            let work = UploadWork(
                upload: upload, facts: probed.facts,
                plan: try Planner(probed, preset: preset).plan(),
                folder: try WorkFolder(output: output.parent, key: String(key.prefix(32))),
                isForced: force)
            return try await work.run {
                let encoding = try EncodingGraph(work)
                let meter = ProgressReport(
                    path: path, name: file, plan: work.plan, encoding: encoding)
                let outcome = try await encoding.run(on: runner) {
                    meter.report($0).map(onProgress)
                }
                return try finish(work, outcome, output)
            }
        }
    }

    private static func finish(
        _ work: UploadWork, _ outcome: EncodingResult, _ output: FileOutput
    ) throws -> CompressionResult {
        let upload = work.upload
        let drafts = try work.folder.emptyFolder("file")
        let encoded = "\(drafts)/encoded.mp4"
        let settled = try Settlement(
            work.plan, video: outcome.nodes.map(\.result), audio: outcome.audio.map(\.result))
        try MP4Remux(sources: sources(outcome, settled, work.plan)).write(to: encoded)
        try upload.checkUnchanged()
        let encodedBytes = try Int(RegularFile(encoded).size)
        if encodedBytes < upload.size {
            try output.place(encoded, upload)
            return CompressionResult(
                uploadBytes: upload.size, bytes: encodedBytes, wasRemuxed: false,
                notices: settled.notices)
        }
        let copied = "\(drafts)/copied.mp4"
        guard let bytes = copy(upload, work.facts, to: copied), bytes <= upload.size else {
            throw upload.error(
                .tooLarge,
                "an MP4 of it would not be smaller (\(encodedBytes) of \(upload.size) bytes)",
                advice: "keep the upload as it is, or choose a lower --quality")
        }
        try output.place(copied, upload)
        let notice = Notice(
            "REMUXED", .info,
            "Encoding would not make it smaller; its own streams are copied without metadata.")
        return CompressionResult(
            uploadBytes: upload.size, bytes: bytes, wasRemuxed: true,
            notices: work.plan.notices + [notice])
    }

    /// The finished pieces of the rung and of the default sound, as files in order.
    private static func sources(
        _ outcome: EncodingResult, _ settled: Settlement, _ plan: Plan
    ) -> [MP4Remux.Source] {
        var sources: [MP4Remux.Source] = []
        if let rung = settled.video.first, let first = outcome.nodes.first {
            let segments = outcome.nodes.flatMap { node in
                node.result.rungs[0].segments.map { "\(node.folder)/\($0.file)" }
            }
            sources.append(
                MP4Remux.Source(
                    files: ["\(first.folder)/\(rung.name)-init.mp4"] + segments,
                    duration: rung.playlist.duration))
        }
        if let index = plan.audio.firstIndex(where: \.isDefault) {
            let piece = outcome.audio[index]
            let segments = piece.result.segments.map { "\(piece.folder)/\($0.file)" }
            sources.append(
                MP4Remux.Source(
                    files: ["\(piece.folder)/init.mp4"] + segments,
                    duration: settled.audio[index].playlist.duration))
        }
        return sources
    }

    /// Copies the kept streams without any metadata, into an MP4 if that can hold them.
    ///
    /// - Returns: Bytes; `nil` if no file of that family can hold them.
    private static func copy(_ upload: Upload, _ facts: UploadFacts, to path: String) -> Int? {
        let video = [facts.video?.stream].compactMap { $0 }
        let streams = (video + facts.audio.map(\.stream)).sorted()
        for format in ["mp4", "mov"] {
            do {
                let demuxer = try upload.demuxer(analyse: true) { false }
                try StreamCopy(demuxer, streams).write(to: path, format: format)
                return try Int(RegularFile(path).size)
            } catch {
                continue
            }
        }
        return nil
    }
}
