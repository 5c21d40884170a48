import Foundation
import HLS
import MediaUnits
import Presets
import TestSupport

@testable import MediaModel
@testable import Packaging
@testable import Planning
@testable import Transcoding

/// Invariants of every plan, and of every package that is made by one.
struct PackageProperties {
    private let plan: EncodingPlan
    private let info: MediaInfo
    private var random: SplitMix

    init(_ plan: EncodingPlan, _ info: MediaInfo, random: SplitMix) {
        self.plan = plan
        self.info = info
        self.random = random
    }

    /// A violated invariant.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private func require(_ condition: Bool, _ description: String) throws {
        if !condition { throw Violation(description: description) }
    }

    mutating func check() throws {
        try require(plan.duration > .zero, "a duration of \(plan.duration)")
        if let video = plan.video { try check(video) }
        for audio in plan.audio { try check(audio) }
        for captions in plan.captions {
            try require(
                captions.cues.allSatisfy { 0 <= $0.start && $0.start < $0.end }, "cues outside")
        }
        try checkSummaries()
        try checkPresentation()
    }

    // MARK: Plans

    private func check(_ video: VideoPlan) throws {
        let grid = video.grid
        try require(grid.frameCount > 0 && grid.rate > .zero, "no frames")
        try require(grid.time(of: grid.frameCount) == plan.duration, "video of another duration")
        var next = 0
        for (index, segment) in video.segments.enumerated() {
            try require(
                segment.index == index && segment.firstFrame == next && segment.frameCount > 0,
                "segment \(index) does not follow the one before")
            next = segment.frames.upperBound
        }
        try require(next == grid.frameCount, "segments do not fill the grid")
        let starts = video.units.map(\.firstFrame)
        try require(
            video.unit == .segment
                ? video.units == video.segments
                : Set(starts).isSuperset(of: video.segments.map(\.firstFrame)),
            "chunks do not hold all segments")
        try require(
            starts.first == 0
                && zip(video.units, starts.dropFirst() + [grid.frameCount])
                    .allSatisfy { $0.frames.upperBound == $1 && $0.frameCount > 0 },
            "units of encoding do not fill the grid")
        for chunk in video.chunks {
            try require(
                zip(chunk.expected, chunk.expected.dropFirst()).allSatisfy(<),
                "expected frames do not ascend")
            try require(
                chunk.bounds?.lowerBound == chunk.expected.first ?? chunk.bounds?.lowerBound
                    && chunk.bounds?.upperBound == chunk.expected.last ?? chunk.bounds?.upperBound,
                "bounds are not those of the expected frames")
        }
        try require(!video.rungs.isEmpty, "no renditions")
        for rung in video.rungs {
            try require(
                rung.frameRate * rung.ticksPerFrame == Rational(rung.timescale)
                    && rung.ticksPerFrame >= 4 && rung.timescale < 1 << 32,
                "a timescale of \(rung.timescale)")
            try require(
                grid.frameCount.isMultiple(of: rung.divisor)
                    && video.gop == rung.gop * rung.divisor,
                "no whole number of frames in \(rung.name)")
            try require(
                rung.size.shortSide >= 2 && (rung.size.width | rung.size.height) & 1 == 0
                    && rung.ceiling > 0 && rung.buffer > 0, "rendition \(rung.name)")
        }
        if let tiles = video.thumbnails?.tileFrames {
            try require(
                zip(tiles, tiles.dropFirst()).allSatisfy(<) && tiles.first == 0
                    && tiles.last ?? 0 < grid.frameCount, "tiles outside of the grid")
        }
    }

    private func check(_ audio: AudioPlan) throws {
        try require(audio.borders.first == 0 && audio.sampleCount > 0, "no samples")
        try require(
            zip(audio.borders, audio.borders.dropFirst()).allSatisfy(<=), "borders go back")
        try require(
            audio.borders.last ?? 0 <= audio.sampleCount, "a border behind the last sample")
        if let video = plan.video {
            try require(audio.borders.count == video.segments.count, "borders without segments")
        }
    }

    private func checkSummaries() throws {
        let summary = PlanSummary(plan, preset: "random")
        try require(!summary.description.isEmpty, "no text")
        try require(try !JSONEncoder().encode(summary).isEmpty, "no JSON")
        let staged = TaskPlan(plan, name: "a", info: info, existing: nil, batchCost: 60)
        try require(
            staged.batches.flatMap { Array($0.chunks) }
                == Array((plan.video?.chunks ?? []).indices), "batches without chunks")
    }

    // MARK: Presentation

    private mutating func checkPresentation() throws {
        let tracks = plan.audio.map { audio($0) }
        let presentation = try Presentation(
            plan, video: plan.video.map { segments($0) } ?? [],
            decoding: plan.video.map { decoding($0) } ?? [], audio: tracks, hasTarget: false)
        let playlists = HLSPlaylists(presentation)
        for rendition in playlists.video + playlists.audio {
            try check(rendition.playlist)
            try require(rendition.peak >= 0 && rendition.average >= 0, "a negative bandwidth")
            if let iFrames = rendition.iFrames { try check(iFrames) }
        }
        for rendition in playlists.video {
            try require(
                rendition.playlist.duration == plan.duration,
                "\(rendition.media.path) lasts \(rendition.playlist.duration)")
        }
        for captions in playlists.captions {
            try check(captions.playlist)
            try require(captions.texts.allSatisfy { $0.hasPrefix("WEBVTT") }, "no WebVTT")
        }
        try require(playlists.multivariant.text.hasPrefix("#EXTM3U"), "no multivariant playlist")
        try checkBandwidths(playlists)
        // Corruption of so much may be refused, and has a text in any case.
        _ = presentation.corruption.findings
        try? presentation.corruption.check(.publish, duration: plan.duration)
        guard let video = plan.video, let thumbnails = video.thumbnails else { return }
        let sheets = (0...thumbnails.tileFrames.count / (thumbnails.columns * thumbnails.rows))
        let track = try thumbnails.track(video.grid, sheets: sheets.map { "\($0).jpg" })
        try require(track.text.hasPrefix("WEBVTT"), "no storyboard")
    }

    /// RFC 8216, 4.3.3.1.
    private func check(_ playlist: MediaPlaylist) throws {
        try require(playlist.text.hasSuffix("#EXT-X-ENDLIST\n"), "no playlist")
        let target = playlist.targetDuration
        for segment in playlist.segments {
            try require(
                segment.duration > .zero && segment.duration.rounded <= target,
                "\(segment.uri) lasts \(segment.duration) s, the target is \(target)")
        }
    }

    /// RFC 8216, 4.3.4.2: no combination of renditions has more than its variant declares, as computed by a client.
    private func checkBandwidths(_ playlists: HLSPlaylists) throws {
        let captions = try playlists.captions.map { ("", try rates($0.playlist)) }
        let audio = try playlists.audio.map {
            ("\($0.media.path)/playlist.m3u8", try rates($0.playlist))
        }
        let video = try playlists.video.map {
            ("\($0.media.path)/playlist.m3u8", try rates($0.playlist))
        }
        for variant in playlists.multivariant.variants {
            let own = (video + audio).filter { $0.0 == variant.uri }
            let others = audio.filter { $0.0 != variant.uri }
            let groups = [own, others, captions].map { $0.map(\.1) }
            let peak = groups.reduce(0) { $0 + ($1.map(\.peak).max() ?? 0) }
            let average = groups.reduce(0) { $0 + ($1.map(\.average).max() ?? 0) }
            try require(
                variant.bandwidth == peak && variant.averageBandwidth == average && peak > 0,
                "\(variant.uri) declares \(variant.bandwidth) and "
                    + "\(variant.averageBandwidth ?? 0), a client finds \(peak) and \(average)")
        }
        for (rendition, variant) in zip(playlists.video, playlists.multivariant.iFrameVariants) {
            guard let playlist = rendition.iFrames else { continue }
            let printed = try rates(playlist)
            try require(
                variant.bandwidth == printed.peak && variant.averageBandwidth == printed.average,
                "\(variant.uri) declares \(variant.bandwidth), a client finds \(printed.peak)")
        }
    }

    private func rates(_ playlist: MediaPlaylist) throws -> (peak: Int, average: Int) {
        let printed = try PrintedRates(
            of: playlist.text, byteCounts: playlist.segments.map(\.byteCount))
        // No rendition declares more, so that sums fit 64 bits.
        let highest = 1_000_000_000_000_000
        return (min(printed.peak, highest), min(printed.average, highest))
    }

    private mutating func segments(_ video: VideoPlan) -> [[RenditionResult]] {
        var segments: [[RenditionResult]] = []
        for segment in video.segments {
            segments.append(video.rungs.map { rendition($0, [segment]) })
        }
        return segments
    }

    private mutating func decoding(_ video: VideoPlan) -> [DecodingResult] {
        video.chunks.map { chunk in
            let first = video.grid.time(of: chunk.frames.lowerBound)
            let isCorrupt = random.once(in: 10)
            let corruption = CorruptRange(
                start: first, end: first + Rational(1, random.logarithmic(1...1_000_000_007)),
                isMissing: random.once(in: 2))
            return DecodingResult(
                corruption: isCorrupt ? [corruption] : [], corruptPackets: 0, tiles: [], poster: nil
            )
        }
    }

    private mutating func rendition(
        _ rung: RungPlan, _ segments: [SegmentPlan]
    ) -> RenditionResult {
        let results = segments.map { segment in
            let gop = rung.gop * rung.ticksPerFrame
            let length = rung.frames(in: segment.frameCount) * rung.ticksPerFrame
            // Not each IDR, since there may be thousands.
            let fragments = stride(from: 0, to: length, by: max(gop, length / 3)).map {
                Fragment(offset: 0, size: random.number(0...100), time: $0, isKey: true)
            }
            return result(segment.index, length, fragments)
        }
        return RenditionResult(
            name: rung.name, codec: "avc1.64001f", initialization: "i", segments: results)
    }

    private mutating func audio(_ plan: AudioPlan) -> RenditionResult {
        let ends = plan.borders.dropFirst() + [plan.sampleCount]
        // No packet, no segment.
        let lengths = zip(plan.borders, ends).map { $1 - $0 }.filter { $0 > 0 }
        return RenditionResult(
            name: plan.name, codec: "mp4a.40.2", initialization: "a",
            segments: lengths.enumerated().map { result($0.offset, $0.element, []) })
    }

    private mutating func result(
        _ index: Int, _ length: Int, _ fragments: [Fragment]
    ) -> SegmentResult {
        SegmentResult(
            index: index, byteCount: random.logarithmic(1...1 << 42), duration: length,
            sha256: "", initialization: "i", codec: "", fragments: fragments)
    }
}
