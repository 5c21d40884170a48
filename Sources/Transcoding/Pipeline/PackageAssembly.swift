internal import Foundation
internal import HLS
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Sandbox
internal import Scheduling
internal import Storage

/// Lays out the package of an upload whose artifacts are finished.
struct PackageAssembly: Sendable {
    let work: UploadWork
    let name: String
    let key: String
    let preset: Preset
    let outcome: EncodingResult

    /// A package that has no name in the output folder yet.
    struct Built: Sendable {
        let folder: String
        let manifest: Manifest
        /// Of all files.
        let bytes: Int
    }

    /// Makes the package; writing its download keeps to the limits and stops when `isStopped` says so.
    func build(limits: SandboxLimits, isStopped: @escaping @Sendable () -> Bool) throws -> Built {
        try work.upload.checkUnchanged()
        let plan = work.plan
        try checkInitializations()
        let presentation = try Presentation(
            plan, video: outcome.publishedChunks.map(\.result),
            audio: outcome.publishedAudio.map(\.result))
        try presentation.corruption.check(preset.onDamage, duration: plan.duration)
        try checkOutput(presentation.byteCount)
        let playlists = HLSPlaylists(presentation)
        var package = PackageBuilder(
            try work.folder.emptyFolder("package"), isStopped: isStopped)
        try placeVideo(presentation, in: &package)
        try placeAudio(presentation, in: &package)
        if let pictures = outcome.thumbnails {
            let artifact = try pictures.open()
            for file in pictures.result {
                try package.place(artifact.file(file), at: "thumbnails/\(file)")
            }
        }
        for file in playlists.files { try package.write(file.text, to: file.path) }
        let download = try placeDownload(
            presentation.download, in: &package, limits: limits, isStopped: isStopped)
        try checkOutput(package.files.reduce(0) { $0 + $1.bytes })
        let manifest = manifest(presentation, playlists, download, files: package.files)
        let bytes = Array(try JSONEncoder.pretty.encode(manifest))
        try package.write(bytes, to: Manifest.fileName)
        return Built(
            folder: package.folder, manifest: manifest,
            bytes: package.files.reduce(0) { $0 + $1.bytes })
    }

    /// Checks that the chunks of each rendition have one init segment: else some of them were made by a process that lied.
    ///
    /// Those that differ from most are removed, and made anew by the next run.
    private func checkInitializations() throws {
        var odd: Set<String> = []
        for index in (work.plan.video?.rungs ?? []).indices {
            var folders: [String: [String]] = [:]
            for chunk in outcome.chunks {
                folders[chunk.result.rungs[index].initialization, default: []].append(chunk.folder)
            }
            guard folders.count > 1 else { continue }
            let most = folders.max { $0.value.count < $1.value.count }?.value.count ?? 0
            let usual = folders.filter { $0.value.count == most }
            // Where there is no majority, any of them may lie.
            for (hash, found) in folders where usual.count > 1 || usual[hash] == nil {
                odd.formUnion(found)
            }
        }
        guard !odd.isEmpty else { return }
        for folder in odd { try work.folder.artifacts.remove(PathText.name(folder)) }
        throw damaged("finished chunks have different init segments")
    }

    /// What made an artifact may have lied about it: no reason to doubt the machine.
    private func damaged(_ reason: String) -> UploadError {
        UploadError(
            .output, work.upload.path, "\(reason); they are removed",
            advice: "run again; if it happens again, check the disk", retryability: .limited)
    }

    private func checkOutput(_ bytes: Int) throws {
        do throws(Refusal) {
            try preset.limits.check(outputBytes: bytes)
        } catch {
            throw work.upload.error(error.code, error.reason, advice: error.advice)
        }
    }

    private func placeVideo(
        _ presentation: Presentation, in package: inout PackageBuilder
    ) throws {
        let chunks = outcome.publishedChunks
        for (index, rendition) in presentation.video.enumerated() {
            let rung = rendition.plan.name
            if let initialization = presentation.container.initialization, let first = chunks.first
            {
                try placing(first.folder) {
                    try package.place(
                        first.open().file(ArtifactFiles.initialization(of: rung)),
                        at: "\(rendition.media.path)/\(initialization.uri)",
                        expecting: first.result.rungs[index].initialization)
                }
            }
            for chunk in chunks {
                try place(
                    chunk.result.rungs[index], of: rung, from: chunk.folder, as: rendition.media,
                    in: &package)
            }
        }
    }

    private func place(
        _ result: RenditionResult, of rung: String?, from folder: String,
        as media: Presentation.Media, in package: inout PackageBuilder
    ) throws {
        try placing(folder) {
            try package.place(
                result, of: rung, from: OpenFolder(folder), as: media, work.plan.container)
        }
    }

    /// Places files of an artifact; one that is damaged is removed, and made anew by the next run.
    private func placing(_ folder: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch is CorruptArtifact {
            try work.folder.artifacts.remove(PathText.name(folder))
            throw damaged("finished files have other bytes than were made")
        }
    }

    private func placeAudio(
        _ presentation: Presentation, in package: inout PackageBuilder
    ) throws {
        for (track, artifact) in zip(presentation.audio, outcome.publishedAudio) {
            guard let media = track.media else { continue }
            if let initialization = presentation.container.initialization {
                try placing(artifact.folder) {
                    try package.place(
                        artifact.open().file(ArtifactFiles.initialization(of: nil)),
                        at: "\(media.path)/\(initialization.uri)",
                        expecting: artifact.result.initialization)
                }
            }
            try place(artifact.result, of: nil, from: artifact.folder, as: media, in: &package)
        }
    }

