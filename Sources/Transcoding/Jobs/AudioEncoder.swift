internal import LibAV
internal import MediaUnits

/// Decodes a sound track and encodes it as AAC that starts and ends exactly with the package.
struct AudioEncoder {
    let upload: Upload
    let plan: AudioPlan
    let folder: String
    let isStopped: @Sendable () -> Bool
    let report: @Sendable (Double) -> Void

    /// Samples that an AAC encoder takes at once (ISO/IEC 14496-3, 4.5.2.1).
    private static let frameSize = 1024

    func run() throws -> RenditionResult {
        let demuxer = try upload.demuxer(analyse: true, stopWhen: isStopped)
        demuxer.select([plan.stream])
        let stream = demuxer.streams[plan.stream]
        let (timeBase, credible) = (stream.timeBase, stream.credibleTicks)
        let decoder = try Decoder(demuxer, stream: plan.stream, threads: 1)
        let encoder = try Encoder(
            "aac", .audio(sampleRate: plan.sampleRate, channels: plan.channels),
            options: ["b": "\(plan.bitrate)"], subject: "audio/\(plan.name)")
        let segments = AudioSegments(encoder, plan, folder: folder)
        let timeline = try AudioTimeline(plan, frameSize: Self.frameSize)

        func feed(_ frame: borrowing Frame) throws {
            guard let time = frame.bestEffortTime, credible.contains(time) else { return }
            try timeline.take(frame, at: timeBase * time - plan.start) { samples in
                try encoder.encode(samples, segments.write)
            }
        }
        let packet = try Packet()
        while try !timeline.isComplete && read(demuxer, packet) {
            if isStopped() { throw CancellationError() }
            if let time = packet.presentationTime,
                !credible.contains(time) || isBeyond(timeBase * time)
            {
                continue
            }
            try decoder.decode(packet, feed)
            report(min(1, Double(timeline.convertedCount) / Double(plan.sampleCount)))
        }
        try decoder.drain(feed)
        try timeline.finish { try encoder.encode($0, segments.write) }
        try encoder.drain(segments.write)
        return try segments.finish()
    }

    /// Timestamps far behind the end are wrong (uploads: one second that claims 40 hours), not a silence of hours.
    private func isBeyond(_ time: Rational) -> Bool {
        time - plan.start > Rational(plan.sampleCount, plan.sampleRate) + Rational(1)
    }

    /// Damage ends the track where it is; silence follows.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }
}
