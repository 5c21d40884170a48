internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits

/// The properties of a video track that its index does not have, measured from a few of its packets.
///
/// Closed captions are in each frame of a broadcast, and a video whose size changes has another size in some part; so packets
/// at evenly spaced keyframes show whether all packets have to be read.
struct PacketSample {
    /// The sizes of keyframes by their headers.
    private(set) var sizes: Set<Resolution> = []
    /// The duration in ticks of the packet with the latest presentation time; 0 if unknown.
    private(set) var lastDuration = 0
    /// Whether frames have closed captions.
    private(set) var hasCaptions = false

    /// The keyframes that are read, and the packets from each on.
    private static let points = (keyframes: 16, packets: 2)
    /// The most packets that are read to find the last one, since a seek may land on any of those that are shown later than
    /// they are decoded; H.264 and HEVC allow 16.
    private static let lastPackets = 32

    /// Whether all packets have to be read, since captions are in each of them and sizes may change anywhere.
    var needsAllPackets: Bool { hasCaptions || sizes.count > 1 }

    /// Reads packets of a track; fails if the last packet of the index is not found.
    ///
    /// - Parameters:
    ///   - demuxer: A demuxer that reads content, and which is positioned elsewhere afterwards.
    ///   - stream: The video track.
    ///   - track: Its measurements by the index.
    ///   - maximumBytes: The size of packets after which no other keyframe is read.
    ///   - isStopped: Whether the work is canceled.
    /// - Throws: `LibAVError`; `CancellationError` once stopped.
    init?(
        _ demuxer: Demuxer, _ stream: StreamInfo, _ track: PacketScan.Track, maximumBytes: Int,
        isStopped: @Sendable () -> Bool
    ) throws {
        demuxer.select([stream.index])
        let packet = try Packet()
        let reader = FrameSizeReader(demuxer, stream: stream.index)
        let mayHaveCaptions = EmbeddedCaptions.codecs.contains(stream.codec)
        var byteCount = 0
        for keyframe in Self.spread(track.keyframes) where byteCount <= maximumBytes {
            try demuxer.seek(stream: stream.index, to: keyframe.presentationTime)
            for _ in 0..<Self.points.packets where try demuxer.read(into: packet) {
                if isStopped() { throw CancellationError() }
                byteCount += packet.byteCount
                hasCaptions =
                    hasCaptions || mayHaveCaptions && packet.mayHaveClosedCaptions
                if packet.isKey, let size = reader?.size(of: packet) { sizes.insert(size) }
            }
        }
        guard let time = track.lastDecodeTime else { return nil }
        try demuxer.seek(stream: stream.index, to: time, toKeyframe: false)
        for _ in 0..<Self.lastPackets where try demuxer.read(into: packet) {
            guard packet.presentationTime == track.lastTime else { continue }
            lastDuration = packet.duration
            return
        }
        return nil
    }

    /// Returns evenly spaced keyframes, those that divide the video into few equal parts first.
    private static func spread(_ keyframes: [Keyframe]) -> [Keyframe] {
        guard let first = keyframes.first else { return [] }
        var chosen = [first]
        var parts = 2
        while parts <= points.keyframes {
            chosen += stride(from: 1, to: parts, by: 2).map {
                keyframes[$0 * keyframes.count / parts]
            }
            parts *= 2
        }
        return chosen
    }
}
