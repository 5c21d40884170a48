internal import Encoding
internal import MediaModel
internal import MediaUnits
internal import Planning
internal import Presets

/// The artifacts of a chunk, with their keys.
///
/// A segment depends on the decoded frames of its chunk, on its rung, and on the sizes and frame rates of the renditions that the
/// rung is scaled from; not on other rungs, segments and chunks. What is compared for its quality follows from those, their codecs, and
/// the position of a GOP in its segment, with the segment's number of frames.
struct PlannedChunk {
    /// The segments, or units of segments, of each rendition, in the order of `renditions`.
    let segments: [[PlannedArtifact<SegmentResult>]]
    let decoding: PlannedArtifact<DecodingResult>

    /// Plans the artifacts of some renditions.
    ///
    /// - Parameters:
    ///   - environment: The environment of the upload's jobs.
    ///   - video: The plan.
    ///   - chunk: The chunk.
    ///   - renditions: The renditions.
    /// - Throws: The error of encoding the key material.
    init(
        _ environment: EncodingEnvironment, _ video: VideoPlan, _ chunk: ChunkPlan,
        _ renditions: [ChunkRendition]
    ) throws {
        // Once for all keys, since a chunk may have all frames of a film.
        let frames = try environment.key(Frames(video, chunk))
        let container = environment.plan.container
        // GOPs are joined to segments, and MPEG-TS is remuxed.
        let isPublished = video.unit == .segment && container != .ts
        segments = try renditions.map { rendition in
            let rung = video.rungs[rendition.rung]
            let cascade = video.cascade(to: rendition.rung).map { Scale(video.rungs[$0]) }
            return try chunk.units.indices.map { index in
                let segment = chunk.units[index]
                return PlannedArtifact(
                    key: try environment.key(
                        Segment(
                            frames: frames, rung: rung.withoutLadder, cascade: cascade,
                            segment: segment, firstFragment: rendition.firstFragments[index],
                            samples: rendition.samples?[index]), encoding: rung.codec),
                    validate: { result in
                        try result.validate(rung, segment)
                        return result
                    }, files: { $0.files(of: rung.name) },
                    paths: {
                        isPublished ? PublishedPaths.files(of: $0, rung.name, in: container) : [:]
                    })
            }
        }
        let thumbnails = video.thumbnails
        decoding = PlannedArtifact(
            key: try environment.key(Decoding(frames, video, chunk)),
            validate: { try $0.validated(video.grid, chunk, thumbnails: thumbnails) },
            files: { $0.files(thumbnails) })
    }

    /// The values that the decoded frames of a chunk on the grid depend on.
    private struct Frames: Encodable {
        /// Rate, start, time base and tolerance of the grid.
        let clock: [Rational]
        let source: VideoSource
        /// The first frame of the chunk, and the number of frames.
        let firstFrame: Int
        let frameCount: Int
        let entries: [Keyframe]
        let expected: [Int]
        let bounds: ClosedRange<Int>?

        init(_ video: VideoPlan, _ chunk: ChunkPlan) {
            let grid = video.grid
            clock = [grid.rate, grid.start, grid.timeBase, grid.tolerance]
            source = video.source
            firstFrame = chunk.frames.lowerBound
            frameCount = chunk.frames.count
            entries = chunk.entries
            expected = chunk.expected
            bounds = chunk.bounds
        }
    }

    /// The properties of a rung that the frames of those scaled from it depend on.
    private struct Scale: Encodable {
        let size: Resolution
        let divisor: Int

        init(_ rung: RungPlan) {
            size = rung.size
            divisor = rung.divisor
        }
    }

    /// The values that the bytes of a segment and its result depend on.
    private struct Segment: Encodable {
        let frames: String
        let rung: RungPlan
        let cascade: [Scale]
        let segment: SegmentPlan
        let firstFragment: Int
        /// The frames that are compared; `nil` if the quality is not measured.
        let samples: QualitySamples?
        /// The version of the rules by which quality is estimated.
        let qualityRules = 3
    }

    /// The values that the result of decoding depends on, tiles and poster included.
    private struct Decoding: Encodable {
        let frames: String
        /// The sizes of poster and tile.
        let thumbnailSizes: [Resolution]
        let tileFrames: [Int]
        let candidateStep: Int?
        /// The renditions that the images are made from.
        let cascades: [[Scale]]

        init(_ frames: String, _ video: VideoPlan, _ chunk: ChunkPlan) {
            let thumbnails = video.thumbnails
            self.frames = frames
            thumbnailSizes = thumbnails.map { [$0.poster, $0.tile] } ?? []
            tileFrames = thumbnails?.tileFrames(of: chunk) ?? []
            candidateStep = thumbnails?.candidateStep
            cascades = video.thumbnailRenditions.map {
                video.cascade(to: $0).map { Scale(video.rungs[$0]) }
            }
        }
    }
}

extension RungPlan {
    /// The rung without its position among others, which has no influence on its bytes.
    fileprivate var withoutLadder: RungPlan {
        RungPlan(
            name: name, size: size, divisor: divisor, frameRate: frameRate, gop: gop,
            timescale: timescale, ticksPerFrame: ticksPerFrame, ceiling: ceiling, buffer: buffer,
            level: level, crf: crf, codec: codec, point: point, options: options,
            scaledFrom: nil)
    }
}
