internal import Errors
package import MediaModel
package import MediaUnits
package import Presets

/// The finished tracks, segments and timing of a package, neutral of HLS and DASH.
///
/// All values are measured, none is nominal. Each `PresentationWriter` is a pure function of a presentation.
package struct Presentation: Sendable {
    /// A finished segment.
    package struct Segment: Sendable {
        /// The name of the file, below the track's path.
        package let fileName: String
        /// The duration, in ticks of the track.
        package let duration: Int
        package let byteCount: Int
        package let fragments: [Fragment]
        /// The measured quality; `nil` if there is none.
        package var quality: SegmentQuality?
    }

    /// The media of a track: consecutive segments that share one init segment.
    package struct Media: Sendable {
        /// The folder below the package: `video/720p`.
        package let path: String
        /// The codec string (RFC 6381) of the parameter sets.
        package let codec: String
        /// The name of the init segment's file, below the track's path; `nil` for MPEG-TS, which repeats its tables in every
        /// segment.
        package let initialization: String?
        /// Ticks per second.
        package let timescale: Int
        package let segments: [Segment]

        package var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }
    }

    /// A rendition of the video.
    package struct Video: Sendable {
        package let plan: RungPlan
        package let media: Media
    }

    /// An audio track.
    package struct Audio: Sendable {
        package let plan: AudioPlan
        /// `nil` for audio inside the video's segments.
        package let media: Media?
        /// The codec string of the track, wherever the track is.
        package let codec: String
        package let loudness: LoudnessResult?
    }

    package let container: Container
    /// The renditions, the highest first.
    package let video: [Video]
    /// The audio tracks, in the order of the plan.
    package let audio: [Audio]
    package let captions: [CaptionPlan]
    /// The cue points, in order, at times of the package.
    package let cuePoints: [CuePoint]
    package let download: DownloadPlan?
    package let corruption: Corruption
    package let findings: [Finding]
    /// The bit rate, in bits per second, that players should start near.
    package let startingRate: Int

    /// The audio tracks with segments of their own.
    package var separateAudio: [(plan: AudioPlan, media: Media, loudness: LoudnessResult?)] {
        audio.compactMap { track in track.media.map { (track.plan, $0, track.loudness) } }
    }

    /// The audio track inside the video's segments; `nil` if there is none.
    package var muxedAudio: Audio? { audio.first { $0.media == nil } }

    /// Whether playlists have ranges of dates: interstitials.
    package var hasDateRanges: Bool { cuePoints.contains { $0.assetList != nil } }

    /// The size of all segments, in bytes.
    package var byteCount: Int {
        (video.map(\.media) + audio.compactMap(\.media)).reduce(0) { $0 + $1.byteCount }
    }
}

extension Presentation {
    /// Makes a presentation of a plan and the results of its jobs, in any order.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - segments: Finished segments, each time of all renditions in the order of the plan.
    ///   - decoding: The results of decoding the chunks.
    ///   - tracks: The audio renditions, in the order of the plan.
    ///   - hasTarget: Whether the preset has a quality target, so that a finding tells if the measured quality is below it.
    /// - Throws: `InternalError` if the results are not those of the plan.
    package init(
        _ plan: EncodingPlan, video segments: [[RenditionResult]], decoding: [DecodingResult],
        audio tracks: [RenditionResult], hasTarget: Bool
    ) throws {
        try Self.check(plan, segments, tracks)
        container = plan.container
        let rungs = plan.video?.rungs ?? []
        let results = try rungs.indices.map { index in
            try Self.joined(segments.map { $0[index] })
        }
        let quality = plan.video?.quality(results) ?? []
        video = rungs.indices.map { index in
            let (rung, result) = (rungs[index], results[index])
            return Video(
                plan: rung,
                media: Self.media(
                    result, at: PackagePaths.video(rung.name), timescale: rung.timescale,
                    plan.container, quality: quality[index]))
        }
        audio = zip(plan.audio, tracks).enumerated().map { index, pair in
            let (track, result) = pair
            let media = Self.media(
                result, at: PackagePaths.audio(track.name), timescale: track.sampleRate,
                plan.container)
            return Audio(
                plan: track, media: index == plan.muxedAudio ? nil : media, codec: result.codec,
                loudness: result.loudness)
        }
        captions = plan.captions
        cuePoints = plan.cuePoints ?? []
        corruption = Corruption(decoding)
        download =
            corruption.ranges.isEmpty
            ? plan.download
            : plan.download?.joined(because: "parts of the upload are corrupt")
        let measured = hasTarget && video.hasQuality
        // Findings of decoding and of the encoded video replace those of the probe and the plan, which are less precise.
        let found = Set(corruption.findings.map(\.code) + (measured ? [.qualityLimited] : []))
        findings =
            plan.findings.filter { !found.contains($0.code) } + corruption.findings
            + (measured ? [video.qualityFinding].compactMap(\.self) : [])
            + zip(plan.audio, tracks).compactMap { track, result in
                result.loudness.flatMap { $0.finding(track.name) }
            }
        startingRate = plan.startingRate
    }

    /// Joins the segments that several jobs made of one rendition; all must share one init segment.
    private static func joined(_ results: [RenditionResult]) throws -> RenditionResult {
        guard let first = results.first else { throw InternalError("a rendition has no segments") }
        guard results.allSatisfy({ $0.initialization == first.initialization }) else {
            throw InternalError("\(first.name): init segments differ between jobs")
        }
        return RenditionResult(
            name: first.name, codec: first.codec, initialization: first.initialization,
            segments: results.flatMap(\.segments).sorted { $0.index < $1.index })
    }

    private static func media(
        _ result: RenditionResult, at path: String, timescale: Int, _ container: Container,
        quality: [SegmentQuality?] = []
    ) -> Media {
        Media(
            path: path, codec: result.codec,
            initialization: PackagePaths.initialization(container), timescale: timescale,
            segments: result.segments.enumerated().map { index, segment in
                Segment(
                    fileName: PackagePaths.segment(segment.index, container),
                    duration: segment.duration, byteCount: segment.byteCount,
                    fragments: segment.fragments,
                    quality: quality.isEmpty ? nil : quality[index])
            })
    }
}
