internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// Decodes an audio track onto the package's timeline; every call of `decode` yields the same samples.
struct AudioSource {
    let upload: Upload
    let plan: AudioPlan
    let isStopped: @Sendable () -> Bool

    /// Passes the planned number of samples to a closure, in frames of `frameSize` samples.
    ///
    /// - Parameters:
    ///   - gain: The gain to apply, in dB.
    ///   - frameSize: The samples that the encoder takes at once.
    ///   - report: Receives the progress, from 0 to 1.
    ///   - body: Borrows each frame.
    /// - Throws: `LibAVError`, the errors of `body`, and `CancellationError` once stopped.
    func decode(
        gain: Double, frameSize: Int, report: (Double) -> Void,
        _ body: (borrowing Frame) throws -> Void
    ) throws {
        let demuxer = try demuxerAtEntry() ?? demuxer()
        let stream = demuxer.streams[plan.stream]
        let (timeBase, credible) = (stream.timeBase, stream.credibleTicks)
        let decoder = try Decoder(demuxer, stream: plan.stream, threads: 1)
        let timeline = try AudioTimeline(plan, frameSize: frameSize, gain: gain)

        func feed(_ frame: borrowing Frame) throws {
            guard let time = frame.bestEffortTime, credible.contains(time) else { return }
            try timeline.take(frame, at: timeBase * time - plan.start, body)
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
        try timeline.finish(body)
    }

    private func demuxer() throws -> Demuxer {
        let demuxer = try upload.demuxer(analyze: true, stopWhen: isStopped)
        demuxer.select([plan.stream])
        return demuxer
    }

    /// Returns a demuxer positioned before the first sample needed; `nil` if that is the beginning, or if the container
    /// cannot seek there.
    private func demuxerAtEntry() throws -> Demuxer? {
        guard let entry = plan.entry else { return nil }
        let demuxer = try demuxer()
        let packet = try Packet()
        let timeBase = demuxer.streams[plan.stream].timeBase
        let target = entry.ticksRoundedUp(of: timeBase)
        func seek() throws { try demuxer.seek(stream: plan.stream, to: target) }
        do {
            try seek()
            guard try demuxer.read(into: packet), let time = packet.presentationTime, time <= target
            else { return nil }
            try seek()
            return demuxer
        } catch let error as LibAVError where !error.isInterrupted {
            return nil
        }
    }

    /// Returns whether a time is so far after the end that the timestamp must be wrong, as in an upload of one second with
    /// a timestamp at 40 hours.
    private func isBeyond(_ time: Rational) -> Bool {
        time - plan.start > Rational(plan.sampleCount, plan.sampleRate) + Rational(1)
    }

    /// Reads the next packet; a read error ends the track, and the rest is silence.
    private func read(_ demuxer: Demuxer, _ packet: borrowing Packet) throws -> Bool {
        do {
            return try demuxer.read(into: packet)
        } catch let error as LibAVError where !error.isInterrupted {
            return false
        }
    }
}
