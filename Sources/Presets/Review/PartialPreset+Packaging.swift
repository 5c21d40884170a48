import MediaUnits
internal import VideoCodecs

/// Rules for containers, and for segments and GOPs.
extension PartialPreset {
    var packagingProblems: [ValueProblem] {
        segmentProblems + fileProblems + transportProblems + audioOnlyProblems
    }

    private var segmentProblems: [ValueProblem] {
        guard isPackage == true, let segment, let gop else { return [] }
        let gops = segment / gop
        guard gops.denominator != 1 else { return [] }
        let whole = gop * max(1, gops.rounded)
        return [
            ValueProblem(
                .segmentGOP, "packaging", about: "",
                "packaging.segment (\(TimeText.text(segment))) is not a multiple of video.gop "
                    + "(\(TimeText.text(gop)))",
                advice: "write segment: \(TimeText.text(whole))")
        ]
    }

    private var fileProblems: [ValueProblem] {
        guard container == .mp4 else { return [] }
        var problems: [ValueProblem] = []
        func add(_ path: String, _ message: String, _ advice: String) {
            problems.append(ValueProblem(.containerFile, path, about: "", message, advice: advice))
        }
        if rungs.count(where: \.isRung) > 1 {
            add(
                "ladder", "container mp4 allows one rung only",
                "remove the others, or write container: fmp4")
        }
        if hasThumbnails == true {
            add("thumbnails", "container mp4 cannot contain thumbnails", "write thumbnails: none")
        }
        if download == true {
            add("packaging", "container mp4 cannot contain a download", "write download: false")
        }
        return problems
    }

    /// Returns whether the container supports a number of channels.
    ///
    /// ADTS headers in MPEG-TS identify channel layouts by number (ISO/IEC 13818-7, 6.2); the encoder and players agree on
    /// these only.
    func canTransport(_ channels: Int) -> Bool { container != .ts || [1, 2, 6].contains(channels) }

    private var transportProblems: [ValueProblem] {
        guard container == .ts else { return [] }
        var problems: [ValueProblem] = []
        let codecs = rungs.compactMap(\.codec?.model)
        if let codec = codecs.first(where: { !$0.isInTransportStreams }) {
            let others = VideoCodec.all.filter(\.model.isInTransportStreams).map(\.rawValue)
            problems.append(
                ValueProblem(
                    .containerCodec, "ladder", about: "",
                    "players support \(codec.title) in fragmented MP4 only, not in container ts",
                    advice: "write codec: \(ValueForm.choice(of: others)), or container: fmp4"))
        }
        if let channels, !canTransport(channels) {
            problems.append(
                ValueProblem(
                    .containerAudio, "audio", about: "",
                    "container ts does not support \(channels) channels of AAC",
                    advice: "write channels: 1, 2 or 6, or container: fmp4"))
        }
        return problems
    }

    private var audioOnlyProblems: [ValueProblem] {
        guard isAudioOnly == true else { return [] }
        var problems: [ValueProblem] = []
        if hasAudio == false {
            problems.append(
                ValueProblem(
                    .ladderEmpty, "ladder", about: "", "the preset has neither video nor audio",
                    advice: "write a ladder, or remove audio: none"))
        }
        if hasThumbnails == true {
            problems.append(
                ValueProblem(
                    .containerFile, "thumbnails", about: "",
                    "thumbnails need video, and ladder: none has none",
                    advice: "write thumbnails: none, or remove it"))
        }
        return problems
    }
}
