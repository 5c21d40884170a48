import Foundation

/// A RIFF WAVE file with a tone of 440 Hz in every channel, 16 bits a sample.
public enum WaveFile {
    /// The whole file; the tone starts with its first sample.
    public static func tone(
        sampleCount: Int, sampleRate: Int = 48_000, channels: Int = 2
    ) -> [UInt8] {
        let samples = (0..<sampleCount).flatMap { index in
            let value = Int16(8_000 * sin(2 * .pi * 440 * Double(index) / Double(sampleRate)))
            return [Int16](repeating: value, count: channels).flatMap {
                little(Int($0), bytes: 2)
            }
        }
        let format =
            little(1, bytes: 2) + little(channels, bytes: 2) + little(sampleRate, bytes: 4)
            + little(sampleRate * channels * 2, bytes: 4) + little(channels * 2, bytes: 2)
            + little(16, bytes: 2)
        let chunks = chunk("fmt ", format) + chunk("data", samples)
        return chunk("RIFF", Array("WAVE".utf8) + chunks)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, bytes: 4) + content
    }

    private static func little(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
