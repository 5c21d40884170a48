package import MediaModel
package import MediaUnits
internal import VideoCodecs

/// Estimates of CPU time, in seconds, for the order of jobs and for progress; only ratios matter.
package enum CostEstimate {
    /// The CPU time of scaling, in seconds per million pixels; measured on bench clips.
    private static let scaling = 0.0006

    /// The CPU time of decoding, in seconds per million pixels; the least that was measured on bench clips.
    private static let decoding = 0.003

    /// Returns the CPU time of a plan, in seconds, with the decoding of frames of a size.
    package static func seconds(_ plan: EncodingPlan, decoding size: Resolution?) -> Double {
        let encoded = plan.video.map { seconds($0, frames: $0.grid.frameCount) } ?? 0
        // If packets have no usable times, the upload has about as many frames as the grid.
        let known = plan.video?.chunks.reduce(0) { $0 + $1.expected.count } ?? 0
        let frames = known > 0 ? known : plan.video?.grid.frameCount ?? 0
        let decoded = Double(size?.pixelCount ?? 0) / 1_000_000 * decoding * Double(frames)
        return plan.audio.reduce(encoded + decoded) { $0 + seconds($1) }
    }

    /// Returns the CPU time of encoding a number of frames of the grid in every rung, in seconds.
    package static func seconds(_ video: VideoPlan, frames: Int) -> Double {
        seconds(video, frames: frames, renditions: video.rungs.indices)
    }

    /// Returns the CPU time of encoding a number of frames of the grid in some renditions, in seconds.
    private static func seconds(
        _ video: VideoPlan, frames: Int, renditions: some Collection<Int>
    ) -> Double {
        func megapixels(_ index: Int) -> Double {
            let rung = video.rungs[index]
            return Double(rung.size.pixelCount) / 1_000_000 * Double(frames / rung.divisor)
        }
        let encoding = renditions.reduce(0) {
            $0 + megapixels($1) * video.rungs[$1].codec.model.encodingCost(video.rungs[$1].speed)
        }
        // In order, since a sum of floating-point numbers depends on it.
        return video.cascade(toAll: renditions).sorted().reduce(encoding) {
            $0 + megapixels($1) * scaling
        }
    }

    /// Returns the CPU time of all renditions of a chunk, in seconds, with the decoding of frames of a size.
    package static func seconds(
        _ video: VideoPlan, _ chunk: ChunkPlan, decoding size: Resolution?
    ) -> Double {
        seconds(video, chunk, renditions: video.rungs.indices, decoding: size)
    }

    /// Returns the CPU time of some renditions of a chunk, in seconds, with the decoding of frames of a size.
    package static func seconds(
        _ video: VideoPlan, _ chunk: ChunkPlan, renditions: some Collection<Int>,
        decoding size: Resolution?
    ) -> Double {
        let frames = chunk.expected.isEmpty ? chunk.frames.count : chunk.expected.count
        return seconds(video, frames: chunk.frames.count, renditions: renditions)
            + Double(size?.pixelCount ?? 0) / 1_000_000 * decoding * Double(frames)
    }

    /// The CPU time of remuxing to MPEG-TS, in seconds per frame of a rendition; measured on bench clips.
    package static let transport = 0.00002

    /// The CPU time of joining the units of a segment of one rendition, in seconds: some megabytes are read, hashed and written.
    package static let join = 0.01

    /// Returns the CPU time of joining tiles into storyboard images and encoding them as JPEG, in seconds.
    package static func seconds(_ thumbnails: ThumbnailPlan) -> Double {
        0.001 * Double(thumbnails.tileFrames.count)
    }

    /// Returns the CPU time of an audio rendition, in seconds.
    package static func seconds(_ audio: AudioPlan) -> Double {
        let measuring = audio.loudnessTarget == nil ? 0 : loudness(audio)
        return audio.runs.reduce(measuring) { $0 + seconds(audio, $1) }
    }

    /// Returns the CPU time of encoding a run of an audio rendition once, in seconds.
    ///
    /// Decoding, resampling and AAC run at about 100 times real time.
    package static func seconds(_ audio: AudioPlan, _ run: AudioRun) -> Double {
        Double(run.samples.count) / Double(audio.sampleRate) / 100
    }

    /// Returns the CPU time of measuring the loudness of a whole rendition, in seconds: half of encoding it.
    package static func loudness(_ audio: AudioPlan) -> Double {
        Double(audio.sampleCount) / Double(audio.sampleRate) / 200
    }
}

