internal import Errors
internal import Crypto
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Sandbox
internal import Storage
internal import SystemPackage

/// Decodes the source frames of a chunk once and encodes them into a set of renditions.
struct ChunkEncoder {
    let upload: Upload
    let plan: VideoPlan
    let chunk: ChunkPlan
    /// The renditions that are encoded; thumbnails are made if the plan has them.
    let renditions: [ChunkRendition]
    /// The folder of finished segments and thumbnails.
    let folder: FilePath
    let isStopped: @Sendable () -> Bool
    let report: @Sendable (Double) -> Void
    let stages: StageTimes

    func run() throws -> ChunkResult {
        let clock = StageClock(stages)
        return try clock.measure(Stage.decode) { try run(clock) }
    }

    private func run(_ clock: StageClock) throws -> ChunkResult {
        let frames = SourceFrames(
            upload: upload, source: plan.source, chunk: chunk,
            skippable: SkippableFrames(of: chunk, plan), isStopped: isStopped)
        let (converter, outcome) = try frames.decode(
            { try makeConverter(clock) }, abandon: { $0.abandon() }
        ) {
            converter, frame, time in
            try converter.take(frame, time: time)
        }
        defer { converter.abandon() }
        guard !outcome.times.isEmpty else {
            throw upload.error(
                .damaged, "no frame could be decoded from \(seconds) s on",
                advice: "check that the file plays to its end, then upload it again")
        }
        let rungs = try converter.finish()
        return ChunkResult(
            rungs: rungs,
            corruption: Corruption.ranges(
                expected: chunk.expected, decoded: outcome.times, corrupt: outcome.corruptTimes,
                frames: chunk.frames, grid: plan.grid),
            corruptPackets: outcome.observations.corruptPackets,
            tiles: converter.thumbnails?.taken ?? [],
            poster: try clock.measure(Stage.thumbnails) { try storePoster(converter.thumbnails) },
            hasClosedCaptions: outcome.observations.hasClosedCaptions,
            frameSizes: Array(
                outcome.observations.sizes.sorted {
                    ($0.width, $0.height) < ($1.width, $1.height)
                }.prefix(2)))
    }

    private var seconds: Int { plan.grid.time(of: chunk.frames.lowerBound).floor }

    private func makeConverter(_ clock: StageClock) throws -> FrameRateConverter {
        let encoders = renditions.map { rendition in
            let rung = plan.rungs[rendition.rung]
            let encoder = RungEncoder(
                rung, chunk.units, firstFragments: rendition.firstFragments,
                samples: rendition.samples, stages: stages
            ) { [folder] segment, muxed, codec, quality in
                try Self.store(segment, muxed, codec, quality, rung, in: folder)
            }
            return FrameRateConverter.Consumer(rung: rendition.rung, consumer: encoder)
        }
        return try FrameRateConverter(
            plan, chunk, encoders, folder: folder, isStopped: isStopped, report: report,
            clock: clock)
    }

    private static func store(
        _ segment: SegmentPlan, _ muxed: MuxedSegment, _ codec: String?,
        _ quality: [GOPQuality]?, _ rung: RungPlan, in folder: FilePath
    ) throws -> SegmentResult {
        guard let codec else { throw InternalError("\(rung.name): no parameter sets") }
        let file = ArtifactFiles.segment(segment.index, of: rung.name)
        try DraftFile.write(muxed.bytes, to: folder.appending(file))
        if segment.index == 0 {
            let file = ArtifactFiles.initialization(of: rung.name)
            try DraftFile.write(muxed.initialization, to: folder.appending(file))
        }
        return SegmentResult(
            index: segment.index, byteCount: muxed.bytes.count,
            duration: rung.frames(in: segment.frameCount) * rung.ticksPerFrame,
            sha256: SHA256.hash(data: muxed.bytes).hexadecimal,
            initialization: SHA256.hash(data: muxed.initialization).hexadecimal, codec: codec,
            fragments: muxed.fragments, quality: quality)
    }

    private func storePoster(_ thumbnails: ThumbnailCollector?) throws -> PosterCandidate? {
        guard let thumbnails else { return nil }
        guard let poster = try thumbnails.poster() else { return nil }
        try DraftFile.write(poster.bytes, to: folder.appending(ArtifactFiles.poster))
        return PosterCandidate(frame: poster.frame, score: poster.score)
    }
}
