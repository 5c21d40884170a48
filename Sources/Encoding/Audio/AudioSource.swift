internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// Decodes an audio track onto the package's timeline; every call of `decode` yields the same samples.
struct AudioSource {
    let upload: Upload
    let plan: AudioPlan
    let isStopped: @Sendable () -> Bool

    /// Passes samples to a closure, in frames of `frameSize` samples.
    ///
    /// - Parameters:
    ///   - samples: The sample numbers; `nil` for all. Others need the clock of the plan.
    ///   - gain: The gain to apply, in dB.
    ///   - frameSize: The samples that the encoder takes at once.
    ///   - report: Receives the progress, from 0 to 1.
    ///   - body: Borrows each frame.
    /// - Throws: `LibAVError`, the errors of `body`, and `CancellationError` once stopped.
    func decode(
        samples: Range<Int>? = nil, gain: Double, frameSize: Int, report: (Double) -> Void,
        _ body: (borrowing Frame) throws -> Void
    ) throws {
        let samples = samples ?? 0..<plan.sampleCount
        let end = plan.start + Rational(samples.upperBound, plan.sampleRate) + Rational(1)
        let demuxer = try demuxerAtEntry(samples.lowerBound) ?? demuxer()
        let stream = demuxer.streams[plan.stream]
        let (timeBase, credible) = (stream.timeBase, stream.credibleTicks)
        let decoder = try Decoder(demuxer, stream: plan.stream, threads: 1)
        let timeline = try AudioTimeline(plan, samples: samples, frameSize: frameSize, gain: gain)
        var isFirst = true

        func feed(_ frame: borrowing Frame) throws {
            guard let time = frame.bestEffortTime, credible.contains(time) else { return }
            let start = exactTime(of: frame, time, isFirst: isFirst) ?? timeBase * time - plan.start
            isFirst = false
            try timeline.take(frame, at: start, body)
        }
        let packet = try Packet()
        while try !timeline.isComplete && read(demuxer, packet) {
            if isStopped() { throw CancellationError() }
            if let time = packet.presentationTime {
                guard credible.contains(time) else { continue }
                // So far after the end that the timestamp must be wrong, as in an upload of one second with a timestamp
                // at 40 hours, or that the samples are beyond those that are wanted.
                guard timeBase * time <= end else {
                    if plan.clock == nil { continue }
                    break
                }
            }
            try decoder.decode(packet, feed)
            let done = timeline.convertedEnd - samples.lowerBound
            report(min(1, max(0, Double(done) / Double(samples.count))))
        }
        try decoder.drain(feed)
        try timeline.finish(body)
    }

    /// Returns the package time of a frame's first sample by the clock of the plan, in whole samples; `nil` without a clock, and
    /// for frames of another sample rate.
    private func exactTime(
        of frame: borrowing Frame, _ time: Int, isFirst: Bool
    ) -> Rational? {
        guard let clock = plan.clock, frame.sampleRate == clock.sampleRate else { return nil }
        let start = ((clock.timeBase * clock.start - plan.start) * clock.sampleRate).rounded
        guard isFirst, frame.sampleCount < clock.step else {
            return clock.position(of: time).map { Rational(start + $0, clock.sampleRate) }
        }
        // The decoder has skipped the first samples of a packet: its end is that of the packet.
        let duration = Rational(frame.sampleCount, clock.sampleRate)
        return Rational.rescale(1, from: duration, to: clock.timeBase)
            .flatMap { clock.position(of: time + $0) }
            .map { Rational(start + $0 - frame.sampleCount, clock.sampleRate) }
    }

    private func demuxer() throws -> Demuxer {
        let demuxer = try upload.demuxer(analyze: true, stopWhen: isStopped)
        demuxer.select([plan.stream])
        return demuxer
    }

    /// Returns a demuxer positioned before a sample and its run-up; `nil` if that is the beginning, or if the container
    /// cannot seek there.
    func demuxerAtEntry(_ sample: Int) throws -> Demuxer? {
        guard let entry = plan.entry(sample) else { return nil }
        let demuxer = try demuxer()
        let streams = demuxer.streams
        let packet = try Packet()
        let timeBase = streams[plan.stream].timeBase
        let latest = (entry + plan.entryTolerance).ticksRoundedUp(of: timeBase)
        let index = Self.indexed(plan.stream, in: demuxer.formatName, streams)
        let target = entry.ticksRoundedUp(of: index.timeBase)
        func seek() throws { try demuxer.seek(stream: index.index, to: target) }
        do {
            try seek()
            guard try demuxer.read(into: packet), let time = packet.presentationTime, time <= latest
            else { return nil }
            try seek()
            return demuxer
        } catch let error as LibAVError where !error.isInterrupted {
            return nil
        }
    }

    /// Returns the stream by whose index an upload is searched for a time.
    ///
    /// Cues of Matroska point to keyframes of video; without a cue of the stream, libav reads the file up to the time.
    private static func indexed(
        _ stream: Int, in container: String, _ streams: [StreamInfo]
    ) -> StreamInfo {
        let video = streams.first { $0.kind == .video && !$0.disposition.isAttachedPicture }
        return container == "matroska,webm" ? video ?? streams[stream] : streams[stream]
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