    /// One MP4 of the upload's own streams, or of the highest rendition and the default sound, not encoded again.
    private func placeDownload(
        _ plan: DownloadPlan?, in package: inout PackageBuilder,
        limits: SandboxLimits, isStopped: @escaping @Sendable () -> Bool
    ) throws -> Download? {
        guard let plan else { return nil }
        let draft = try OpenFolder(work.folder.emptyFolder("download"))
        var made = Download(plan)
        if case .copied(let streams, let start) = plan {
            let name = "copied.mp4"
            let copied = try work.media.run(
                CopyWork(
                    streams: streams, name: name, formats: work.upload.formats, start: start,
                    containers: ["mp4"]),
                MediaGrant(draft: draft), on: work.upload, limits: limits, budget: work.budget,
                isStopped: isStopped)
            if copied.isWritten {
                try package.place(work.only(name, in: draft), at: made.file)
                return made
            }
            made = Download(plan.joined(because: "its streams do not fit into an MP4"))
        }
        let joined = try work.joined(outcome, in: draft, limits: limits, isStopped: isStopped)
        try package.place(joined, at: made.file)
        return made
    }

    private func manifest(
        _ presentation: Presentation, _ playlists: HLSPlaylists, _ download: Download?,
        files: [Manifest.File]
    ) -> Manifest {
        let video = work.plan.video
        let muxed = presentation.muxedAudio
        let renditions = zip(playlists.video, presentation.video).map {
            $0.entry($1.plan, muxed: muxed)
        }
        let audio = zip(playlists.audio, presentation.separateAudio).map {
            $0.entry($1.plan, $1.loudness)
        }
        let artifacts = outcome.chunks.map {
            ($0.result.rungs.first?.segments.count ?? 0, $0.isReused)
        }
        return Manifest(
            schema: Manifest.currentSchema, name: name, key: key, status: "published",
            duration: work.plan.duration.doubleValue, preset: preset.name,
            playlist: Manifest.masterName,
            poster: outcome.thumbnails?.result.contains("poster.jpg") == true
                ? "thumbnails/poster.jpg" : nil,
            resolution: video?.rungs.first?.size, upload: work.info.withoutTitles,
            plan: Manifest.PlanSummary(
                frameRate: video?.grid.rate, frames: video?.grid.frameCount ?? 0,
                segments: video?.segments.count ?? playlists.audio.first?.playlist.segments.count
                    ?? 0,
                trimRange: work.plan.trimRange, rungs: video?.rungs.map(\.name) ?? [],
                dropped: video?.dropped ?? []),
            renditions: renditions + audio, captions: playlists.captions.map(\.entry),
            download: download, notices: presentation.notices,
            corruptRanges: presentation.corruption.ranges,
            engine: .current,
            work: Manifest.Work(
                segments: artifacts.reduce(0) { $0 + $1.0 },
                reused: artifacts.reduce(0) { $0 + ($1.1 ? $1.0 : 0) }, report: outcome.report),
            files: files.sorted { $0.path < $1.path })
    }
}

/// Puts a package together on the runner, since that blocks.
struct PackageJob<Output: Sendable>: Job {
    let upload: Upload
    let make:
        @Sendable (_ limits: SandboxLimits, _ isStopped: @escaping @Sendable () -> Bool) throws
            -> Output
    var id: JobID { "package" }
    var dependencies: Set<JobID> { [] }
    var peakMemory: Int { 16 << 20 }
    var cost: Double { 0.1 }

    func run(in context: JobContext) async throws -> Output {
        try await context.blocking { cancellation in
            try make(limits(on: upload)) { cancellation.isCancelled }
        }
    }
}

extension HLSPlaylists.Track {
    fileprivate func entry(_ rung: RungPlan, muxed: Presentation.Audio?) -> Manifest.Rendition {
        Manifest.Rendition(
            kind: "video", name: rung.name, playlist: "\(media.path)/playlist.m3u8",
            codec: media.codec, resolution: rung.size, frameRate: rung.frameRate,
            ceiling: rung.ceiling, peakBandwidth: peak, averageBandwidth: average,
            audioCodec: muxed?.codec, segments: media.segments.count, bytes: media.byteCount,
            loudness: muxed?.loudness)
    }

    fileprivate func entry(_ audio: AudioPlan, _ loudness: LoudnessResult?) -> Manifest.Rendition {
        Manifest.Rendition(
            kind: "audio", name: audio.name, playlist: "\(media.path)/playlist.m3u8",
            codec: media.codec, resolution: nil, frameRate: nil, ceiling: nil,
            peakBandwidth: peak, averageBandwidth: average, audioCodec: nil,
            segments: media.segments.count, bytes: media.byteCount, loudness: loudness)
    }
}

extension HLSCaptions {
    fileprivate var entry: Manifest.Captions {
        Manifest.Captions(
            name: plan.name, playlist: "\(path)/playlist.m3u8", language: plan.language,
            isDefault: plan.isDefault, isForced: plan.isForced,
            isForHearingImpaired: plan.isForHearingImpaired, cueCount: plan.cues.count,
            segments: playlist.segments.count, bytes: byteCount)
    }
}
