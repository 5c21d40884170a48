import Foundation
import LibAV
import MediaUnits
import TestSupport

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox

/// Sound made by the ffmpeg command, encoded as a rendition and decoded to floats, as no player would clip them.
struct AudioClip {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("sound") }

    /// A WAVE file: libav's name of the layout (`5.1(side)`), and one expression of time (`t`) a channel, 1 for full scale.
    func upload(_ layout: String, _ channels: [String], seconds: Int) async throws -> URL {
        let file = folder.file("upload.wav")
        let audio = channels.joined(separator: "|")
        try await FFmpeg.run([
            "-f", "lavfi", "-i", "aevalsrc=exprs='\(audio)':c=\(layout):s=48000:d=\(seconds)",
            "-c:a", "pcm_f32le", FFprobe.path(file),
        ])
        return file
    }

    func encode(_ upload: URL, _ plan: AudioPlan) throws -> RenditionResult {
        try AudioEncoder(
            upload: Upload(upload.path), plan: plan, folder: folder.url.path,
            isStopped: { false }, report: { _ in }
        ).run()
    }

    /// All of the rendition in one file.
    func joined(_ rendition: RenditionResult) throws -> URL {
        let file = folder.file("joined.mp4")
        let names = rendition.segments.map { ArtifactFiles.segment($0.index, of: nil) }
        let parts = try (["init.mp4"] + names).map {
            try Data(contentsOf: folder.file($0))
        }
        try Data(parts.joined()).write(to: file)
        return file
    }

    /// Samples as the ffmpeg command decodes them, a list for each channel.
    func samples(_ file: URL, channels: Int) async throws -> [[Float]] {
        let raw = folder.file("samples.f32")
        try await FFmpeg.run(["-i", FFprobe.path(file), "-f", "f32le", FFprobe.path(raw)])
        let values = try Data(contentsOf: raw).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        return (0..<channels).map { channel in
            stride(from: channel, to: values.count, by: channels).map { values[$0] }
        }
    }

    static func plan(
        seconds: Int, level: LoudnessTarget? = nil, channels: Int = 2
    ) -> AudioPlan {
        AudioPlan(
            stream: 0, name: "und", label: "Audio", language: nil, isDefault: true,
            isDescription: false, sampleRate: 48_000, channels: channels, bitrate: 192_000,
            loudnessTarget: level, start: .zero, sampleCount: seconds * 48_000, borders: [0])
    }
}

/// A sine in samples: its amplitude, and how much else there is.
struct Tone {
    /// 1 is full scale.
    let amplitude: Double
    /// What is not the sine by what is: flattened tops make harmonics (a clipped sine of twice full scale has 0.24).
    let distortion: Double

    /// Fits a sine of that many hertz, by the least squares over whole periods.
    init(_ hertz: Double, in samples: some Collection<Float>, rate: Double = 48_000) {
        let period = Int(rate / hertz)
        let values = samples.prefix(samples.count / period * period)
        var (sine, cosine, energy) = (0.0, 0.0, 0.0)
        for (index, value) in values.enumerated() {
            let angle = 2 * Double.pi * hertz * Double(index) / rate
            sine += Double(value) * sin(angle)
            cosine += Double(value) * cos(angle)
            energy += Double(value) * Double(value)
        }
        let count = Double(values.count)
        amplitude = 2 / count * (sine * sine + cosine * cosine).squareRoot()
        let rest = max(0, energy / count - amplitude * amplitude / 2)
        distortion = (rest * 2).squareRoot() / max(amplitude, 1e-9)
    }
}
