internal import Foundation
internal import MediaUnits
internal import VideoCodecs

extension MediaInfo: CustomStringConvertible {
    /// Several lines of text for people.
    public var description: String {
        var lines = [
            String(
                format: "%@, %.2f MB, %.3f s", container, Double(byteCount) / 1e6,
                duration.doubleValue)
        ]
        if let video { lines.append("video #\(video.stream): \(video.summary)") }
        lines += audio.map { "audio #\($0.stream): \($0.summary)" }
        lines += captions.map { "captions \($0.origin): \($0.summary)" }
        lines += ignored.map { "ignored #\($0.stream): \($0.kind) \($0.codec), \($0.reason)" }
        lines += findings.map { "\($0.code): \($0.message)" }
        return lines.joined(separator: "\n")
    }
}

extension VideoInfo {
    fileprivate var summary: String {
        let rate = String(
            format: "%@%@/s", frameRate.isConstant ? "" : "about ", "\(frameRate.rate)")
        let parts = [
            [codec, profile].compactMap { $0 }.joined(separator: " "),
            "\(displaySize) as shown", pixels.format, rate, CountText.text(frameCount, "frame"),
            CountText.text(keyframeCount, "keyframe"), isInterlaced ? "interlaced" : "",
            dynamicRange == .sdr ? "" : dynamicRange.rawValue.uppercased(),
            content == nil ? "" : "content: \(contentKind.rawValue)",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension AudioInfo {
    fileprivate var summary: String {
        let parts = [
            codec, CountText.text(channels, "channel"), "\(sampleRate) Hz", language ?? "",
            isDefault ? "default" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension CaptionInfo {
    /// `#2` for a stream, `*.de.srt` for a sidecar.
    fileprivate var origin: String { stream.map { "#\($0)" } ?? file ?? "" }

    fileprivate var summary: String {
        let parts = [
            format, channel ?? "", CountText.text(cueCount, "caption cue"), language ?? "",
            isDefault ? "default" : "", isForced ? "forced" : "",
            isForHearingImpaired ? "for hearing-impaired" : "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
