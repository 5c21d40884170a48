import MediaUnits
internal import VideoCodecs

/// What containers hold, and how segments are made of GOPs.
extension PartialPreset {
    var packagingFindings: [Finding] {
        segmentFindings + fileFindings + transportFindings + audioOnlyFindings
    }

    private var segmentFindings: [Finding] {
        guard isPackage == true, let segment, let gop else { return [] }
        let gops = segment / gop
        guard gops.denominator != 1 else { return [] }
        let whole = gop * max(1, gops.rounded)
        return [
            Finding(
                .segmentGOP, "packaging", about: "",
                "packaging.segment (\(TimeText.text(segment))) is no whole number of GOPs "
                    + "(video.gop is \(TimeText.text(gop)))",
                advice: "write segment: \(TimeText.text(whole))")
        ]
    }

    private var fileFindings: [Finding] {
        guard container == .mp4 else { return [] }
        var findings: [Finding] = []
        func add(_ path: String, _ message: String, _ advice: String) {
            findings.append(Finding(.containerFile, path, about: "", message, advice: advice))
        }
        if rungs.count(where: \.isRung) > 1 {
            add("ladder", "container mp4 holds one rung", "keep one, or write container: fmp4")
        }
        if hasThumbnails == true {
            add("thumbnails", "container mp4 has no thumbnails", "write thumbnails: none")
        }
        if download == true {
            add("packaging", "container mp4 is its own download", "write download: false")
        }
        return findings
    }

    /// Whether the container has a place for so many channels.
    ///
    /// ADTS headers in MPEG-TS number layouts of channels; of those, encoder and players agree on
    /// these.
    func canTransport(_ channels: Int) -> Bool { container != .ts || [1, 2, 6].contains(channels) }

    private var transportFindings: [Finding] {
        guard container == .ts else { return [] }
        var findings: [Finding] = []
        let codecs = rungs.compactMap(\.codec?.model)
        if let codec = codecs.first(where: { !$0.isInTransportStreams }) {
            findings.append(
                Finding(
                    .containerCodec, "ladder", about: "",
                    "players know \(codec.title) in fragmented MP4 only, not in container ts",
                    advice: "write codec: h264, or container: fmp4"))
        }
        if let channels, !canTransport(channels) {
            findings.append(
                Finding(
                    .containerAudio, "audio", about: "",
                    "container ts has no place for \(channels) channels of AAC",
                    advice: "write channels: 1, 2 or 6, or container: fmp4"))
        }
        return findings
    }

    private var audioOnlyFindings: [Finding] {
        guard isAudioOnly == true else { return [] }
        var findings: [Finding] = []
        if hasAudio == false {
            findings.append(
                Finding(
                    .ladderEmpty, "ladder", about: "", "neither pictures nor sound are left",
                    advice: "write a ladder, or leave out audio"))
        }
        if hasThumbnails == true {
            findings.append(
                Finding(
                    .containerFile, "thumbnails", about: "",
                    "thumbnails are made of pictures, which ladder: none leaves out",
                    advice: "write thumbnails: none, or leave it out"))
        }
        return findings
    }
}
