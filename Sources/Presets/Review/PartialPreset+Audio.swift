import MediaUnits

/// Rules for the bit rate and the channels of audio.
extension PartialPreset {
    var audioProblems: [ValueProblem] {
        guard let channels else { return [] }
        var problems = [bitrateProblem(channels)].compactMap { $0 }
        if isPackage == true, channels > 2, canTransport(channels) {
            problems.append(
                ValueProblem(
                    .audioSurround, "audio.channels",
                    "no rendition with fewer than \(channels) channels",
                    advice: "write 2, unless all players can downmix"))
        }
        return problems
    }

    private func bitrateProblem(_ channels: Int) -> ValueProblem? {
        guard let sampleRate, let bitrate = audioBitrate else { return nil }
        let most = Bitrate(bitsPerSecond: channels * sampleRate * 6144 / 1024)
        let least = Bitrate.kilobits(24 * channels)
        let words = "\(bitrate) for \(channels) x \(sampleRate) Hz"
        if bitrate > most {
            return ValueProblem(
                .audioBitrate, "audio.bitrate", words, advice: "write \(most) or less")
        }
        guard bitrate < least else { return nil }
        return ValueProblem(.audioQuality, "audio.bitrate", words, advice: "write \(least) or more")
    }
}