/// Estimates of the peak memory of a job, in bytes, by which the runner admits jobs.
///
/// Fitted to measurements of bench and corpus clips from 161x121 to 3840x2160; an end-to-end test compares both.
package enum MemoryEstimate {
    private static let mebibyte = 1 << 20

    /// Returns the peak memory of encoding all renditions of a chunk, in bytes.
    package static func chunk(_ video: VideoPlan, _ chunk: ChunkPlan) -> Int {
        self.chunk(video, chunk, renditions: video.rungs.indices)
    }

    /// Returns the peak memory of the chunk that needs most; 0 without video.
    ///
    /// - Parameters:
    ///   - plan: The plan of an upload.
    ///   - encodes: Whether renditions are encoded, or only thumbnails are made.
    /// - Returns: The bytes.
    package static func largestChunk(_ plan: EncodingPlan, encodes: Bool = true) -> Int {
        guard let video = plan.video else { return 0 }
        let renditions = encodes ? Array(video.rungs.indices) : []
        return video.chunks.map { chunk(video, $0, renditions: renditions) }.max() ?? 0
    }

    /// Returns the peak memory of encoding and measuring any sample of a probe encode, in bytes.
    ///
    /// - Parameters:
    ///   - probeEncode: The plan of the probe encode.
    ///   - plan: The plan of the upload, as the preset has it.
    /// - Returns: The bytes.
    package static func sample(_ probeEncode: ProbeEncodePlan, of plan: EncodingPlan) -> Int {
        let frames = probeEncode.video.segments.map(\.frameCount).max() ?? 0
        let compared = probeEncode.video.rungs.reduce(0) { sum, rung in
            let count = rung.frames(in: frames) / EncodedSample.comparedInterval + 1
            return sum + (count + predecessors) * rung.size.pixelCount
        }
        return largestChunk(plan) + compared
    }

    /// Returns the peak memory of encoding some renditions of a chunk, in bytes.
    package static func chunk(
        _ video: VideoPlan, _ chunk: ChunkPlan, renditions: some Collection<Int>
    ) -> Int {
        let frames = chunk.units.map(\.frameCount).max() ?? 0
        let encoders = renditions.reduce(0) { sum, index in
            let rung = video.rungs[index]
            return sum
                + rung.codec.model.encoderMemory(
                    rung.size, frames: rung.frames(in: frames), options: rung.options)
                + (video.measuresQuality ? samples(video, chunk, index) : 0)
        }
        // Renditions that others are scaled from, or thumbnails are made from, have frames but no encoder.
        let scaled = video.cascade(toAll: Array(renditions) + video.thumbnailRenditions)
            .subtracting(renditions).reduce(0) { $0 + video.rungs[$1].size.pixelCount }
        // The constant term of the fit, and 4 MiB: an upload of the corpus needed 0.05 MiB more without them.
        return encoders + scaled * scaledFrameBytes + decoder(video.source) + wideColor(video)
            + 44 * mebibyte
    }

    /// The bytes per pixel of a rendition's frames that are scaled and not encoded.
    ///
    /// Four frames of 4:2:0: the filter's input and output, the frame, and that of the best poster so far.
    private static let scaledFrameBytes = 6

    /// The frames before a compared one whose luma is retained for its weights, at most.
    private static let predecessors = 2

    /// Returns the memory of the luma that is compared with that of a finished segment, in bytes.
    ///
    /// What comparing needs is less than the encoder, whose memory is free by then.
    private static func samples(_ video: VideoPlan, _ chunk: ChunkPlan, _ index: Int) -> Int {
        let count = chunk.units.map { video.qualitySamples(of: $0, in: index).count }.max() ?? 0
        return (count + predecessors) * video.rungs[index].size.pixelCount
    }

    /// The peak memory of an audio job, in bytes.
    package static let audio = 32 * mebibyte

    /// The peak memory of joining the units of a segment, in bytes: one rendition's at a time.
    package static let join = 16 * mebibyte

    /// Returns the peak memory of remuxing to MPEG-TS, in bytes.
    ///
    /// One segment of one rendition is held at a time, as samples, as access units and as packets, with its audio.
    package static func transport(_ video: VideoPlan, _ segments: [SegmentPlan]) -> Int {
        let frames = segments.map(\.frameCount).max() ?? 0
        let seconds = video.grid.time(of: frames).doubleValue
        let ceiling = video.rungs.map(\.ceiling).max() ?? 0
        // A scene that becomes complex may raise a segment above its ceiling, by a quarter.
        return Int(Double(ceiling) * seconds / 8 * 1.25) * 5 + 16 * mebibyte
    }

    /// Returns the memory of decoded frames, in bytes.
    ///
    /// A decoder has up to 16 reference frames (H.264, A.3.1); the deinterlacer references some more.
    private static func decoder(_ source: VideoSource) -> Int {
        source.frameBytes * (source.deinterlacing == nil ? 16 : 24)
    }

    /// Returns the memory of color conversion, in bytes: two frames of 3 bytes per pixel, and the color table.
    private static func wideColor(_ video: VideoPlan) -> Int {
        guard video.source.dynamicRange != .sdr, let top = video.rungs.first else { return 0 }
        return top.size.pixelCount * 3 * 2 + 4 * mebibyte
    }
}
