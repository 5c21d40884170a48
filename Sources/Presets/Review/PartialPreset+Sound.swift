import MediaUnits

/// Rates and channels of sound.
extension PartialPreset {
    var audioFindings: [Finding] {
        guard let channels else { return [] }
        var findings = [bitrateFinding(channels)].compactMap { $0 }
        if isPackage == true, channels > 2, canTransport(channels) {
            findings.append(
                Finding(
                    .audioSurround, "audio.channels", "\(channels) channels only",
                    advice: "write 2, unless all players are known to mix down"))
        }
        return findings
    }

    private func bitrateFinding(_ channels: Int) -> Finding? {
        guard let sampleRate, let bitrate = audioBitrate else { return nil }
        let most = Bitrate(bitsPerSecond: channels * sampleRate * 6144 / 1024)
        let least = Bitrate.kilobits(24 * channels)
        let words = "\(bitrate) for \(channels) x \(sampleRate) Hz"
        if bitrate > most {
            return Finding(.audioBitrate, "audio.bitrate", words, advice: "write \(most) or less")
        }
        guard bitrate < least else { return nil }
        return Finding(.audioQuality, "audio.bitrate", words, advice: "write \(least) or more")
    }
}
