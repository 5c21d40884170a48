import Foundation
import HLS
import Logging
import MediaModel
import MediaUnits
import Packaging
import Planning
import Presets
import Storage
import SystemPackage
import Transcoding

/// A sample that the pipeline encoded, with the time that it took.
struct EncodedClip {
    private let upload: Location
    private let preset: Preset
    private let options: EvaluationOptions
    private let logger: Logger
    private let plan: PlanSummary
    /// The path of the package, or of a single file.
    private let output: FilePath
    /// Whether the output is a single file with the upload's own streams, since encoding made it no smaller.
    private let isCopied: Bool
    private let wallSeconds: Double
    private let cpuSeconds: Double

    /// Encodes a sample to a new folder.
    ///
    /// - Parameters:
    ///   - upload: The location of the sample.
    ///   - preset: The preset to evaluate.
    ///   - options: The limits of jobs and memory.
    ///   - folder: The path of the folder for the package.
    ///   - logger: The logger of the pipeline.
    /// - Throws: `UploadError`; `CancellationError`.
    init(
        _ upload: Location, preset: Preset, _ options: EvaluationOptions, in folder: FilePath,
        logger: Logger
    ) async throws {
        (self.upload, self.preset, self.options) = (upload, preset, options)
        self.logger = logger
        plan = try await TranscodingSession(
            upload, in: options.storage, preset: preset, sandboxMode: options.sandboxMode,
            logger: logger
        ).plan()
        let (clock, cpu) = (ContinuousClock(), CPUTime.now())
        let started = clock.now
        if preset.packaging.container == .mp4 {
            try FileManager.default.createDirectory(
                atPath: folder.string, withIntermediateDirectories: true)
            output = folder.appending(Self.fileName)
            isCopied = try await Compression.compress(
                upload, in: options.storage, to: Location(output), preset: preset, force: true,
                jobs: options.jobs,
                memory: options.memory, sandboxMode: options.sandboxMode, logger: logger
            ) { _ in }.wasRemuxed
        } else {
            output = folder.appending("clip")
            isCopied = false
            let run = RunOptions(
                storage: options.storage, output: Location(folder), name: "clip", preset: preset,
                jobs: options.jobs,
                memory: options.memory, force: true, sandboxMode: options.sandboxMode)
            let outcome = try await Pipeline(run, logger: logger).run([upload]) { _ in }
            if let failure = outcome.sandboxFailure { throw failure }
            if let failure = outcome.indexFailure { throw failure }
            switch outcome.results.first?.outcome {
            case .published, .unchanged: break
            case .failed(let error): throw error
            case .interrupted, nil: throw CancellationError()
            }
        }
        wallSeconds = (clock.now - started) / .seconds(1)
        cpuSeconds = CPUTime.now() - cpu
    }

    /// Returns the evaluation of the clip, and removes its files.
    func evaluated(as name: String) async throws -> EvaluatedClip {
        defer {
            try? FileManager.default.removeItem(atPath: output.removingLastComponent().string)
        }
        let outcome =
            preset.packaging.container == .mp4 ? try await file() : try await package()
        return EvaluatedClip(
            clip: name, seconds: plan.duration, wallSeconds: wallSeconds, cpuSeconds: cpuSeconds,
            bytes: outcome.bytes, rungs: outcome.rungs,
            dropped: Dictionary(
                plan.dropped.map { ($0.name, $0.reason) }, uniquingKeysWith: { $1 }),
            findings: outcome.findings)
    }

    private struct Outcome {
        let bytes: Int
        let rungs: [EvaluatedRung]
        let findings: [EvaluationFinding]
    }

