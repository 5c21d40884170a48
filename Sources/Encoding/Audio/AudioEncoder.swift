internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Sandbox
internal import SystemPackage

/// Encodes an audio track as AAC that starts and ends exactly with the package, whole or in runs.
struct AudioEncoder {
    let upload: Upload
    let plan: AudioPlan
    let folder: FilePath
    let isStopped: @Sendable () -> Bool
    let report: @Sendable (Double) -> Void
    /// The clock of the thread.
    var clock = StageClock()

    /// Encodes a track of one run.
    ///
    /// If the plan has a loudness target, the track is decoded twice, since the gain depends on the whole track, and a third
    /// time if encoding changed the loudness.
    func run() throws -> RenditionResult {
        let run = plan.runs[0]
        guard let level = plan.loudnessTarget else { return try encode(run, gain: 0, report) }
        let before = try measure { report(0.3 * $0) }
        var gain = level.gain(for: before)
        var rendition = try encode(run, gain: gain) { report(0.3 + 0.6 * $0) }
        var after = try measure(rendition)
        if let better = level.correction(of: gain, encoded: after) {
            gain = better
            rendition = try encode(run, gain: gain) { report(0.9 + 0.1 * $0) }
            after = try measure(rendition)
        }
        return rendition.with(level.result(before: before, gain: gain, after: after))
    }

    /// Measures the source.
    func measure(_ report: (Double) -> Void) throws -> MeasuredLoudness {
        let meter = try LoudnessMeter()
        try source.decode(gain: 0, frameSize: AudioPlan.frameSize, report: report, meter.take)
        return try meter.finish()
    }

    /// Encodes the segments of a run.
    ///
    /// The encoder starts early, and its first packets are dropped: at the start of the run it is in the same condition as an
    /// encoder of the whole track.
    ///
    /// - Parameters:
    ///   - run: A run of the plan.
    ///   - gain: The gain to apply, in dB.
    ///   - report: Receives the progress, from 0 to 1.
    /// - Returns: The segments, without a loudness result.
    /// - Throws: `LibAVError`, and `CancellationError` once stopped.
    func encode(
        _ run: AudioRun, gain: Double, _ report: (Double) -> Void
    ) throws -> RenditionResult {
        let encoder = try Encoder(
            "aac", .audio(sampleRate: plan.sampleRate, channels: plan.channels),
            options: ["b": "\(plan.bitrate)"], subject: "audio/\(plan.name)")
        let segments = AudioSegments(encoder, plan, run, folder: folder)
        func write(_ packet: borrowing Packet) throws {
            try clock.measure(Stage.package) { try segments.write(packet) }
        }
        try source.decode(
            samples: run.samples, gain: gain, frameSize: AudioPlan.frameSize, report: report
        ) { samples in
            try clock.measure(Stage.encodeAudio) { try encoder.encode(samples, write) }
        }
        // Otherwise the packets after those of the run would have no samples.
        if run.samples.upperBound == plan.sampleCount {
            try clock.measure(Stage.encodeAudio) { try encoder.drain(write) }
        }
        return try clock.measure(Stage.package) { try segments.finish() }
    }

    private var source: AudioSource {
        AudioSource(upload: upload, plan: plan, isStopped: isStopped)
    }

    private func measure(_ rendition: RenditionResult) throws -> MeasuredLoudness {
        let files =
            [ArtifactFiles.initialization(of: nil)]
            + rendition.segments.map { ArtifactFiles.segment($0.index, of: nil) }
        return try EncodedLoudness.measure(
            JoinedFiles(files.map { folder.appending($0) }), name: "audio/\(plan.name)",
            isStopped: isStopped)
    }
}
