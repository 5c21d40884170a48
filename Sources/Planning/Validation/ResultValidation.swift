internal import Foundation
package import MediaModel
internal import MediaUnits
package import Presets
internal import VideoCodecs

/// Validation of results of sandbox processes and artifacts against the plan: every count and range that is relied on later.
extension RenditionResult {
    /// Checks the segments of a rung from a chunk.
    package func validate(
        _ rung: RungPlan, of chunk: ChunkPlan, in container: Container = .fmp4
    ) throws {
        try validate(
            container, name: rung.name, codecs: [rung.codec.model.sampleEntry + "."],
            segments: chunk.units.map {
                ($0.index, rung.frames(in: $0.frameCount) * rung.ticksPerFrame)
            })
        for (segment, plan) in zip(segments, chunk.units) {
            try segment.quality?.validate(
                frames: rung.frames(in: plan.frameCount), gop: rung.gop)
        }
        guard loudness == nil else { throw ArtifactError("a loudness result for video") }
    }

    /// Checks the segments of a whole audio rendition, in samples.
    package func validate(_ audio: AudioPlan, in container: Container = .fmp4) throws {
        // A segment starts with the first packet after its border, so its duration is known to a packet.
        let total = segments.reduce(into: (sum: 0, isOver: false)) { total, segment in
            let (sum, isOver) = total.sum.addingReportingOverflow(max(0, segment.duration))
            total = (sum, total.isOver || isOver)
        }
        guard segments.count <= audio.borders.count, !total.isOver,
            total.sum <= audio.sampleCount + 4 * 1024
        else { throw ArtifactError("more audio than planned") }
        try validate(
            container, name: audio.name, codecs: ["mp4a.40."],
            segments: segments.enumerated().map { ($0.offset, max(1, $0.element.duration)) })
        guard (loudness == nil) == (audio.loudnessTarget == nil), loudness?.isPlausible ?? true
        else {
            throw ArtifactError("an impossible loudness")
        }
        guard segments.allSatisfy({ $0.quality == nil }) else {
            throw ArtifactError("a quality of audio")
        }
    }

    /// Checks the segments of a run of an audio rendition, in samples.
    package func validate(
        _ audio: AudioPlan, _ run: AudioRun, in container: Container = .fmp4
    ) throws {
        guard audio.runStarts.count > 1 else { return try validate(audio, in: container) }
        // All durations follow from the plan, except for that of the rendition's last segment.
        let starts = run.segments.map(audio.firstPacket(ofSegment:)) + [run.packets.upperBound]
        var durations = zip(starts, starts.dropFirst()).map { $1 - $0 }
        if run.packets.upperBound == audio.sampleCount, let last = segments.last,
            (1...durations[durations.count - 1] + AudioPlan.frameSize).contains(last.duration)
        {
            durations[durations.count - 1] = last.duration
        }
        try validate(
            container, name: audio.name, codecs: ["mp4a.40."],
            segments: zip(run.segments, durations).map { ($0, $1) })
        guard loudness == nil else { throw ArtifactError("a loudness result for a run") }
    }

    private func validate(
        _ container: Container, name: String, codecs: [String],
        segments planned: [(index: Int, duration: Int)]
    ) throws {
        guard self.name == name, !segments.isEmpty, segments.count == planned.count else {
            throw ArtifactError("other segments than planned")
        }
        try Self.check(codec, codecs)
        for (segment, plan) in zip(segments, planned) {
            try segment.validate(container, plan, codecs: codecs)
        }
        guard segments.allSatisfy({ $0.initialization == initialization }) else {
            throw ArtifactError("an invalid hash")
        }
    }

    /// Checks a codec string (RFC 6381) that playlists will contain.
    package static func check(_ codec: String, _ prefixes: [String]) throws {
        let isPlain = codec.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        }
        guard isPlain, codec.utf8.count <= 40, prefixes.contains(where: codec.hasPrefix) else {
            throw ArtifactError("a codec that is not planned")
        }
    }
}

extension SegmentResult {
    /// Checks a video segment of a rung.
    package func validate(
        _ rung: RungPlan, _ segment: SegmentPlan, in container: Container = .fmp4
    ) throws {
        try validate(
            container,
            (segment.index, rung.frames(in: segment.frameCount) * rung.ticksPerFrame),
            codecs: [rung.codec.model.sampleEntry + "."])
        try quality?.validate(frames: rung.frames(in: segment.frameCount), gop: rung.gop)
    }

