import Foundation
import LibAV
import Logging
import MediaUnits
import Presets
import Storage
import TestSupport

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Planning
@testable import Transcoding

/// The plan of an upload whose audio is cut into short runs.
struct RunPlan {
    let session: TranscodingSession
    let probed: ProbedUpload
    let plan: EncodingPlan

    /// Probes and plans an upload.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - run: The duration of a run, in seconds.
    ///   - audio: The audio of the preset.
    ///   - container: The container of the package.
    ///   - trim: The trim range.
    /// - Throws: `UploadError`.
    init(
        _ upload: URL, run: Rational = Rational(2), audio: Audio = Audio(),
        container: Container = .fmp4, trim: TrimRequest = TrimRequest()
    ) async throws {
        let preset = Preset(
            name: "runs", description: "Short segments.",
            packaging: Packaging(container: container, segment: Rational(1)),
            video: Video(gop: Rational(1)),
            ladder: [Rung(name: "90p", size: 90, maxrate: .kilobits(200))], audio: audio,
            limits: Limits(formats: .all))
        session = try TranscodingSession(
            Location(upload.filePath), preset: preset, trim: trim, jobs: 2, memory: 2 << 30,
            sandboxMode: .none, logger: Logger(label: "test"))
        probed = try await session.probe(sidecars: [])
        var planner = Planner(probed, preset: preset, trim: trim)
        planner.audioRun = run
        plan = try planner.plan()
        try plan.validate(probed, preset)
    }

    func source(_ audio: AudioPlan) -> AudioSource {
        AudioSource(upload: session.upload, plan: audio, isStopped: { false })
    }

    /// Returns the samples of each channel, as bits.
    func samples(_ audio: AudioPlan, _ range: Range<Int>? = nil) throws -> [[UInt32]] {
        var channels = [[UInt32]](repeating: [], count: audio.channels)
        try source(audio).decode(
            samples: range, gain: 0, frameSize: AudioPlan.frameSize, report: { _ in }
        ) { frame in
            for channel in 0..<audio.channels {
                frame.withRows(ofPlane: channel, width: 4 * frame.sampleCount, height: 1) {
                    _, bytes in
                    for index in stride(from: 0, to: bytes.count, by: 4) {
                        channels[channel].append(
                            (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << (8 * UInt32($1)) }
                        )
                    }
                }
            }
        }
        return channels
    }

    /// Returns the correlation of samples at equal times; 1 for equal ones, and for silence.
    static func likeness(_ samples: [[UInt32]], _ others: [[UInt32]]) -> Double {
        guard samples.map(\.count) == others.map(\.count) else { return 0 }
        var (product, energy, other) = (1e-9, 1e-9, 1e-9)
        for (one, two) in zip(samples.joined(), others.joined()) {
            let (one, two) = (Double(Float(bitPattern: one)), Double(Float(bitPattern: two)))
            product += one * two
            energy += one * one
            other += two * two
        }
        return product / (energy * other).squareRoot()
    }

    /// Returns the largest difference of samples.
    static func difference(_ samples: [[UInt32]], _ others: [[UInt32]]) -> Float {
        var largest = samples.map(\.count) == others.map(\.count) ? Float(0) : .infinity
        for (channel, other) in zip(samples, others) where channel != other {
            for (one, two) in zip(channel, other) {
                largest = max(largest, abs(Float(bitPattern: one) - Float(bitPattern: two)))
            }
        }
        return largest
    }
}

extension AudioPlan {
    /// The plan of the track as one run, decoded from the beginning.
    var whole: AudioPlan {
        AudioPlan(
            stream: stream, name: name, label: label, language: language, isDefault: isDefault,
            isDescription: isDescription, sampleRate: sampleRate, channels: channels,
            bitrate: bitrate, loudnessTarget: loudnessTarget, start: start, entry: entry,
            sampleCount: sampleCount, borders: borders)
    }
}
