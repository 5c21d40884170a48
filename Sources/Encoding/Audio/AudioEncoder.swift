internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import SystemPackage

/// Encodes an audio track as AAC that starts and ends exactly with the package.
///
/// If the plan has a loudness target, the track is decoded twice, since the gain depends on the whole track, and a third
/// time if encoding changed the loudness.
struct AudioEncoder {
    let upload: Upload
    let plan: AudioPlan
    let folder: FilePath
    let isStopped: @Sendable () -> Bool
    let report: @Sendable (Double) -> Void

    /// The samples in one AAC frame (ISO/IEC 14496-3, 4.5.2.1).
    private static let frameSize = 1024

    func run() throws -> RenditionResult {
        guard let level = plan.loudnessTarget else { return try encode(gain: 0, report) }
        let before = try measure { report(0.3 * $0) }
        var gain = level.gain(for: before)
        var rendition = try encode(gain: gain) { report(0.3 + 0.6 * $0) }
        var after = try measure(rendition)
        if let better = level.correction(of: gain, encoded: after) {
            gain = better
            rendition = try encode(gain: gain) { report(0.9 + 0.1 * $0) }
            after = try measure(rendition)
        }
        return rendition.with(
            LoudnessResult(
                target: level.target, ceiling: level.ceiling, before: before, gain: gain,
                after: after))
    }

    private var source: AudioSource {
        AudioSource(upload: upload, plan: plan, isStopped: isStopped)
    }

    private func measure(_ report: (Double) -> Void) throws -> MeasuredLoudness {
        let meter = try LoudnessMeter()
        try source.decode(gain: 0, frameSize: Self.frameSize, report: report, meter.take)
        return try meter.finish()
    }

    private func encode(gain: Double, _ report: (Double) -> Void) throws -> RenditionResult {
        let encoder = try Encoder(
            "aac", .audio(sampleRate: plan.sampleRate, channels: plan.channels),
            options: ["b": "\(plan.bitrate)"], subject: "audio/\(plan.name)")
        let segments = AudioSegments(encoder, plan, folder: folder)
        try source.decode(gain: gain, frameSize: Self.frameSize, report: report) { samples in
            try encoder.encode(samples, segments.write)
        }
        try encoder.drain(segments.write)
        return try segments.finish()
    }

    /// Measures the encoded rendition, decoded as a player decodes it.
    private func measure(_ rendition: RenditionResult) throws -> MeasuredLoudness {
        let files =
            [ArtifactFiles.initialization(of: nil)]
            + rendition.segments.map { ArtifactFiles.segment($0.index, of: nil) }
        let demuxer = try Demuxer(
            JoinedFiles(files.map { folder.appending($0) }), name: "audio/\(plan.name)",
            analyze: false, stopWhen: isStopped)
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        let meter = try LoudnessMeter()
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            if isStopped() { throw CancellationError() }
            try decoder.decode(packet, meter.take)
        }
        try decoder.drain(meter.take)
        return try meter.finish()
    }
}