    fileprivate func validate(
        _ container: Container, _ plan: (index: Int, duration: Int), codecs: [String]
    ) throws {
        guard index == plan.index, duration == plan.duration else {
            throw ArtifactError("other segments than planned")
        }
        try RenditionResult.check(codec, codecs)
        try validateFragments()
        guard sha256.isSHA256,
            container == .ts ? initialization.isEmpty : initialization.isSHA256
        else { throw ArtifactError("an invalid hash") }
    }

    /// Checks that fragments are inside the segment, in order.
    fileprivate func validateFragments() throws {
        // Larger than any segment, and small enough that sums over a rendition fit into 64 bits.
        guard (1...1 << 40).contains(byteCount), (1...1 << 50).contains(duration) else {
            throw ArtifactError("a segment of an impossible size")
        }
        var (end, time) = (0, 0)
        for fragment in fragments {
            guard fragment.offset >= end, fragment.size > 0,
                fragment.size <= byteCount, fragment.offset <= byteCount - fragment.size,
                fragment.time >= time, fragment.time < duration
            else { throw ArtifactError("fragments outside of their segment") }
            (end, time) = (fragment.offset + fragment.size, fragment.time)
        }
    }
}

extension [GOPQuality] {
    /// Checks the quality of a number of frames.
    fileprivate func validate(frames: Int, gop: Int) throws {
        let counts = stride(from: 0, to: frames, by: gop).map { Swift.min(gop, frames - $0) }
        guard map(\.frames) == counts, allSatisfy(\.isPlausible) else {
            throw ArtifactError("an impossible quality")
        }
    }
}

extension GOPQuality {
    /// The largest distortion; weights are at most a hundred.
    private static let largest = 100.0

    fileprivate var isPlausible: Bool {
        (0...frames).contains(sampled) && (byFirstSample == nil) == (sampled == 0)
            && (byAllSamples == nil) == (sampled < 2) && (byReports ?? byFirstSample) != nil
            && [byReports, byFirstSample, byAllSamples].allSatisfy {
                $0.map((0...Self.largest).contains) ?? true
            }
    }
}

extension ChunkResult {
    /// Checks the result of a chunk's job, and returns it with corrupt ranges in whole nanoseconds.
    ///
    /// - Parameters:
    ///   - video: The plan.
    ///   - chunk: The chunk.
    ///   - renditions: The rungs that the job was asked for, in that order.
    ///   - thumbnails: The thumbnails that the job was asked for; `nil` for none.
    /// - Returns: The result.
    /// - Throws: `ArtifactError`.
    package func validated(
        _ video: VideoPlan, _ chunk: ChunkPlan, renditions: [Int], thumbnails: ThumbnailPlan?
    ) throws -> ChunkResult {
        guard rungs.count == renditions.count else {
            throw ArtifactError("other renditions than planned")
        }
        for (result, index) in zip(rungs, renditions) {
            try result.validate(video.rungs[index], of: chunk)
        }
        return ChunkResult(
            rungs: rungs,
            decoding: try decoding.validated(video.grid, chunk, thumbnails: thumbnails))
    }

    /// Returns the files of the job, and their sizes.
    package func files(_ thumbnails: ThumbnailPlan?) -> ArtifactSizes {
        rungs.reduce(into: decoding.files(thumbnails)) { files, rendition in
            for segment in rendition.segments {
                files.merge(segment.files(of: rendition.name)) { $1 }
            }
        }
    }
}

