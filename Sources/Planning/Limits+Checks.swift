package import MediaModel
package import MediaUnits
internal import Presets

extension Limits {
    /// Refuses what the info alone put beyond the limits.
    package func check(_ info: MediaInfo) throws(PlanningError) {
        if let size = info.video?.codedSize { try check(pixelsOf: size) }
    }

    package func check(pixelsOf size: Resolution) throws(PlanningError) {
        if size.pixelCount > pixels { throw tooManyPixels("its picture of \(size)") }
    }

    /// Refuses video with a side longer than `MediaBounds.side`, however few pixels it has.
    package func check(sidesOf size: Resolution) throws(PlanningError) {
        guard size.longSide > MediaBounds.side.upperBound else { return }
        throw PlanningError(
            code: .tooManyPixels,
            reason: "its video of \(size) is longer than \(MediaBounds.side.upperBound) pixels",
            advice: "upload a smaller one")
    }

    package func tooManyPixels(_ picture: String) -> PlanningError {
        PlanningError(
            code: .tooManyPixels,
            reason: "\(picture) has more pixels than the preset's \(pixels)",
            advice: "upload a smaller one, or raise limits.pixels")
    }

    /// Refuses what is nearly nothing as a file, and hours of work as pictures (decompression bombs).
    ///
    /// - Parameters:
    ///   - count: Pictures that are decoded, or made.
    ///   - size: Of each.
    ///   - byteCount: Of the upload.
    /// - Throws: What says so.
    package func check(
        pictures count: Int, of size: Resolution, in byteCount: Int
    ) throws(PlanningError) {
        // Larger ones are never decoded.
        let area = Double(min(size.pixelCount, pixels))
        guard let expansion,
            Double(count) * area > Double(Self.freePixels) + Double(expansion) * Double(byteCount)
        else { return }
        throw PlanningError(
            code: .tooMuchExpansion,
            reason: "\(count) pictures of \(size) in \(ByteCount(byteCount)) are more than the"
                + " preset's \(expansion) pixels a byte",
            advice: "upload a shorter one, or raise limits.expansion")
    }

    /// Refuses hours that stand in an index alone.
    private func check(duration: Rational, in byteCount: Int) throws(PlanningError) {
        let paid = Rational(min(byteCount, 1 << 40), Self.leastByteRate)
        guard expansion != nil, duration > Self.freeTime + paid else { return }
        throw PlanningError(
            code: .tooMuchExpansion,
            reason:
                "\(TimeText.text(Rational(duration.rounded))) in \(ByteCount(byteCount)) are fewer than"
                + " \(Self.leastByteRate) bytes a second",
            advice: "upload a shorter one, or write limits.expansion: none")
    }

    package func check(streams count: Int) throws(PlanningError) {
        if count > streams { throw tooManyStreams(count) }
    }

    package func tooManyStreams(_ count: Int) -> PlanningError {
        PlanningError(
            code: .tooManyStreams,
            reason: "it has \(count) tracks or more, and the preset allows \(streams)",
            advice: "upload a video with the tracks that are needed, or raise limits.streams")
    }

    package func check(packets count: Int) throws(PlanningError) {
        guard count > packets else { return }
        throw PlanningError(
            code: .tooManyPackets,
            reason: "it consists of more packets than the preset's \(packets)",
            advice: "upload a shorter one, or raise limits.packets")
    }

    /// How far an estimate of time may lie above the limit: encoders' presets and machines differ so much from those that
    /// costs were measured with.
    private static let doubt = 4.0

    /// Refuses work that states, or would probably take, more than the limits allow.
    package func check(_ plan: Plan, of info: MediaInfo) throws(PlanningError) {
        if let pictures = info.video, let video = plan.video {
            try check(
                pictures: video.grid.frameCount, of: pictures.displaySize, in: info.byteCount)
        }
        try check(duration: plan.duration, in: info.byteCount)
        let states = (plan.video?.chunks ?? []).map { chunk in
            plan.video.map { MemoryEstimate.chunk($0, chunk) } ?? 0
        }
        if let most = states.max(), most > memory.bytes {
            throw PlanningError(
                code: .tooMuchMemory,
                reason: "a segment of it takes \(ByteCount(most)) of memory, more than the preset's"
                    + " \(memory)",
                advice: "upload one with smaller pictures, or raise limits.memory")
        }
        let cost = CostEstimate.seconds(plan, decoding: info.video?.codedSize)
        if let time, cost > Self.doubt * time.doubleValue {
            let hours = TimeText.text(Rational(Int(min(cost, 1e6))))
            throw PlanningError(
                code: .tooMuchTime,
                reason: "encoding it takes about \(hours) of CPU time, more than the preset's"
                    + " \(TimeText.text(time))",
                advice: "upload a shorter one, or raise limits.time")
        }
        try check(outputOf: plan)
    }

    /// Refuses what would be far too large at the ceilings of its renditions, which it seldom reaches.
    private func check(outputOf plan: Plan) throws(PlanningError) {
        let bytes = plan.byteCountAtCeilings
        guard let output, bytes > Self.doubt * Double(output.bytes) else { return }
        throw PlanningError(
            code: .tooMuchOutput,
            reason: "at its ceilings its package has \(ByteCount(Int(min(bytes, 1e18)))), more than"
                + " \(Int(Self.doubt)) times the preset's \(output)",
            advice: Self.outputAdvice)
    }

    /// Refuses a package that became too large.
    package func check(outputBytes count: Int) throws(PlanningError) {
        guard let output, count > output.bytes else { return }
        throw PlanningError(
            code: .tooMuchOutput,
            reason: "its package has \(ByteCount(count)), more than the preset's \(output)",
            advice: Self.outputAdvice)
    }

    private static let outputAdvice = "upload a shorter one, or raise limits.output"
}

extension Plan {
    /// Bytes of all renditions if each of them had its ceiling all along.
    fileprivate var byteCountAtCeilings: Double {
        let pictures = (video?.rungs ?? []).map { Double($0.ceiling) }
        let audioTracks = audio.map { Double($0.bitrate) }
        let joined = download == nil ? 0 : (pictures.max() ?? 0) + (audioTracks.max() ?? 0)
        return (pictures + audioTracks).reduce(joined, +) / 8 * duration.doubleValue
    }
}
