internal import Errors
internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Sandbox
internal import Scheduling
internal import Storage
internal import SystemPackage

/// Builds the package of an upload from its finished artifacts.
struct PackageAssembler: Sendable {
    let environment: EncodingEnvironment
    let name: String
    let key: String
    let preset: Preset
    let encoded: EncodingResult
    /// The registry of formats; read when the assembler is made, since the value is local to tasks.
    let formats = PresentationFormats.all

    /// A package that is not published yet.
    struct Built: Sendable {
        let folder: FilePath
        let manifest: Manifest
        /// The size of all files, in bytes.
        let bytes: Int
        /// The files that are not in the folder, because artifact stores have written them to the package.
        let placed: [PlacedFile]
    }

    /// Builds the package; the limits and `isStopped` apply to the download.
    ///
    /// - Parameters:
    ///   - draft: The package in its destination, which must have the placed files.
    ///   - limits: The limits of processes.
    ///   - isStopped: Whether to stop.
    /// - Returns: The package, which is not staged yet.
    /// - Throws: `UploadError`. Artifacts whose files are missing are removed, and made again by the next attempt.
    func build(
        for draft: any PackageDraft, limits: SandboxLimits,
        isStopped: @escaping @Sendable () -> Bool
    ) throws -> Built {
        try environment.upload.checkUnchanged()
        let plan = environment.plan
        try environment.checkInitializations(of: encoded)
        let presentation = try Presentation(
            plan, video: encoded.publishedSegments.map { $0.map(\.result) },
            decoding: encoded.chunks.map(\.decoding.result),
            audio: encoded.publishedAudio.map(\.result), hasTarget: preset.target != nil)
        try presentation.corruption.check(preset.onDamage, duration: plan.duration)
        try checkOutput(presentation.byteCount)
        let description = try PresentationFiles(presentation, preset.packaging, in: formats)
        var package = PackageBuilder(
            try environment.workspace.emptyFolder("package"), isStopped: isStopped)
        try placeVideo(presentation, in: &package)
        try placeAudio(presentation, in: &package)
        if let thumbnails = encoded.thumbnails {
            let artifact = try thumbnails.open()
            for file in thumbnails.result {
                try package.place(artifact.file(file), at: "thumbnails/\(file)")
            }
        }
        for file in description.files { try package.write(file.text, to: file.path) }
        let download = try placeDownload(
            presentation.download, in: &package, limits: limits, isStopped: isStopped)
        try checkOutput(package.files.reduce(0) { $0 + $1.bytes })
        try check(package, in: draft)
        let manifest = manifest(
            presentation, description.entries, download, files: package.files)
        let bytes = Array(try JSONEncoder.pretty.encode(manifest))
        try package.write(bytes, to: Manifest.fileName)
        return Built(
            folder: package.folder, manifest: manifest,
            bytes: package.files.reduce(0) { $0 + $1.bytes }, placed: package.placed.map(\.file))
    }

    /// Checks that the destination has the files that artifact stores have written to it.
    private func check(_ package: PackageBuilder, in draft: any PackageDraft) throws {
        guard let missing = try draft.missing(package.placed.map(\.file)) else { return }
        // Removed by garbage collection, or replaced by another build.
        for placed in package.placed where placed.file == missing {
            try environment.workspace.artifacts.remove(placed.artifact)
        }
        throw environment.corruptArtifacts("finished files are not in the package any more")
    }

    private func checkOutput(_ bytes: Int) throws {
        do throws(PlanningError) {
            try preset.limits.check(outputBytes: bytes)
        } catch {
            throw UploadError(error, upload: environment.upload.name)
        }
    }

    private func placeVideo(
        _ presentation: Presentation, in package: inout PackageBuilder
    ) throws {
        for (index, rendition) in presentation.video.enumerated() {
            let rung = rendition.plan.name
            let segments = encoded.publishedSegments.flatMap { $0[index].segments }
            if let initialization = rendition.media.initialization, let first = segments.first {
                try place(
                    ArtifactFiles.initialization(of: rung), of: first,
                    at: "\(rendition.media.path)/\(initialization)",
                    expecting: first.result.initialization, in: &package)
            }
            for segment in segments {
                try place(
                    segment.result, of: rung, from: segment, as: rendition.media, in: &package)
            }
        }
    }