extension DecodingResult {
    /// Checks the result of decoding a chunk, and returns it with corrupt ranges in whole nanoseconds.
    package func validated(
        _ grid: FrameGrid, _ chunk: ChunkPlan, thumbnails: ThumbnailPlan?
    ) throws -> DecodingResult {
        guard (0...1 << 40).contains(corruptPackets) else {
            throw ArtifactError("an impossible number of packets")
        }
        let tileFrames = thumbnails?.tileFrames(of: chunk) ?? []
        guard tiles.count <= tileFrames.count, Set(tileFrames).isSuperset(of: tiles),
            zip(tiles, tiles.dropFirst()).allSatisfy(<)
        else { throw ArtifactError("tiles that are not planned") }
        if let poster {
            guard thumbnails != nil, chunk.frames.contains(poster.frame), poster.score.isFinite
            else { throw ArtifactError("a poster that is not planned") }
        }
        guard frameSizes.count <= 2, frameSizes.allSatisfy({ $0.width > 0 && $0.height > 0 })
        else { throw ArtifactError("impossible sizes of frames") }
        return DecodingResult(
            corruption: try validatedCorruption(grid, chunk), corruptPackets: corruptPackets,
            tiles: tiles, poster: poster, hasClosedCaptions: hasClosedCaptions,
            frameSizes: frameSizes)
    }

    private func validatedCorruption(_ grid: FrameGrid, _ chunk: ChunkPlan) throws -> [CorruptRange]
    {
        let nanosecond = Rational(1, 1_000_000_000)
        func nanoseconds(_ time: Rational) throws -> Int {
            guard let ticks = Rational.rescale(1, from: time, to: nanosecond) else {
                throw ArtifactError("an impossible time")
            }
            return ticks
        }
        let first = try nanoseconds(grid.time(of: chunk.frames.lowerBound))
        let last = try nanoseconds(grid.time(of: chunk.frames.upperBound))
        // A range has at least one frame of the upload, which may have more frames than the grid.
        guard corruption.count <= 1000 + 10 * (chunk.expected.count + chunk.frames.count) else {
            throw ArtifactError("more corrupt ranges than frames")
        }
        var end = first
        return try corruption.map { range in
            let bounds = (try nanoseconds(range.start), try nanoseconds(range.end))
            guard bounds.0 >= end, bounds.1 >= bounds.0, bounds.1 <= last else {
                throw ArtifactError("corrupt ranges outside of the chunk")
            }
            end = bounds.1
            return CorruptRange(
                start: Rational(bounds.0, 1_000_000_000), end: Rational(bounds.1, 1_000_000_000),
                isMissing: range.isMissing)
        }
    }

    /// Returns the files of tiles and poster, and their sizes.
    package func files(_ thumbnails: ThumbnailPlan?) -> ArtifactSizes {
        guard let thumbnails else { return [:] }
        var files: ArtifactSizes = [
            ArtifactFiles.tiles: tiles.count * thumbnails.tile.pixelCount * 3 / 2
        ]
        if poster != nil { files.updateValue(nil, forKey: ArtifactFiles.poster) }
        return files
    }
}

extension SegmentResult {
    /// Returns the files of a video segment, and their sizes: the first one has the init segment of its rendition.
    package func files(of rung: String, _ container: Container = .fmp4) -> ArtifactSizes {
        var files: ArtifactSizes = [ArtifactFiles.segment(index, of: rung, container): byteCount]
        if index == 0, container == .fmp4 {
            files.updateValue(nil, forKey: ArtifactFiles.initialization(of: rung))
        }
        return files
    }
}

extension RenditionResult {
    /// Returns the files of an audio rendition, or of a rendition in MPEG-TS, and their sizes.
    package func files(of rung: String?, _ container: Container = .fmp4) -> ArtifactSizes {
        var files: ArtifactSizes = [:]
        for segment in segments {
            files[ArtifactFiles.segment(segment.index, of: rung, container)] = segment.byteCount
        }
        if container == .fmp4 {
            files.updateValue(nil, forKey: ArtifactFiles.initialization(of: rung))
        }
        return files
    }
}

extension LoudnessResult {
    fileprivate var isPlausible: Bool {
        before.isPlausible && after.isPlausible
            && [target, ceiling, gain].compactMap { $0 }.allSatisfy(MeasuredLoudness.isPlausible)
    }
}

extension MeasuredLoudness {
    /// Checks a measurement of a sandbox process or artifact.
    package func validate() throws {
        if !isPlausible { throw ArtifactError("an impossible loudness") }
    }

    fileprivate var isPlausible: Bool {
        [integrated, truePeak].compactMap { $0 }.allSatisfy(Self.isPlausible)
    }

    fileprivate static func isPlausible(_ level: Double) -> Bool {
        level.isFinite && abs(level) <= 1000
    }
}

extension String {
    fileprivate var isSHA256: Bool {
        utf8.count == 64
            && utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
