internal import Errors
internal import Crypto
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Storage
internal import SystemPackage

/// Splits the packets of a run into segments and stores them; each segment starts with the first packet at or after a
/// boundary of the video's segments.
final class AudioSegments {
    private let encoder: Encoder
    private let plan: AudioPlan
    private let run: AudioRun
    private let folder: FilePath
    private var muxer: SegmentMuxer?
    private var results: [SegmentResult] = []
    /// The samples at which the open segment started and at which the last packet ended.
    private var segmentStart = 0
    private var end = 0

    init(_ encoder: Encoder, _ plan: AudioPlan, _ run: AudioRun, folder: FilePath) {
        self.encoder = encoder
        self.plan = plan
        self.run = run
        self.folder = folder
    }

    /// Writes the encoder's next packet, whose times are in samples.
    func write(_ packet: borrowing Packet) throws {
        // The encoder's first packet is priming and lies before time 0. Without it, time 0 is sample 0 in every player,
        // and no edit list is needed, which some players ignore. Packets of the run-up are those of the run before.
        guard let time = packet.presentationTime, run.packets.contains(time) else { return }
        let next = run.segments.lowerBound + results.count + (muxer == nil ? 0 : 1)
        if next < run.segments.upperBound, time >= plan.borders[next] {
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
        guard isComplete, let first = results.first,
            results.allSatisfy({ $0.initialization == first.initialization })
        else { throw InternalError("audio/\(plan.name): other packets than planned") }
        return RenditionResult(
            name: plan.name, codec: first.codec, initialization: first.initialization,
            segments: results)
    }

    /// Whether a run that others follow has all of its packets.
    private var isComplete: Bool {
        run.packets.upperBound == plan.sampleCount || end == run.packets.upperBound
    }

    private func closeSegment() throws {
        guard let muxer else { return }
        try muxer.endFragment(time: 0, isKey: true)
        let muxed = try muxer.finish()
        self.muxer = nil
        let index = run.segments.lowerBound + results.count
        let file = ArtifactFiles.segment(index, of: nil)
        guard let codec = CodecString.aac(audioSpecificConfig: encoder.configuration) else {
            throw InternalError("audio/\(plan.name): no AudioSpecificConfig")
        }
        try DraftFile.write(muxed.bytes, to: folder.appending(file))
        if results.isEmpty {
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