    private func package() async throws -> Outcome {
        let package = try await reader(of: output).read()
        let renditions = plan.renditions.map { rendition in
            (path: self.playlist(of: rendition.name, in: package), plan: rendition)
        }
        let files = Dictionary(
            uniqueKeysWithValues: try renditions.map { rendition in
                (rendition.plan.name, try self.files(of: rendition.path, in: package))
            })
        let quality = try await measure(files, in: output)
        let plans = Dictionary(uniqueKeysWithValues: renditions.map { ($0.path, planned($0.plan)) })
        let rungs = renditions.map { path, plan in
            rung(plan, package.tracks[path], quality[plan.name])
        }
        var findings = PackageChecks(package: package, plans: plans).findings()
        findings += TargetCheck.findings(rungs, of: preset)
        if let expect = preset.expect {
            let checks = ExpectationChecks(expect: expect)
            findings += checks.quality(rungs) + checks.package(package)
        }
        // The manifest has times of the run, so that its size is not the same in each.
        let sizes = package.files.filter { $0.key != Manifest.fileName }.values
        return Outcome(
            bytes: sizes.reduce(0, +), rungs: rungs, findings: findings)
    }

    /// Returns the path of a rendition's playlist, whose folder has the name of the rendition.
    private func playlist(of rendition: String, in package: PackageContents) -> String {
        package.multivariant.variants.map(\.uri).first { uri in
            uri.split(separator: "/").dropLast().last.map(String.init) == rendition
        } ?? "\(rendition)/playlist.m3u8"
    }

    private func files(of playlist: String, in package: PackageContents) throws -> [FilePath] {
        guard let media = package.playlists[playlist] else { return [] }
        var uris = media.segments.map(\.uri)
        if let initSegment = media.initialization { uris.insert(initSegment.uri, at: 0) }
        // A file with several ranges is read once.
        var seen: Set<String> = []
        return try uris.filter { seen.insert($0).inserted }
            .map { try FilePath(checking: PackageContents.path($0, from: playlist)) }
    }

    private func file() async throws -> Outcome {
        let folder = output.removingLastComponent()
        let track = try await reader(of: folder).file(Self.fileName)
        let bytes = track.segments.reduce(0) { $0 + $1.bytes }
        guard let rendition = plan.renditions.first, !isCopied else {
            let note = EvaluationFinding(
                .note, .run, nil,
                "the clip's own streams were copied, since encoding made it no smaller")
            return Outcome(bytes: bytes, rungs: [], findings: isCopied ? [note] : [])
        }
        let quality = try await measure(
            [rendition.name: [FilePath(Self.fileName)]], in: folder)
        let rungs = [rung(rendition, track, quality[rendition.name])]
        var findings = TrackChecks(
            track: track, plan: planned(rendition), name: rendition.name
        ).findings(codecs: nil, size: rendition.resolution)
        findings += TargetCheck.findings(rungs, of: preset)
        if let expect = preset.expect {
            findings += ExpectationChecks(expect: expect).quality(rungs)
        }
        return Outcome(bytes: bytes, rungs: rungs, findings: findings)
    }

    private static let fileName = "file.mp4"

    private func reader(of folder: FilePath) -> PackageReader {
        PackageReader(
            folder: folder, upload: upload, storage: options.storage,
            sandboxMode: options.sandboxMode, logger: logger)
    }

    /// Measures the quality of files, given as paths below a folder by the name of the rung.
    private func measure(
        _ files: [String: [FilePath]], in folder: FilePath
    ) async throws -> [String: VideoQuality] {
        try await VideoQuality.measure(
            upload, of: options.storage, preset: preset, files: files, in: folder,
            memory: options.memory,
            sandboxMode: options.sandboxMode, logger: logger)
    }

    private func planned(_ rendition: PlanSummary.Rendition) -> PackageChecks.PlannedRendition {
        PackageChecks.PlannedRendition(
            name: rendition.name, ceiling: rendition.ceiling,
            buffer: rendition.buffer, profile: rendition.options["profile"],
            level: rendition.level)
    }

    private func rung(
        _ plan: PlanSummary.Rendition, _ track: MeasuredTrack?, _ quality: VideoQuality?
    ) -> EvaluatedRung {
        let segments = track?.segments ?? []
        return EvaluatedRung(
            name: plan.name, width: plan.resolution.width, height: plan.resolution.height,
            bytes: segments.reduce(0) { $0 + $1.bytes },
            peak: segments.map(\.videoBitrate).max() ?? 0, ceiling: plan.ceiling, crf: plan.crf,
            prediction: plan.prediction,
            ssim: quality?.ssim, psnr: quality?.psnr, vmaf: quality?.vmaf,
            xpsnr: quality?.xpsnr)
    }
}
