import MediaUnits

/// Rates and channels of sound.
extension Preset {
    var audioFindings: [Finding] {
        guard let audio else { return [] }
        let most = Bitrate(bitsPerSecond: audio.channels * audio.sampleRate * 6144 / 1024)
        let least = Bitrate.kilobits(24 * audio.channels)
        let words = "\(audio.bitrate) for \(audio.channels) x \(audio.sampleRate) Hz"
        var findings: [Finding] = []
        if audio.bitrate > most {
            findings.append(
                Finding(.audioBitrate, "audio.bitrate", words, advice: "write \(most) or less"))
        } else if audio.bitrate < least {
            findings.append(
                Finding(.audioQuality, "audio.bitrate", words, advice: "write \(least) or more"))
        }
        if isPackage, audio.channels > 2 {
            findings.append(
                Finding(
                    .audioSurround, "audio.channels", "\(audio.channels) channels only",
                    advice: "write 2, unless all players are known to mix down"))
        }
        return findings
    }
}
