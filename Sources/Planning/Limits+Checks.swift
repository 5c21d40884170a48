package import MediaModel
package import MediaUnits
internal import Presets

extension Limits {
    /// Throws if the media info exceeds the limits.
    package func check(_ info: MediaInfo) throws(PlanningError) {
        if let size = info.video?.codedSize { try check(pixelsOf: size) }
    }

    /// Throws if frames of a size have more pixels than the limit.
    package func check(pixelsOf size: Resolution) throws(PlanningError) {
        if size.pixelCount > pixels { throw tooManyPixels("its video of \(size)") }
    }

    /// Throws if a side is longer than `MediaBounds.side`, for any number of pixels.
    package func check(sidesOf size: Resolution) throws(PlanningError) {
        guard size.longSide > MediaBounds.side.upperBound else { return }
        throw PlanningError(
            code: .tooManyPixels,
            message:
                "its video of \(size) has a side of more than \(MediaBounds.side.upperBound) pixels",
            advice: "upload a smaller video")
    }

    /// Returns the refusal of frames with too many pixels; `subject` names them.
    package func tooManyPixels(_ subject: String) -> PlanningError {
        PlanningError(
            code: .tooManyPixels,
            message: "\(subject) has more pixels than the preset's \(pixels)",
            advice: "upload a smaller video, or raise limits.pixels in the preset")
    }

    /// Throws if a small file expands to far more pixels than its size justifies (decompression bombs).
    ///
    /// - Parameters:
    ///   - count: The number of frames that are decoded, or encoded.
    ///   - size: The size of a frame, in pixels.
    ///   - byteCount: The size of the upload, in bytes.
    /// - Throws: `PlanningError` with `TOO_MUCH_EXPANSION`.
    package func check(
        frames count: Int, of size: Resolution, in byteCount: Int
    ) throws(PlanningError) {
        // Larger ones are never decoded.
        let area = Double(min(size.pixelCount, pixels))
        guard let expansion,
            Double(count) * area > Double(Self.freePixels) + Double(expansion) * Double(byteCount)
        else { return }
        throw PlanningError(
            code: .tooMuchExpansion,
            message: "\(count) frames of \(size) in \(ByteCount(byteCount)) are more than the"
                + " preset's \(expansion) pixels per byte",
            advice: "upload a shorter file, or raise limits.expansion in the preset")
    }

    /// Throws if a small file has a duration of many hours, which only its index states.
    private func check(duration: Rational, in byteCount: Int) throws(PlanningError) {
        let justified = Rational(min(byteCount, 1 << 40), Self.leastByteRate)
        guard expansion != nil, duration > Self.freeTime + justified else { return }
        throw PlanningError(
            code: .tooMuchExpansion,
            message:
                "\(TimeText.text(Rational(duration.rounded))) in \(ByteCount(byteCount)) are fewer than"
                + " \(Self.leastByteRate) bytes per second",
            advice: "upload a shorter file, or set limits.expansion: none in the preset")
    }

    /// Throws if an upload has more tracks than the limit.
    package func check(streams count: Int) throws(PlanningError) {
        if count > streams { throw tooManyStreams(count) }
    }

    /// Returns the refusal of an upload with too many tracks.
    package func tooManyStreams(_ count: Int) -> PlanningError {
        PlanningError(
            code: .tooManyStreams,
            message: "it has \(count) tracks or more, and the preset allows \(streams)",
            advice: "upload a file with fewer tracks, or raise limits.streams in the preset")
    }

    /// Throws if an upload has more packets than the limit.
    package func check(packets count: Int) throws(PlanningError) {
        guard count > packets else { return }
        throw PlanningError(
            code: .tooManyPackets,
            message: "it has more packets than the preset's \(packets)",
            advice: "upload a shorter file, or raise limits.packets in the preset")
    }

    /// The factor by which an estimate may exceed a limit.
    ///
    /// Chosen because costs vary by as much between hosts and between presets of encoders.
    private static let tolerance = 4.0

    /// Throws if a plan needs more memory than the limit, or far more CPU time or storage.
    package func check(_ plan: EncodingPlan, of info: MediaInfo) throws(PlanningError) {
        if let source = info.video, let video = plan.video {
            try check(
                frames: video.grid.frameCount, of: source.displaySize, in: info.byteCount)
        }
        try check(duration: plan.duration, in: info.byteCount)
        let most = MemoryEstimate.largestChunk(plan)
        if most > memory.bytes {
            throw PlanningError(
                code: .tooMuchMemory,
                message:
                    "encoding a chunk needs \(ByteCount(most)) of memory, more than the preset's"
                    + " \(memory)",
                advice: "upload a smaller video, or raise limits.memory in the preset")
        }
        let cost = CostEstimate.seconds(plan, decoding: info.video?.codedSize)
        if let time, cost > Self.tolerance * time.doubleValue {
            let hours = TimeText.text(Rational(Int(min(cost, 1e6))))
            throw PlanningError(
                code: .tooMuchTime,
                message: "encoding it takes about \(hours) of CPU time, more than the preset's"
                    + " \(TimeText.text(time))",
                advice: "upload a shorter file, or raise limits.time in the preset")
        }
        try check(outputOf: plan)
    }

    /// Throws if a package would far exceed the limit at the ceilings of its renditions, which are seldom reached.
    private func check(outputOf plan: EncodingPlan) throws(PlanningError) {
        let bytes = plan.byteCountAtCeilings
        guard let output, bytes > Self.tolerance * Double(output.bytes) else { return }
        throw PlanningError(
            code: .tooMuchOutput,
            message:
                "at its ceilings its package has \(ByteCount(Int(min(bytes, 1e18)))), more than"
                + " \(Int(Self.tolerance)) times the preset's \(output)",
            advice: Self.outputAdvice)
    }

    /// Throws if a finished package exceeds the limit, in bytes.
    package func check(outputBytes count: Int) throws(PlanningError) {
        guard let output, count > output.bytes else { return }
        throw PlanningError(
            code: .tooMuchOutput,
            message: "its package has \(ByteCount(count)), more than the preset's \(output)",
            advice: Self.outputAdvice)
    }

    private static let outputAdvice = "upload a shorter file, or raise limits.output in the preset"
}

extension EncodingPlan {
    /// The size of all renditions at their ceilings, in bytes.
    fileprivate var byteCountAtCeilings: Double {
        let rungs = (video?.rungs ?? []).map { Double($0.ceiling) }
        let audioTracks = audio.map { Double($0.bitrate) }
        let joined = download == nil ? 0 : (rungs.max() ?? 0) + (audioTracks.max() ?? 0)
        return (rungs + audioTracks).reduce(joined, +) / 8 * duration.doubleValue
    }
}