    /// Places a segment at the path that the presentation gives it.
    private func place<Result>(
        _ segment: SegmentResult, of rung: String?, from artifact: Artifact<Result>,
        as media: Presentation.Media, in package: inout PackageBuilder
    ) throws {
        guard media.segments.indices.contains(segment.index) else {
            throw InternalError("\(media.path): no segment \(segment.index)")
        }
        try place(
            ArtifactFiles.segment(segment.index, of: rung, environment.plan.container),
            of: artifact, at: "\(media.path)/\(media.segments[segment.index].fileName)",
            expecting: segment.sha256, in: &package)
    }

    private func place<Result>(
        _ name: String, of artifact: Artifact<Result>, at path: String, expecting sha256: String,
        in package: inout PackageBuilder
    ) throws {
        try placing(artifact.key) {
            if let file = artifact.placed[name] {
                try package.add(file, of: artifact.key, at: path, expecting: sha256)
            } else {
                try package.place(artifact.open().file(name), at: path, expecting: sha256)
            }
        }
    }

    /// Places files of an artifact; a corrupt one is removed, and made again by the next run.
    private func placing(_ key: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CorruptArtifactError {
            try environment.workspace.artifacts.remove(key)
            throw environment.corruptArtifacts(
                "finished files have other bytes than were made", cause: error)
        }
    }

    private func placeAudio(
        _ presentation: Presentation, in package: inout PackageBuilder
    ) throws {
        for (track, audio) in zip(presentation.audio, encoded.publishedAudio) {
            guard let media = track.media else { continue }
            if let initialization = media.initialization, let first = audio.runs.first {
                try place(
                    ArtifactFiles.initialization(of: nil), of: first,
                    at: "\(media.path)/\(initialization)",
                    expecting: first.result.initialization, in: &package)
            }
            for run in audio.runs {
                for segment in run.result.segments {
                    try place(segment, of: nil, from: run, as: media, in: &package)
                }
            }
        }
    }

    /// Writes the MP4 file of the upload's own streams, or of the highest rendition and the default audio, without encoding.
    private func placeDownload(
        _ plan: DownloadPlan?, in package: inout PackageBuilder,
        limits: SandboxLimits, isStopped: @escaping @Sendable () -> Bool
    ) throws -> Download? {
        guard let plan else { return nil }
        let draft = try OpenFolder(environment.workspace.emptyFolder("download"))
        var made = Download(plan)
        if case .copied(let streams, let start) = plan {
            let name = "copied.mp4"
            let copied = try environment.media.run(
                CopyWork(
                    streams: streams, name: name, formats: environment.upload.formats,
                    start: start,
                    containers: ["mp4"]),
                MediaGrant(draft: draft), on: environment.upload, limits: limits,
                budget: environment.budget, isStopped: isStopped)
            if copied.isWritten {
                try package.place(environment.only(name, in: draft), at: made.file)
                return made
            }
            made = Download(plan.joined(because: "its streams do not fit into an MP4"))
        }
        let joined = try environment.joined(
            encoded, in: draft, limits: limits, isStopped: isStopped)
        try package.place(joined, at: made.file)
        return made
    }

    private func manifest(
        _ presentation: Presentation, _ entries: [Manifest.Format], _ download: Download?,
        files: [Manifest.File]
    ) -> Manifest {
        let video = environment.plan.video
        let tracks = Manifest.tracks(of: presentation)
        let others = Array(entries.dropFirst())
        let segments = encoded.segmentCounts
        return Manifest(
            schema: Manifest.currentSchema, name: name, key: key, status: "published",
            duration: environment.plan.duration.doubleValue, preset: preset.name,
            playlist: entries[0].path, formats: others.isEmpty ? nil : others,
            poster: encoded.thumbnails?.result.contains("poster.jpg") == true
                ? "thumbnails/poster.jpg" : nil,
            resolution: video?.rungs.first?.size, upload: environment.info.withoutTitles,
            plan: Manifest.Plan(
                frameRate: video?.grid.rate, frames: video?.grid.frameCount ?? 0,
                segments: video?.segments.count
                    ?? presentation.separateAudio.first?.media.segments.count ?? 0,
                trimRange: environment.plan.trimRange, unit: video?.unit,
                temporalComplexity: video?.temporalComplexity,
                rungs: video?.rungs.map(\.name) ?? [],
                dropped: video?.dropped ?? []),
            renditions: tracks.renditions, captions: tracks.captions,
            cuePoints: Manifest.CuePoint.all(of: presentation), download: download,
            findings: presentation.findings,
            corruptRanges: presentation.corruption.ranges,
            engine: environment.versions(video?.rungs.map(\.codec) ?? []),
            work: Manifest.Work(
                segments: segments.count, reused: segments.reused, report: encoded.report),
            files: files.sorted { $0.path < $1.path })
    }
}

/// Builds a package on the runner, because it blocks a thread.
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
