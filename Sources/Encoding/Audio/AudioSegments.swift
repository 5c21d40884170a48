internal import Errors
internal import Crypto
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Storage
internal import SystemPackage

/// Splits a track's packets into segments and stores them; each segment starts with the first packet at or after a
/// boundary of the video's segments.
final class AudioSegments {
    private let encoder: Encoder
    private let plan: AudioPlan
    private let folder: FilePath
    private var muxer: SegmentMuxer?
    private var results: [SegmentResult] = []
    /// The samples at which the open segment started and at which the last packet ended.
    private var segmentStart = 0
    private var end = 0

    init(_ encoder: Encoder, _ plan: AudioPlan, folder: FilePath) {
        self.encoder = encoder
        self.plan = plan
        self.folder = folder
    }

    /// Writes the encoder's next packet, whose times are in samples.
    func write(_ packet: borrowing Packet) throws {
        // The encoder's first packet is priming and lies before time 0. Without it, time 0 is sample 0 in every player,
        // and no edit list is needed, which some players ignore.
        guard let time = packet.presentationTime, time >= 0 else { return }
        let next = results.count + (muxer == nil ? 0 : 1)
        if next < plan.borders.count, time >= plan.borders[next] {
            try closeSegment()
            segmentStart = time
            muxer = try SegmentMuxer(
                encoder, timescale: plan.sampleRate, sampleEntry: nil, fragmentIndex: next + 1,
                subject: "audio/\(plan.name)")
        }
        packet.decodeTime = time
        end = time + packet.duration
        try muxer?.write(packet)
    }

    func finish() throws -> RenditionResult {
        try closeSegment()
        guard let first = results.first,
            results.allSatisfy({ $0.initialization == first.initialization })
        else { throw InternalError("audio/\(plan.name): init segments differ") }
        return RenditionResult(
            name: plan.name, codec: first.codec, initialization: first.initialization,
            segments: results)
    }

    private func closeSegment() throws {
        guard let muxer else { return }
        try muxer.endFragment(time: 0, isKey: true)
        let muxed = try muxer.finish()
        self.muxer = nil
        let index = results.count
        let file = ArtifactFiles.segment(index, of: nil)
        guard let codec = CodecString.aac(audioSpecificConfig: encoder.configuration) else {
            throw InternalError("audio/\(plan.name): no AudioSpecificConfig")
        }
        try DraftFile.write(muxed.bytes, to: folder.appending(file))
        if index == 0 {
            let file = ArtifactFiles.initialization(of: nil)
            try DraftFile.write(muxed.initialization, to: folder.appending(file))
        }
        results.append(
            SegmentResult(
                index: index, byteCount: muxed.bytes.count,
                duration: end - segmentStart, sha256: SHA256.hash(data: muxed.bytes).hexadecimal,
                initialization: SHA256.hash(data: muxed.initialization).hexadecimal, codec: codec,
                fragments: muxed.fragments))
    }
}
